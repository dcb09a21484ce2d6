#include "emu/network/clock.h"
#include "emu/network/message.h"
#include "tests/catch.h"
#include "tests/unit/network/network_fixture.h"

#include <algorithm>
#include <random>
#include <set>

using namespace ixp;
using namespace ixp::test;

// One wire between two chips without microcode: frames are put on its transmit port by hand.

namespace {

SystemConfig ports(const char* rate = "100") {
  return parse_system(fmt::format("[port.3]\nrx = {{ rate_mbps = {} }}\ntx = {{ rate_mbps = {} }}\n"
                                  "[stop]\nidle = true\n",
                                  rate, rate),
                      "ports.toml");
}

// Chips with clocks of their own that step in turn.
struct Pair {
  SystemConfig system = [] {
    SystemConfig s = ports();
    s.stop.emplace().outside = true;
    s.ports.at(3).rx->linked = true;
    return s;
  }();
  Simulation a{system}, b{system};
  PortText at_a{a.chip()}, at_b{b.chip()};
  WireChip from, to;
  std::optional<WireSender> sender;
  std::optional<WireReceiver> receiver;
  explicit Pair(const WireConfig& wire, int64_t ppm_a = 0, int64_t ppm_b = 0) {
    from.clock = NetworkClock(1200, ppm_a);
    to.clock = NetworkClock(1200, ppm_b);
    from.chip = &a.chip();
    to.chip = &b.chip();
    sender.emplace(from, 3, Fcs::Strip, wire, 1, 0);
    receiver.emplace(to, 3);
  }
  void send(unsigned bytes) {
    const std::vector<uint8_t> data(bytes, 0x5a);
    TxMpacket m;
    m.bytes = data;
    m.sop = m.eop = true;
    a.chip().tx.deliver(3, m, a.now());
  }
  // Both to this time of the network.
  void run(NetTime to_time) {
    a.control().proceed(from.clock.tick_at(to_time));
    for (WireFrame& f : sender->outbox)
      receiver->deliver(std::move(f));
    sender->outbox.clear();
    b.control().proceed(to.clock.tick_at(to_time));
  }
};

} // namespace

