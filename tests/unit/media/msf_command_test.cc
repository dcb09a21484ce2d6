// Commands of microengines: timing, data, and forbidden effects.
#include "tests/catch.h"

#include "tests/unit/event_recorder.h"
#include "tests/unit/media/media_fixture.h"

#include <fmt/format.h>

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {
struct Commands : Bench<> {
  explicit Commands(const Params& p = {}) {
    params = p;
    rx.add(0, {}, same_frames(1, 64));
    tx.add(0, {});
    build();
    msf->populate_rbuf();
  }
  // Issued at tick t, at the MSF bus.command_latency later, as on an idle bus.
  void issue(Tick t, mev2::Opcode op, uint32_t address, unsigned count = 1, unsigned xfer = 0,
             unsigned signal = 1, unsigned data_me = 0) {
    Command c;
    c.op = op;
    c.address = address;
    c.count = static_cast<uint8_t>(count);
    c.xfer = static_cast<uint8_t>(xfer);
    c.signal = static_cast<uint8_t>(signal);
    c.data_me = static_cast<uint8_t>(data_me);
    c.pc = 77;
    c.issued = t;
    script.at(t, [=, this](Tick now) {
      REQUIRE(this->accept(c, now, now + params.me(params.bus_command_latency)));
    });
  }
};
using Op = mev2::Opcode;
} // namespace

TEST_CASE("unloaded latencies are the parameters") {
  Commands b;
  b.issue(1000, Op::MSF_READ, kTxSequence0);
  b.issue(2000, Op::MSF_WRITE, kBuffer);
  b.issue(3000, Op::MSF_READ, kBuffer, 8, 20);
  b.issue(4000, Op::MSF_READ64, kTxControl, 1, 10);
  b.kernel.run(10000);
  REQUIRE(b.me[0].signals.size() == 4);
  CHECK(b.me[0].signals[0].tick == 1000 + 160);
  CHECK(b.me[0].s_in[0] == 1u << 31);
  CHECK(b.me[0].signals[1].tick == 2000 + 96);
  CHECK(b.me[0].signals[2].tick == 3000 + 160 + 7 * 4);
  CHECK(b.me[0].signals[3].tick == 4000 + 160 + 4); // a pair: two longwords
  CHECK(b.me[0].s_in[10] == (1u << 28 | 3u << 18));
}

TEST_CASE("fast writes take effect without signal") {
  Commands b;
  b.issue(1000, Op::MSF_FAST_WR, 0x4321u << 16 | kHwmControl, 0, 0, 0);
  b.script.at(1049, [&](Tick now) { CHECK(b.msf->read_register(kHwmControl, now) == 0); });
  b.script.at(1050, [&](Tick now) { CHECK(b.msf->read_register(kHwmControl, now) == 0x4321); });
  b.kernel.run(5000);
  CHECK(b.me[0].signals.empty());
}

TEST_CASE("commands are served one after the other") {
  Commands b;
  for (unsigned i = 0; i < 4; ++i)
    b.issue(1000, Op::MSF_READ, kTxSequence0, 1, i);
  b.kernel.run(5000);
  REQUIRE(b.me[0].signals.size() == 4);
  for (unsigned i = 0; i < 4; ++i)
    CHECK(b.me[0].signals[i].tick == 1160 + 4 * i);
}

TEST_CASE("the inlet refuses what it cannot hold and has room again") {
  Commands b;
  b.params.msf_inlet_fifo = 2;
  Command c;
  c.op = Op::MSF_READ;
  c.address = kTxSequence0;
  c.count = 8;
  bool later = false;
  b.script.at(1000, [&](Tick now) {
    for (unsigned i = 0; i < 3; ++i) { // the first is served immediately
      CHECK(b.accept(c, now, now + 36));
    }
    CHECK_FALSE(b.accept(c, now, now + 36));
  });
  b.script.at(1036 + 31, [&](Tick now) { CHECK_FALSE(b.msf->can_accept(c, now)); });
  b.script.at(1036 + 32, [&](Tick now) {
    CHECK(b.msf->can_accept(c, now));
    later = true;
  });
  b.kernel.run(5000);
  CHECK(later);
  CHECK(b.msf->stats().inlet_max == 2);
}

