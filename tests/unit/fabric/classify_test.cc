#include "fabric/classify.h"
#include "tests/catch.h"

#include <vector>

using namespace ixp::fabric;

namespace {

using Bytes = std::vector<uint8_t>;

// An Ethernet frame with an IPv4 packet, padded to 60 bytes as lines do.
Bytes ipv4(unsigned total, uint8_t protocol, unsigned options = 0, unsigned tcp_words = 5,
           unsigned fragment = 0, unsigned tags = 0) {
  Bytes f(12, 2);
  for (unsigned k = 0; k < tags; ++k)
    f.insert(f.end(), {0x81, 0x00, 0x00, 0x07});
  f.insert(f.end(), {0x08, 0x00});
  const size_t ip = f.size();
  f.resize(std::max<size_t>(ip + total, 60));
  f[ip] = static_cast<uint8_t>(0x45 + options);
  f[ip + 2] = static_cast<uint8_t>(total >> 8);
  f[ip + 3] = static_cast<uint8_t>(total);
  f[ip + 6] = static_cast<uint8_t>(fragment >> 8);
  f[ip + 7] = static_cast<uint8_t>(fragment);
  f[ip + 9] = protocol;
  const size_t offset = ip + 20 + 4 * options + 12;
  if (protocol == 6 && offset < f.size()) f[offset] = static_cast<uint8_t>(tcp_words << 4);
  return f;
}

Kind of(const Bytes& f) {
  return classify(f, static_cast<uint32_t>(f.size()));
}
bool is_short(const Bytes& f) {
  return of(f).of == Class::Short;
}

constexpr uint8_t kIcmp = 1;

} // namespace

TEST_CASE("UDP is short up to 64 bytes of IP") {
  REQUIRE(is_short(ipv4(28, kUdp)));
  REQUIRE(is_short(ipv4(64, kUdp)));
  REQUIRE_FALSE(is_short(ipv4(65, kUdp)));
  REQUIRE(is_short(ipv4(64, kUdp, 2)));
}

TEST_CASE("TCP is short without data only") {
  REQUIRE(is_short(ipv4(40, kTcp)));
  REQUIRE_FALSE(is_short(ipv4(41, kTcp)));
  REQUIRE(is_short(ipv4(52, kTcp, 0, 8)));       // a time stamp option, no data
  REQUIRE_FALSE(is_short(ipv4(52, kTcp, 0, 5))); // 12 bytes of data
  REQUIRE(is_short(ipv4(44, kTcp, 1)));
  REQUIRE_FALSE(is_short(ipv4(80, kTcp, 5, 10))); // no data, but more than 64 bytes
}

TEST_CASE("Other packets are long: protocols, fragments, no IPv4, wrong headers, cut off") {
  REQUIRE_FALSE(is_short(ipv4(40, kIcmp)));
  REQUIRE_FALSE(is_short(ipv4(40, kUdp, 0, 5, 0x0001)));
  REQUIRE_FALSE(is_short(ipv4(40, kUdp, 0, 5, 0x2001)));
  REQUIRE_FALSE(is_short(ipv4(40, kUdp, 0, 5, 0x2000))); // the first fragment
  REQUIRE_FALSE(is_short(ipv4(40, kTcp, 0, 5, 0x2000))); // its data follow
  REQUIRE(is_short(ipv4(40, kUdp, 0, 5, 0x4000)));       // must not be fragmented
  REQUIRE_FALSE(is_short(ipv4(36, kTcp, 0, 4)));
  Bytes wrong = ipv4(40, kUdp);
  wrong[14] = 0x44;
  REQUIRE_FALSE(is_short(wrong));
  Bytes arp = ipv4(40, kUdp);
  arp[13] = 0x06;
  REQUIRE_FALSE(is_short(arp));
  Bytes ipv6 = ipv4(40, kUdp);
  ipv6[12] = 0x86, ipv6[13] = 0xdd;
  REQUIRE_FALSE(is_short(ipv6));
  Bytes cut = ipv4(40, kTcp);
  cut.resize(14 + 32); // ends before the TCP header's length, which decides
  REQUIRE_FALSE(is_short(cut));
  cut.resize(5);
  REQUIRE_FALSE(is_short(cut));
}

TEST_CASE("VLAN tags do not count") {
  REQUIRE(is_short(ipv4(64, kUdp, 0, 5, 0, 1)));
  REQUIRE(is_short(ipv4(40, kTcp, 0, 5, 0, 2)));
  REQUIRE_FALSE(is_short(ipv4(41, kTcp, 0, 5, 0, 2)));
}

TEST_CASE("Cells carry the IP packet without the line's padding, or any other payload") {
  REQUIRE(of(ipv4(28, kUdp)).cells == 1);
  REQUIRE(of(ipv4(64, kIcmp)).cells == 1);
  REQUIRE(of(ipv4(65, kIcmp)).cells == 2);
  REQUIRE(of(ipv4(1500, kTcp)).cells == 24);
  Bytes unsaid = ipv4(1500, kUdp);
  unsaid[14 + 2] = unsaid[14 + 3] = 0;
  REQUIRE(of(unsaid).cells == 24);
  REQUIRE_FALSE(is_short(unsaid));
  Bytes other(14 + 129);
  REQUIRE(of(other).cells == 3);
  REQUIRE(classify(std::span(other).first(20), 14 + 129).cells == 3); // cut short by a capture
}

TEST_CASE("What a packet is, for those who ask about order") {
  const auto content = [](const Bytes& f) { return of(f).content; };
  REQUIRE(content(ipv4(64, kUdp)) == Content::ShortUdp);
  REQUIRE(content(ipv4(65, kUdp)) == Content::LongUdp);
  REQUIRE(content(ipv4(40, kUdp, 0, 5, 0x0001)) == Content::LongUdp);
  REQUIRE(content(ipv4(40, kTcp)) == Content::TcpBare);
  REQUIRE(content(ipv4(80, kTcp, 5, 10)) == Content::TcpBare);
  REQUIRE(content(ipv4(41, kTcp)) == Content::TcpData);
  REQUIRE(content(ipv4(40, kTcp, 0, 5, 0x2000)) == Content::TcpData);
  REQUIRE(content(ipv4(40, kIcmp)) == Content::Other);
}
