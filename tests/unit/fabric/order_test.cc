// Late packets, and which flows packets of captures belong to.
#include "fabric/classify.h"
#include "fabric/fabric.h"
#include "tests/catch.h"

using namespace ixp::fabric;

namespace {

constexpr auto kData = static_cast<size_t>(Content::TcpData),
               kBare = static_cast<size_t>(Content::TcpBare);

struct Line {
  Reordering order;
  OrderCounts counts;

  Packet enter(uint32_t flow, Content content) {
    Packet p;
    p.flow = flow;
    p.content = content;
    order.enter(p);
    return p;
  }
  void leave(const Packet& p) { order.leave(p, &counts); }
};

std::vector<uint8_t> frame(uint8_t host, uint8_t port, uint8_t protocol, uint8_t flags = 0) {
  std::vector<uint8_t> f(60);
  f[12] = 0x08, f[14] = 0x45;
  f[20] = flags;
  f[23] = protocol;
  f[29] = host;
  f[35] = port;
  return f;
}

} // namespace

TEST_CASE("A packet is late behind what arrived after it, once for each kind") {
  Line line;
  const Packet first = line.enter(7, Content::TcpData), ack = line.enter(7, Content::TcpBare),
               other = line.enter(8, Content::TcpBare), next = line.enter(7, Content::TcpBare);
  line.leave(other); // of another flow
  line.leave(ack);
  line.leave(next);
  line.leave(first);
  line.leave(line.enter(7, Content::TcpBare));
  REQUIRE(line.counts.left[kData] == 1);
  REQUIRE(line.counts.left[kBare] == 4);
  REQUIRE(line.counts.late[kData][kBare] == 1);
  REQUIRE(line.counts.late[kBare][kData] == 0);
  REQUIRE(line.counts.late[kBare][kBare] == 0);
}

TEST_CASE("TCP data behind later data of its flow is an error of the switch") {
  Line line;
  const Packet first = line.enter(1, Content::TcpData), next = line.enter(1, Content::TcpData);
  line.leave(next);
  REQUIRE_THROWS_WITH(line.leave(first), Catch::Contains("TCP data of flow 1"));
}

TEST_CASE("A flow is addresses, protocol and ports; fragments have no ports") {
  FlowNumbers flows;
  REQUIRE(flows.number(frame(1, 80, kTcp)) == 0);
  REQUIRE(flows.number(frame(1, 81, kTcp)) == 1);
  REQUIRE(flows.number(frame(2, 80, kTcp)) == 2);
  REQUIRE(flows.number(frame(1, 80, kUdp)) == 3);
  REQUIRE(flows.number(frame(1, 80, kTcp)) == 0);
  REQUIRE(flows.number(frame(1, 80, kUdp, 0x20)) == 4); // the first of some
  REQUIRE(flows.number(frame(1, 99, kUdp, 0x20)) == 4);
  REQUIRE(flows.number(frame(1, 80, kUdp, 0x40)) == 3); // may not be cut
  auto tagged = frame(1, 80, kTcp);
  tagged.insert(tagged.begin() + 12, {0x81, 0x00, 0x00, 0x05});
  REQUIRE(flows.number(tagged) == 0);
  auto arp = frame(1, 80, kTcp);
  arp[13] = 0x06;
  REQUIRE(flows.number(arp) == 5);
  arp[40] = 9; // after the Ethernet header
  REQUIRE(flows.number(arp) == 5);
  REQUIRE(flows.number(std::span(arp).first(3)) == 6);
  REQUIRE(flows.count() == 7);
}