TEST_CASE("a frame arrives a delay after it left, whoever's clock measures") {
  WireConfig wire;
  wire.delay = 1000;
  Pair exact(wire);
  exact.send(100); // 80 ns a byte: 9600 ticks
  exact.run(500);
  exact.run(20000);
  CHECK(exact.at_a.text.starts_with("tx3 0 9600 0 - 5a"));
  CHECK(exact.at_b.text.starts_with("rx3 1000 10600 0 p3.0 5a"));

  Pair drifting(wire, 0, 100'000); // B counts a tenth more: 96 ticks a byte is less time for it
  drifting.send(100);
  drifting.run(500);
  drifting.run(20000);
  CHECK(drifting.at_b.text.starts_with("rx3 1100 10700 0 p3.0 5a"));
}

TEST_CASE("frames back to back stay back to back, even into a slower clock") {
  WireConfig wire;
  wire.delay = 1000;
  for (const int64_t ppm : {int64_t{0}, int64_t{-100}}) {
    Pair pair(wire, 0, ppm);
    constexpr unsigned kFrames = 60;
    NetTime t = 0;
    for (unsigned n = 0; n < kFrames; ++n) {
      pair.send(200);
      t += 96 * 224;
      for (NetTime window = t - 96 * 224 + 1000; window < t; window += 1000)
        pair.run(window);
      pair.run(t);
    }
    pair.run(t + 100'000);
    const std::string last = fmt::format("rx3 {} ", pair.to.clock.tick_at(59 * 96 * 224 + 1000));
    CHECK(pair.at_b.text.find(last) != std::string::npos);
  }
}

TEST_CASE("losses and added delays are what the seed says, and counted") {
  WireConfig wire;
  wire.delay = 1000;
  wire.loss_per_giga = 300'000'000;
  wire.added_delay = 100'000;
  std::string first;
  for (unsigned repeat = 0; repeat < 2; ++repeat) {
    Pair pair(wire);
    for (NetTime t = 0; t < 200; ++t) {
      pair.send(60);
      pair.run((t + 1) * 96 * 84);
    }
    for (NetTime t = 201; t < 400; ++t)
      pair.run(t * 96 * 84);
    CHECK(pair.sender->counts().frames == 200);
    CHECK(pair.sender->counts().lost > 40);
    CHECK(pair.sender->counts().lost < 80);
    CHECK(pair.receiver->taken() == 200 - pair.sender->counts().lost);
    CHECK(pair.receiver->waiting() == 0);
    CHECK(pair.b.chip().rx.stats(3).frames == pair.receiver->taken());
    if (repeat == 0) first = pair.at_b.text;
    CHECK(difference(pair.at_b.text, first) == "");
  }
}

TEST_CASE("added delays reach their bound, and frames stay in order") {
  struct Start final : WireStart {
    using WireStart::send;
    using WireStart::WireStart;
    NetTime next_arrival(NetTime acts) const override { return acts; }
  };
  WireConfig wire;
  wire.delay = 1000;
  wire.added_delay = 3;
  Start start(wire, 1, 0);
  std::set<NetTime> added;
  for (NetTime begins = 0; begins < 1000; begins += 10)
    added.insert(start.send(begins, 64)->arrives - wire.delay - begins);
  CHECK(added == std::set<NetTime>{0, 1, 2, 3});
  for (NetTime begins = 1000; begins < 1100; ++begins)
    start.send(begins, 64);
  CHECK(std::ranges::is_sorted(start.outbox, {}, &WireFrame::arrives));
}

TEST_CASE("a frame that begins before it is whole is no frame for a wire") {
  Pair pair({});
  const std::vector<uint8_t> part(12'300, 1); // above high_water
  TxMpacket m;
  m.bytes = part;
  m.sop = true;
  CHECK_THROWS_WITH(pair.a.chip().tx.deliver(3, m, pair.a.now()),
                    Catch::Contains("12300 bytes are there yet; a link needs whole frames"));
}

TEST_CASE("a frame is the same after it was bytes") {
  WireFrame f;
  f.arrives = 17;
  f.bytes = {1, 2, 3};
  f.line_bytes = 3;
  f.id = {2, 3, true, 99, 12345, {4, 5}};
  std::string text;
  put_frame(text, 6, f);
  put_frame(text, 7, f);
  std::string_view rest = text;
  for (const uint32_t wire : {6u, 7u}) {
    CHECK(get<uint32_t>(rest) == wire);
    const WireFrame g = get_frame(rest);
    CHECK(g.arrives == 17);
    CHECK(g.bytes == f.bytes);
    CHECK(g.line_bytes == 3);
    CHECK(g.id.path == f.id.path);
    CHECK(ixp::text(g.id, {"", "", "C"}) == "C:m3.99");
  }
  CHECK(rest.empty());
}

TEST_CASE("an exact clock is the network's") {
  const NetworkClock clock;
  for (const Tick t : {Tick{0}, Tick{1}, Tick{123456789012345}, kNever}) {
    CHECK(clock.time_of(t) == t);
    CHECK(clock.tick_at(t) == t);
  }
}

TEST_CASE("the first tick at or after a time is just that") {
  std::mt19937_64 random(1);
  for (const int64_t ppm : {-100, -1, 1, 50, 100})
    for (const uint64_t mhz : {uint64_t{1000}, uint64_t{1200}, uint64_t{1400}}) {
      const NetworkClock clock(mhz, ppm);
      for (unsigned n = 0; n < 1000; ++n) {
        const NetTime t = random() >> (8 + random() % 40);
        const Tick tick = clock.tick_at(t);
        CHECK(clock.time_of(tick) >= t);
        if (tick) CHECK(clock.time_of(tick - 1) < t);
      }
    }
}

TEST_CASE("drift adds up to what it says, and to nothing else") {
  const NetworkClock fast(1200, 50);
  CHECK(fast.tick_at(NetTime{1'200'000'000} * 1000) == Tick{1'200'060'000} * 1000);
}
