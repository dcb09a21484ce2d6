// Transmit ports alone: the test delivers data in place of the MSF.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "tests/unit/media/media_fixture.h"

namespace tx_port_test {

using namespace ixp;
using namespace ixp::test;

namespace {
struct Alone {
  Params params;
  PacketLedger ledger;
  TxPorts tx{params, ledger};
  Recorder recorder;
  Script script;
  EventKernel kernel;
  explicit Alone(const TxPortConfig& config = {}) {
    tx.add(1, config);
    tx.add_observer(recorder);
    kernel.add(tx, Slot::TxPorts);
    kernel.add(script, Slot::Msf);
  }
  // A piece of `bytes` at tick t.
  void deliver(Tick t, const Bytes& bytes, bool sop, bool eop, PacketTag tag = 0,
               bool abort = false) {
    script.at(t, [=, this](Tick now) {
      if (const char* p = tx.deliver(1, {bytes, tag, sop, eop, abort}, now)) problems.push_back(p);
    });
  }
  void run() { kernel.run(kNever); }
  std::vector<std::string> problems;
};
} // namespace

TEST_CASE("a complete frame leaves at line rate and is logged at its end") {
  Alone a;
  const PacketTag tag = a.ledger.begin(0, 0);
  a.ledger.delivered(tag, false);
  a.deliver(100, make_frame(64, 1), true, false);
  a.deliver(200, make_frame(36, 2), false, true, tag);
  a.deliver(300, make_frame(60, 3), true, true);
  a.run();
  REQUIRE(a.recorder.frames.size() == 2);
  const Crossed& first = a.recorder.frames[0];
  CHECK(first.sop == 200);
  CHECK(first.eop == 200 + 960);
  CHECK(first.tag == tag);
  Bytes whole = make_frame(64, 1);
  const Bytes tail = make_frame(36, 2);
  whole.insert(whole.end(), tail.begin(), tail.end());
  CHECK(first.bytes == whole);
  CHECK(a.recorder.frames[1].sop == 200 + 1191); // 124 bytes of line: 1190.4
  CHECK(a.recorder.frames[1].frame == 1);
  CHECK(a.recorder.frames[1].tag == 0);
  CHECK(a.tx.empty());
  CHECK(a.problems.empty());
  CHECK(a.ledger.totals().transmitted_tagged == 1);
  CHECK(a.ledger.totals().transmitted_untagged == 1);
}

TEST_CASE("ten thousand frames back to back do not drift") {
  TxPortConfig config;
  config.buffer_bytes = 1 << 24;
  Alone a(config);
  for (unsigned i = 0; i < 10000; ++i)
    a.deliver(7, make_frame(60, i), true, true);
  a.run();
  REQUIRE(a.recorder.frames.size() == 10000);
  CHECK(a.recorder.frames.back().sop == 7 + (uint64_t{9999} * 84 * 96 + 9) / 10);
}

TEST_CASE("with FCS in the frame the line takes as long") {
  TxPortConfig config;
  config.fcs = Fcs::Keep;
  Alone a(config);
  a.deliver(0, make_frame(64, 1), true, true);
  a.deliver(0, make_frame(64, 2), true, true);
  a.run();
  REQUIRE(a.recorder.frames.size() == 2);
  CHECK(a.recorder.frames[1].sop == 807); // (64 - 4 + 24) bytes
}

TEST_CASE("a long frame starts early and runs dry when the rest comes late") {
  TxPortConfig config;
  config.start_bytes = 64;
  SECTION("in time") {
    Alone a(config);
    a.deliver(0, make_frame(64, 1), true, false);
    a.deliver(614, make_frame(64, 2), false, true);
    a.run();
    REQUIRE(a.recorder.frames.size() == 1);
    CHECK(a.recorder.frames[0].sop == 0);
    CHECK(a.recorder.frames[0].eop == 1229);
    CHECK(a.tx.stats(1).underrun_frames == 0);
  }
  SECTION("one tick late") {
    Alone a(config);
    a.deliver(0, make_frame(64, 1), true, false);
    a.deliver(615, make_frame(64, 2), false, false);
    a.deliver(700, make_frame(64, 2), false, true);
    a.deliver(800, make_frame(60, 3), true, true);
    a.run();
    CHECK(a.tx.stats(1).underrun_frames == 1);
    REQUIRE(a.recorder.frames.size() == 1); // the next frame is not harmed
    CHECK(a.recorder.frames[0].bytes == make_frame(60, 3));
    CHECK(a.recorder.frames[0].frame == 1);
    CHECK(a.recorder.frames[0].sop == 845); // 88 bytes of line
    CHECK(a.problems.empty());
    CHECK(a.tx.empty());
  }
}

TEST_CASE("flow control: status and the tick at which there is room") {
  TxPortConfig config;
  config.buffer_bytes = 1000;
  config.high_water = 200;
  config.low_water = 80;
  Alone a(config);
  a.script.at(10, [&](Tick now) {
    CHECK(a.tx.status(1, now) == TxStatus::Starving);
    a.tx.deliver(1, {make_frame(100, 1), 0, true, true}, now);
    CHECK(a.tx.status(1, now) == TxStatus::Hungry);
    CHECK(a.tx.admits_at(1, 64, now) == now);
    a.tx.deliver(1, {make_frame(150, 2), 0, true, true}, now);
    CHECK(a.tx.status(1, now) == TxStatus::Satisfied);
    const Tick t = a.tx.admits_at(1, 64, now);
    CHECK(t == 10 + 480); // 50 bytes have left
    CHECK(a.tx.fill(1, t) == 200);
    CHECK(a.tx.fill(1, t - 1) == 201);
  });
  a.run();
  CHECK(a.recorder.frames.size() == 2);
  CHECK(a.tx.stats(1).buffer_high_water == 250);
}

TEST_CASE("water marks that are not given are a quarter and three quarters of the buffer") {
  TxPortConfig config;
  config.buffer_bytes = 1000;
  Alone a(config);
  a.script.at(0, [&](Tick now) {
    const auto status_after = [&](unsigned bytes) {
      a.tx.deliver(1, {make_frame(bytes, 1), 0, a.tx.empty(), false}, now);
      return a.tx.status(1, now);
    };
    CHECK(status_after(249) == TxStatus::Starving);
    CHECK(status_after(1) == TxStatus::Hungry);
    CHECK(status_after(499) == TxStatus::Hungry);
    CHECK(status_after(1) == TxStatus::Hungry);
    CHECK(status_after(1) == TxStatus::Satisfied);
  });
  a.run();
}

TEST_CASE("a frame longer than the buffer gets through") {
  TxPortConfig config;
  config.buffer_bytes = 512;
  config.high_water = GENERATE(0u, 512u); // 512: it cannot be reached with pieces of 60
  Alone a(config);
  const Bytes piece = make_frame(60, 1);
  unsigned sent = 0;
  std::function<void(Tick)> feed = [&](Tick now) {
    const Tick at = a.tx.admits_at(1, 60, now);
    if (at > now) {
      a.script.at(at, feed);
      return;
    }
    a.tx.deliver(1, {piece, 0, sent == 0, sent == 29}, now);
    if (++sent < 30) a.script.at(now + 10, feed);
  };
  a.script.at(0, feed);
  a.run();
  REQUIRE(a.recorder.frames.size() == 1);
  CHECK(a.recorder.frames[0].bytes.size() == 1800);
  CHECK(a.tx.stats(1).buffer_high_water <= 512);
}

TEST_CASE("a frame that is given up on the line ends there; one behind it leaves no trace") {
  TxPortConfig config;
  config.start_bytes = 64;
  Alone a(config);
  a.deliver(0, make_frame(100, 1), true, false); // on the line immediately
  a.deliver(10, make_frame(60, 2), true, true);  // a new frame begins: the first has no end
  a.deliver(20, make_frame(40, 3), true, false); // waits for both
  a.deliver(30, make_frame(70, 4), true, true);  // and is discarded as well
  a.run();
  CHECK(a.problems.size() == 2);
  CHECK(a.tx.stats(1).error_frames == 2);
  REQUIRE(a.recorder.frames.size() == 2);
  CHECK(a.recorder.frames[0].bytes == make_frame(60, 2));
  CHECK(a.recorder.frames[1].bytes == make_frame(70, 4));
  const Tick first = 1 + (100 + 24) * 8 * a.params.clock_pll_mhz / 1000;
  CHECK(a.recorder.frames[0].sop - first <= 1); // all that was there has crossed
  CHECK(a.tx.empty());
}

TEST_CASE("a frame that starts because the buffer is full, and gets no end, runs dry") {
  TxPortConfig config;
  config.buffer_bytes = 1000;
  config.high_water = 200;
  config.start_bytes = 900;
  Alone a(config);
  a.deliver(0, make_frame(250, 1), true, false);
  a.script.at(10, [&](Tick now) { CHECK(a.tx.admits_at(1, 64, now) > now); });
  a.run();
  CHECK(a.tx.stats(1).underrun_frames == 1);
  CHECK(a.tx.empty());
}

TEST_CASE("without flow control the buffer overflows") {
  TxPortConfig config;
  config.buffer_bytes = 512;
  config.flow_control = false;
  Alone a(config);
  for (unsigned i = 0; i < 10; ++i)
    a.deliver(0, make_frame(100, i), true, true);
  a.run();
  CHECK(a.recorder.frames.size() == 5);
  CHECK(a.tx.stats(1).buffer_overflow_frames == 5);
  CHECK(a.tx.stats(1).overflow_bytes == 500);
}

TEST_CASE("SOP and EOP out of order are told, and harm one frame") {
  Alone a;
  a.deliver(0, make_frame(10, 1), false, false); // no frame
  a.deliver(1, make_frame(10, 1), false, true);
  a.deliver(2, make_frame(10, 2), true, false);
  a.deliver(3, make_frame(10, 3), true, true); // the one before did not end
  a.deliver(4, make_frame(10, 4), true, false);
  a.deliver(5, make_frame(10, 4), false, false, 0, true); // aborted
  a.deliver(6, make_frame(10, 4), false, true);
  a.deliver(7, make_frame(10, 5), true, true);
  a.run();
  REQUIRE(a.problems.size() == 2);
  CHECK(a.problems[0].find("neither SOP") == 0);
  CHECK(a.problems[1].find("SOP before") == 0);
  REQUIRE(a.recorder.frames.size() == 2);
  CHECK(a.recorder.frames[0].bytes == make_frame(10, 3));
  CHECK(a.recorder.frames[1].bytes == make_frame(10, 5));
  CHECK(a.tx.stats(1).error_frames == 3);
  CHECK(a.tx.empty());
}

TEST_CASE("received frames that a port loses are known by tag and reason") {
  const auto lost = [](const Alone& a, TransmitLoss reason) {
    return a.ledger.totals().lost_on_transmit[static_cast<unsigned>(reason)];
  };
  SECTION("underrun") {
    TxPortConfig config;
    config.start_bytes = 64;
    Alone a(config);
    const PacketTag tag = a.ledger.begin(0, 0);
    a.deliver(0, make_frame(64, 1), true, false, tag);
    a.script.at(10, [&](Tick) {
      std::vector<PacketTag> frames;
      a.tx.list_frames(1, frames);
      CHECK(frames == std::vector<PacketTag>{tag});
    });
    a.deliver(900, make_frame(64, 2), false, true, tag);
    a.run();
    CHECK(lost(a, TransmitLoss::Underrun) == 1);
    CHECK(a.ledger.entry(tag).left());
  }
  SECTION("overflow") {
    TxPortConfig config;
    config.buffer_bytes = 512;
    config.flow_control = false;
    Alone a(config);
    for (unsigned i = 0; i < 10; ++i)
      a.deliver(0, make_frame(100, i), true, true, a.ledger.begin(0, i));
    a.run();
    CHECK(lost(a, TransmitLoss::PortOverflow) == 5);
    CHECK(a.ledger.totals().received_and_transmitted == 5);
  }
  SECTION("aborted, or with neither begin nor end; frames of microcode do not count") {
    Alone a;
    a.deliver(0, make_frame(10, 1), false, true, a.ledger.begin(0, 0));
    a.deliver(2, make_frame(10, 2), true, false, a.ledger.begin(0, 1));
    a.deliver(3, make_frame(10, 3), true, true, a.ledger.begin(0, 2)); // the one before did not end
    a.deliver(4, make_frame(10, 4), true, false, a.ledger.begin(0, 3));
    a.deliver(5, make_frame(10, 4), false, true, 0, true);
    a.deliver(6, make_frame(10, 5), true, true, 0, true);
    a.run();
    CHECK(lost(a, TransmitLoss::Aborted) == 3);
    CHECK(a.ledger.totals().received_and_transmitted == 1);
  }
  SECTION("not lost when it leaves after all, or has left") {
    Alone a;
    const PacketTag tag = a.ledger.begin(0, 0);
    a.deliver(0, make_frame(10, 1), true, true, tag, true);
    a.deliver(10, make_frame(10, 1), true, true, tag);
    a.deliver(2000, make_frame(10, 1), true, true, tag, true);
    a.run();
    CHECK(lost(a, TransmitLoss::Aborted) == 0);
    CHECK(a.ledger.totals().received_and_transmitted == 1);
  }
}

TEST_CASE("a frame without end is given up") {
  TxPortConfig config;
  config.rate_mbps = 0;
  Alone a(config);
  const unsigned enough = kMaxFrameBytes / 256 + 1;
  for (unsigned i = 0; i < 2 * enough; ++i)
    a.deliver(i, make_frame(256, i), i == 0, false);
  a.deliver(2 * enough, make_frame(256, 0), false, true);
  a.deliver(2 * enough + 1, make_frame(60, 0), true, true);
  a.run();
  REQUIRE(a.problems.size() == 1);
  CHECK(a.problems[0].find("no EOP within the longest frame") == 0);
  CHECK(a.recorder.frames.size() == 1);
  CHECK(a.tx.stats(1).error_frames == 1);
}

TEST_CASE("an unbounded port sends at once") {
  TxPortConfig config;
  config.rate_mbps = 0;
  Alone a(config);
  for (unsigned i = 0; i < 5; ++i)
    a.deliver(10 * i, make_frame(1500, i), true, true);
  a.run();
  REQUIRE(a.recorder.frames.size() == 5);
  CHECK(a.recorder.frames[4].eop == 41);
}

TEST_CASE("contradictory transmit settings are refused") {
  TxPortConfig c;
  c.buffer_bytes = 100;
  CHECK_THROWS_AS(check(c, "port.1.tx"), InputError);
  c.buffer_bytes = 1000;
  check(c, "port.1.tx");
  c.high_water = 1001;
  CHECK_THROWS_AS(check(c, "port.1.tx"), InputError);
  c.high_water = 500;
  c.low_water = 501;
  CHECK_THROWS_AS(check(c, "port.1.tx"), InputError);
  c.low_water = 0;
  c.start_bytes = 501;
  CHECK_THROWS_AS(check(c, "port.1.tx"), InputError);
}

} // namespace tx_port_test