TEST_CASE("a packet through commands alone: freelist, RBUF read, TBUF write, validation") {
  Commands b;
  test::RecordedEvents events({EventKind::Element});
  b.msf->listen(&events.stream);
  b.issue(0, Op::MSF_FAST_WR, b.entry(0, 2, 0, 5) << 16 | kRxThreadFreelist0, 0, 0, 0);
  b.me[0].on_signal = [&](const FakeMe::Signal& s) {
    if (s.number == 5) {
      const unsigned element = b.me[0].s_in[32] >> 24;
      b.issue(s.tick + 2, Op::MSF_READ64, kBuffer + 64 * element, 8, 64, 6);
    } else if (s.number == 6) {
      for (unsigned i = 0; i < 16; ++i)
        b.me[0].s_out[64 + i] = b.me[0].s_in[64 + i];
      b.issue(s.tick + 2, Op::MSF_WRITE64, kBuffer, 8, 64, 7);
    } else if (s.number == 7) {
      b.me[0].s_out[0] = 64u << 24 | 3u << 8;
      b.me[0].s_out[1] = 0;
      b.issue(s.tick + 2, Op::MSF_WRITE, kTbufElementControl, 2, 0, 8);
      b.issue(s.tick + 2, Op::MSF_FAST_WR, 1u << 16 | kRbufElementDone, 0, 0, 0);
    }
  };
  b.kernel.run(20000);
  REQUIRE(b.recorder.frames.size() == 2);
  CHECK(b.recorder.frames[1].direction == Direction::Tx);
  CHECK(b.recorder.frames[1].bytes == make_frame(64, 0));
  CHECK(b.recorder.frames[1].tag == 0); // the microengine wrote every byte itself
  CHECK(b.msf->rbuf_in_use() == 0);
  CHECK(b.hazards.seen.empty());
  events.deliver(20000);
  static constexpr const char* kNames[] = {"Filled", "Dropped",   "Announced",
                                           "Freed",  "Validated", "Sent"};
  std::vector<std::string> seen;
  for (const Event& e : events.seen)
    seen.push_back(fmt::format("{}: tag {} port {} element {} me {} ctx {}{}{}",
                               kNames[static_cast<unsigned>(e.element.action)], e.element.tag,
                               e.element.port, e.element.number, e.me, e.ctx,
                               e.element.sop ? " sop" : "", e.element.eop ? " eop" : ""));
  CHECK(seen == std::vector<std::string>{
                    "Filled: tag 1 port 0 element 1 me -1 ctx -1 sop eop",
                    "Announced: tag 1 port 0 element 1 me 0 ctx 2 sop eop",
                    "Freed: tag 1 port 0 element 1 me 0 ctx 0 sop eop",
                    "Validated: tag 0 port 0 element 0 me 0 ctx 0 sop eop",
                    "Sent: tag 0 port 0 element 0 me -1 ctx -1 sop eop",
                });
}

TEST_CASE("a latency shorter than the way of the command ends a cycle after its arrival") {
  Params params;
  params.msf_read = params.bus_command_latency;
  Commands b(params);
  b.issue(1000, Op::MSF_READ, kTxSequence0);
  b.kernel.run(5000);
  REQUIRE(b.me[0].signals.size() == 1);
  CHECK(b.me[0].signals[0].tick == 1000 + b.params.me(b.params.bus_command_latency + 1));
}

TEST_CASE("RBUF can be read from any longword on") {
  Commands b;
  b.issue(0, Op::MSF_FAST_WR, b.entry(0, 2, 0, 5) << 16 | kRxThreadFreelist0, 0, 0, 0);
  b.issue(5000, Op::MSF_READ, kBuffer + 64 + 4, 2, 64);
  b.issue(6000, Op::MSF_READ, kBuffer + 64 + 10, 1, 80);
  b.kernel.run(10000);
  const Bytes frame = make_frame(64, 0);
  const auto word = [&](unsigned at) {
    return uint32_t{frame[at]} << 24 | uint32_t{frame[at + 1]} << 16 |
           uint32_t{frame[at + 2]} << 8 | frame[at + 3];
  };
  CHECK(b.me[0].s_in[64] == word(4));
  CHECK(b.me[0].s_in[65] == word(8));
  CHECK(b.me[0].s_in[80] == word(8)); // the low bits do not exist
  REQUIRE(b.hazards.seen.size() == 1);
  CHECK(b.hazards.seen[0].kind == HazardKind::BadAddress);
}

TEST_CASE("data may go to another microengine, which is told") {
  Commands b;
  b.issue(1000, Op::MSF_READ, kTxSequence0, 1, 40, 3, 5);
  b.kernel.run(5000);
  CHECK(b.me[5].s_in[40] == 1u << 31);
  CHECK(b.me[5].expected == std::vector<unsigned>{40});
  REQUIRE(b.me[0].signals.size() == 1);
  CHECK(b.me[5].signals.empty());
}

TEST_CASE("bad addresses are reported with their command") {
  Commands b;
  b.issue(1000, Op::MSF_READ, 0x500);
  b.issue(2000, Op::MSF_WRITE, kTxSequence0);
  b.issue(3000, Op::MSF_READ, kTxSequence0 + 2);
  b.issue(4000, Op::MSF_READ, kEnd);
  b.issue(5000, Op::MSF_READ, kRxThreadFreelist0);
  b.kernel.run(10000);
  REQUIRE(b.hazards.seen.size() == 5);
  CHECK(b.hazards.seen[0].kind == HazardKind::BadCsr);
  CHECK(b.hazards.seen[0].pc == 77);
  CHECK(b.hazards.seen[0].me == 0);
  CHECK(b.hazards.seen[0].tick == 1160);
  CHECK(b.hazards.seen[1].text.find("write to msf address 0x0060") == 0);
  CHECK(b.hazards.seen[2].kind == HazardKind::BadAddress);
  CHECK(b.hazards.seen[3].kind == HazardKind::BadCsr);
  CHECK(b.hazards.seen[4].kind == HazardKind::BadCsr);
  CHECK(b.me[0].signals.size() == 5); // every command ends
}
