// An SRAM channel on the bench: effects, times and signals of each command.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "emu/memory/sram.h"
#include "tests/unit/event_recorder.h"
#include "tests/unit/sram/memory_rig.h"

using namespace ixp;
using namespace ixp::test;
using mev2::Opcode;

namespace {
template <class K = EventKernel> struct Rig : Bench {
  K kernel;
  SramChannel sram;
  Source source;

  explicit Rig(
      bool check = false, const std::function<void(Params&)>& change = [](Params&) {})
      : sram(0, prepared(check, change), hazards), source(sram, params, pool) {
    sram.connect(wiring());
    kernel.add(sram, Slot::Sram0);
    kernel.add(source, Slot::CommandBus0);
  }
  const Params& prepared(bool check, const std::function<void(Params&)>& change) {
    hazards.check = check;
    change(params);
    return params;
  }

  static Command command(Opcode op, uint32_t address, unsigned count = 0, unsigned signal = 4) {
    Command c;
    c.op = op;
    c.address = address;
    c.count = static_cast<uint8_t>(count);
    c.signal = static_cast<uint8_t>(signal);
    c.xfer = 16;
    c.ctx = 3;
    return c;
  }
  // Runs one command alone; returns ME cycles from its issue to the last signal.
  uint64_t run(Command c) {
    const Tick at = kernel.now() + 1000;
    log.clear();
    source.issue(c, at);
    kernel.run(at + 100'000);
    Tick last = 0;
    for (const RigEvent& e : log)
      if (e.kind == RigEvent::Signal) {
        CHECK(e.me == c.me);
        CHECK(e.ctx == c.ctx);
        last = e.tick;
      }
    return last ? (last - at) / params.clock_me_div : 0;
  }
  uint64_t run(Opcode op, uint32_t address, unsigned count = 0, unsigned signal = 4) {
    return run(command(op, address, count, signal));
  }
  void set_out(std::initializer_list<uint32_t> words) {
    unsigned reg = 16;
    for (const uint32_t w : words)
      me[0].out[0][reg++] = w;
  }
};
constexpr uint32_t queue_address(unsigned entry, uint32_t longword) {
  return entry << 24 | longword;
}
constexpr uint32_t ring_address(unsigned entry) {
  return entry << 2;
}
} // namespace

TEST_CASE("unloaded latencies equal the parameters") {
  Rig rig;
  const Params& p = rig.params;
  rig.sram.set_up_queue(1, 0x100);
  rig.sram.set_up_ring(2, 0x1000, 512);
  const uint64_t lw = p.sram_service_per_lw;
  for (unsigned n = 1; n <= 16; ++n) {
    CHECK(rig.run(Opcode::SRAM_READ, 0x40, n) == p.sram_read + (n - 1) * lw);
    CHECK(rig.run(Opcode::SRAM_WRITE, 0x40, n) == p.sram_write + (n - 1) * lw);
    CHECK(rig.run(Opcode::SRAM_PUT, ring_address(2), n) == p.sram_ring_put + (n - 1) * lw);
    CHECK(rig.run(Opcode::SRAM_GET, ring_address(2), n) == p.sram_ring_get + (n - 1) * lw);
    CHECK(rig.run(Opcode::SRAM_JOURNAL, ring_address(2), n) == p.sram_write + (n - 1) * lw);
  }
  CHECK(rig.run(Opcode::SRAM_SWAP, 0x40) == p.sram_atomic);
  CHECK(rig.run(Opcode::SRAM_TEST_AND_INCR, 0x40) == p.sram_atomic);
  CHECK(rig.run(Opcode::SRAM_ADD, 0x40) == p.sram_write);
  CHECK(rig.run(Opcode::SRAM_INCR, 0x40) == p.sram_write);
  CHECK(rig.run(Opcode::SRAM_CSR_RD, 0) == p.sram_read);
  CHECK(rig.run(Opcode::SRAM_CSR_WR, 4) == p.sram_write);
  CHECK(rig.run(Opcode::SRAM_FAST_JOURNAL, ring_address(2)) == p.sram_write);
  CHECK(rig.run(Opcode::SRAM_ENQUEUE, queue_address(1, 0x200)) == p.sram_enqueue);
  CHECK(rig.run(Opcode::SRAM_ENQUEUE_TAIL, queue_address(1, 0x208)) == p.sram_enqueue);
  CHECK(rig.run(Opcode::SRAM_DEQUEUE, queue_address(1, 0)) == p.sram_dequeue);
  CHECK(rig.run(Opcode::SRAM_WR_QDESC, queue_address(1, 0x40)) == p.sram_write);
  CHECK(rig.run(Opcode::SRAM_WR_QDESC_COUNT, queue_address(1, 0x40)) == p.sram_write);
  CHECK(rig.run(Opcode::SRAM_RD_QDESC_HEAD, queue_address(1, 0x40), 2) == p.sram_read + lw);
  CHECK(rig.run(Opcode::SRAM_RD_QDESC_OTHER, queue_address(1, 0x40)) == p.sram_read);
  CHECK(rig.run(Opcode::SRAM_RD_QDESC_TAIL, queue_address(1, 0x40), 2) == p.sram_read + lw);
  CHECK(rig.hazards.seen.empty());
}

TEST_CASE("each latency is a parameter of its own") {
  Rig rig(false, [](Params& p) { p.sram_write = 200; });
  const Params& p = rig.params;
  rig.sram.set_up_queue(1, 0x100);
  rig.sram.set_up_ring(2, 0x1000, 512);
  CHECK(rig.run(Opcode::SRAM_WRITE, 0x40, 1) == 200);
  CHECK(rig.run(Opcode::SRAM_READ, 0x40, 1) == p.sram_read);
  CHECK(rig.run(Opcode::SRAM_SWAP, 0x40) == p.sram_atomic);
  CHECK(rig.run(Opcode::SRAM_ENQUEUE, queue_address(1, 0x200)) == p.sram_enqueue);
  CHECK(rig.run(Opcode::SRAM_DEQUEUE, queue_address(1, 0)) == p.sram_dequeue);
  CHECK(rig.run(Opcode::SRAM_PUT, ring_address(2), 1) == p.sram_ring_put);
  CHECK(rig.run(Opcode::SRAM_GET, ring_address(2), 1) == p.sram_ring_get);
}

TEST_CASE("every SRAM command pulls, pushes and signals as the instruction set says") {
  for (unsigned i = 0; i < mev2::kOpcodes; ++i) {
    const auto op = static_cast<Opcode>(i);
    const mev2::OpcodeInfo& info = mev2::info(op);
    if (info.cls != mev2::InstrClass::Sram) continue;
    INFO(info.name);
    Rig rig;
    REQUIRE(rig.run(op, 0, info.has_count ? 2 : 0) > 0);
    unsigned pulls = 0, pushes = 0, signals = 0;
    for (const RigEvent& e : rig.log) {
      pulls += e.kind == RigEvent::Pull;
      pushes += e.kind == RigEvent::Push;
      signals += e.kind == RigEvent::Signal;
    }
    CHECK((pulls > 0) == info.pulls);
    CHECK((pushes > 0) == info.pushes);
    CHECK(signals == (info.two_signals ? 2 : 1));
    CHECK(rig.log.back().kind == RigEvent::Signal); // never before the data
    CHECK(rig.log.back().number == (info.two_signals ? 5 : 4));
    rig.run(op, 0, info.has_count ? 2 : 0, 0);
    for (const RigEvent& e : rig.log)
      CHECK(e.kind != RigEvent::Signal); // none requested
  }
}

TEST_CASE("writes and reads move longwords in order, lowest address to lowest register") {
  Rig rig;
  rig.set_out({11, 22, 33});
  rig.run(Opcode::SRAM_WRITE, 0x100, 3);
  CHECK(rig.sram.read(0x100) == 11);
  CHECK(rig.sram.read(0x108) == 33);
  CHECK(rig.sram.read(0x10c) == 0);
  rig.run(Opcode::SRAM_READ, 0x104, 2);
  CHECK(rig.pushed() == std::vector<uint32_t>{22, 33});
  CHECK(rig.me[0].in[0][16] == 22);
  CHECK(rig.me[0].in[0][17] == 33);
}

TEST_CASE("byte mask of a write") {
  Rig rig;
  rig.sram.write(0x100, 0xaabbccdd);
  rig.set_out({0x11223344});
  Command c = rig.command(Opcode::SRAM_WRITE, 0x100, 1);
  c.has_override = true;
  c.override_word = 1u << 20 | 0x8 << 12; // bits 31:24 only
  rig.run(c);
  CHECK(rig.sram.read(0x100) == 0x11bbccdd);
  c.override_word = 1u << 20 | 0x3 << 12;
  rig.run(c);
  CHECK(rig.sram.read(0x100) == 0x11bb3344);
  c.override_word = 0; // not enabled: everything
  rig.run(c);
  CHECK(rig.sram.read(0x100) == 0x11223344);
}

TEST_CASE("atomics") {
  struct Case {
    Opcode plain, returning;
    uint32_t result;
  };
  constexpr uint32_t old = 0xf0f0'000f, x = 0x0ff0'0001;
  for (const Case& t : {Case{Opcode::SRAM_SET, Opcode::SRAM_TEST_AND_SET, old | x},
                        Case{Opcode::SRAM_CLR, Opcode::SRAM_TEST_AND_CLR, old & ~x},
                        Case{Opcode::SRAM_ADD, Opcode::SRAM_TEST_AND_ADD, old + x},
                        Case{Opcode::SRAM_INCR, Opcode::SRAM_TEST_AND_INCR, old + 1},
                        Case{Opcode::SRAM_DECR, Opcode::SRAM_TEST_AND_DECR, old - 1},
                        Case{Opcode::SRAM_SWAP, Opcode::SRAM_SWAP, x}}) {
    INFO(mev2::info(t.plain).name);
    Rig rig;
    rig.set_out({x});
    rig.sram.write(0x40, old);
    rig.run(t.plain, 0x40);
    CHECK(rig.sram.read(0x40) == t.result);
    rig.sram.write(0x40, old);
    rig.run(t.returning, 0x40);
    CHECK(rig.sram.read(0x40) == t.result);
    CHECK(rig.pushed() == std::vector<uint32_t>{old});
    CHECK(rig.signals(4).size() == 1); // on the pull
    CHECK(rig.signals(5).size() == 1); // on the push
    CHECK(rig.signals(4).at(0) < rig.signals(5).at(0));
  }
}

TEST_CASE("data may go to another microengine, signals go to the issuer") {
  Rig rig;
  rig.sram.write(0x40, 77);
  Command c = rig.command(Opcode::SRAM_READ, 0x40, 1);
  c.data_me = 5;
  c.xfer = 100;
  rig.run(c);
  CHECK(rig.me[5].in[0][100] == 77);
  REQUIRE(rig.log.size() == 3);
  CHECK(rig.log[0] == RigEvent{RigEvent::Expect, 0, 5, 0, 100, 1});
}

TEST_CASE("enqueue and dequeue, with attributes") {
  Rig rig;
  rig.sram.set_up_queue(63, 0x800);
  rig.run(Opcode::SRAM_DEQUEUE, queue_address(63, 0));
  CHECK(rig.pushed() == std::vector<uint32_t>{0});
  rig.run(Opcode::SRAM_ENQUEUE, queue_address(63, 0x1000));
  Command c = rig.command(Opcode::SRAM_ENQUEUE, queue_address(63, 0x2000));
  c.has_override = true;
  c.override_word = 1u << 20 | 0u << 19 | 1u << 18 | 1u << 12; // no EOP, SOP, two cells
  rig.run(c);
  rig.sram.write(0x2000 * 4, 0x8000'3000); // link to the packet's next buffer
  rig.run(Opcode::SRAM_ENQUEUE_TAIL, queue_address(63, 0x3000));
  CHECK(rig.sram.entry(63).depth() == 2);
  std::vector<uint32_t> got;
  for (unsigned i = 0; i < 5; ++i) {
    rig.run(Opcode::SRAM_DEQUEUE, queue_address(63, 0));
    got.push_back(rig.pushed().at(0));
  }
  CHECK(got == std::vector<uint32_t>{0x8000'1000, 0x4100'2000, 0x4000'2000, 0x8000'3000, 0});
  c.override_word &= ~(1u << 20); // of something else: the link is plain
  c.address = queue_address(62, 0x2000);
  rig.run(c);
  CHECK(rig.sram.entry(62).head == 0x8000'2000);
  const QueueStats& s = rig.sram.queue_stats(63);
  CHECK(s.puts == 2);
  CHECK(s.gets == 4);
  CHECK(s.empty == 2);
  CHECK(s.depth.max() == 2);
  CHECK(s.depth.depth() == 0);
}

TEST_CASE("SRAM_CONTROL selects packet mode") {
  Rig rig;
  rig.run(Opcode::SRAM_CSR_RD, 0);
  CHECK(rig.pushed() == std::vector<uint32_t>{3u << 7}); // 8 MB
  rig.set_out({sram_csr::kIgnoreCells | 3u << 7});
  rig.run(Opcode::SRAM_CSR_WR, 0);
  rig.run(Opcode::SRAM_CSR_RD, 0);
  CHECK(rig.pushed() == std::vector<uint32_t>{sram_csr::kIgnoreCells | 3u << 7});
  rig.sram.enqueue(1, link_word::make(0x100, true, true, 9));
  rig.run(Opcode::SRAM_DEQUEUE, queue_address(1, 0));
  CHECK(rig.pushed() == std::vector<uint32_t>{0xc900'0100});
  CHECK(rig.sram.entry(1).empty());
  CHECK(rig.hazards.seen.empty());
  rig.run(Opcode::SRAM_CSR_RD, 12);
  CHECK(rig.hazards.has(HazardKind::BadCsr));
}

TEST_CASE("descriptors move between memory and the array") {
  Rig rig;
  for (const Opcode first : {Opcode::SRAM_RD_QDESC_HEAD, Opcode::SRAM_RD_QDESC_TAIL}) {
    rig.sram.write(0x400, 0x8000'1111);
    rig.sram.write(0x404, 0x2222);
    rig.sram.write(0x408, 0x7700'0003);
    rig.run(first, queue_address(9, 0x100), 2);
    const bool head = first == Opcode::SRAM_RD_QDESC_HEAD;
    CHECK(rig.pushed() == std::vector<uint32_t>{head ? 0x8000'1111u : 0x2222u, 0x7700'0003});
    rig.run(Opcode::SRAM_RD_QDESC_OTHER, queue_address(9, 0x100));
    CHECK(rig.pushed().empty());
    const QueueEntry& e = rig.sram.entry(9);
    CHECK(e.head == 0x8000'1111);
    CHECK(e.tail == 0x2222);
    CHECK(e.count == 0x7700'0003);
    rig.run(Opcode::SRAM_ENQUEUE, queue_address(9, 0x3333));
    rig.run(Opcode::SRAM_WR_QDESC_COUNT, queue_address(9, 0x100));
    CHECK(rig.sram.read(0x404) == 0x2222);
    CHECK(rig.sram.read(0x408) == 0x7700'0004);
    rig.run(Opcode::SRAM_WR_QDESC, queue_address(9, 0x100));
    CHECK(rig.sram.read(0x404) == 0x3333);
  }
}

TEST_CASE("ring put tells whether it stored, get returns zeros when short") {
  Rig rig;
  rig.sram.set_up_ring(7, 0x1000, 512);
  rig.set_out({5, 6, 7});
  rig.run(Opcode::SRAM_PUT, ring_address(7) | 0x3fff'ff03, 3); // other bits are ignored
  CHECK(rig.pushed() == std::vector<uint32_t>{1u << 31});
  CHECK(rig.signals(4).size() == 1);
  CHECK(rig.signals(5).size() == 1);
  for (unsigned i = 0; i < 506; ++i)
    CHECK(rig.sram.put(7, 1000 + i));
  rig.run(Opcode::SRAM_PUT, ring_address(7), 4); // 509 + 4 > 512
  CHECK(rig.pushed() == std::vector<uint32_t>{509});
  CHECK(rig.sram.entry(7).depth() == 509);
  CHECK(rig.sram.queue_stats(7).refused == 1);
  rig.run(Opcode::SRAM_GET, ring_address(7), 4);
  CHECK(rig.pushed() == std::vector<uint32_t>{5, 6, 7, 1000});
  std::vector<uint32_t> rest(505);
  CHECK(rig.sram.get(7, rest) == 505);
  rig.run(Opcode::SRAM_GET, ring_address(7), 2);
  CHECK(rig.pushed() == std::vector<uint32_t>{0, 0});
  CHECK(rig.sram.queue_stats(7).depth.max() == 509);
}

TEST_CASE("a put into a full ring is lost unless the program reads the status") {
  Rig rig;
  rig.sram.set_up_ring(7, 0x1000, 512);
  for (unsigned i = 0; i < 510; ++i)
    REQUIRE(rig.sram.put(7, i));
  rig.run(Opcode::SRAM_PUT, ring_address(7), 3);
  CHECK(rig.hazards.seen.empty());
  rig.me[0].reads_results = false;
  rig.run(Opcode::SRAM_PUT, ring_address(7), 2);
  CHECK(rig.hazards.seen.empty());
  rig.run(Opcode::SRAM_PUT, ring_address(7), 1);
  CHECK(rig.pushed() == std::vector<uint32_t>{512});
  REQUIRE(rig.hazards.seen.size() == 1);
  CHECK(rig.hazards.seen[0].kind == HazardKind::PutIntoFullRing);
  CHECK(rig.sram.queue_stats(7).refused == 2);
}

TEST_CASE("a get of part of what it asks for is reported, a get from an empty ring is not") {
  Rig rig;
  rig.sram.set_up_ring(7, 0x1000, 512);
  rig.run(Opcode::SRAM_GET, ring_address(7), 2);
  rig.sram.put(7, 1);
  rig.sram.put(7, 2);
  rig.run(Opcode::SRAM_GET, ring_address(7), 2);
  CHECK(rig.hazards.seen.empty());
  rig.sram.put(7, 3);
  rig.run(Opcode::SRAM_GET, ring_address(7), 2);
  REQUIRE(rig.hazards.seen.size() == 1);
  CHECK(rig.hazards.seen[0].kind == HazardKind::ShortGet);
}

TEST_CASE("plain writes must not change words that are in a ring") {
  Rig rig;
  const auto overwrites = [&](Opcode op, uint32_t address, unsigned count = 0) {
    rig.hazards.seen.clear();
    rig.run(op, address, count);
    return rig.hazards.has(HazardKind::RingOverwritten);
  };
  CHECK_FALSE(overwrites(Opcode::SRAM_WRITE, 0x1000, 1));
  rig.sram.set_up_ring(7, 0x1000, 512);
  CHECK_FALSE(overwrites(Opcode::SRAM_WRITE, 0x1000, 16)); // the ring is empty
  for (unsigned i = 0; i < 500; ++i)
    rig.sram.put(7, i);
  std::vector<uint32_t> out(490);
  rig.sram.get(7, out);
  for (unsigned i = 0; i < 20; ++i) // words 490..511 and 0..7 are in it
    rig.sram.put(7, i);
  CHECK(rig.sram.ring_with(0x1000 + 4 * 7) == 7u);
  CHECK_FALSE(rig.sram.ring_with(0x1000 + 4 * 8));
  CHECK(overwrites(Opcode::SRAM_WRITE, 0x1000 + 4 * 490, 1));
  CHECK(overwrites(Opcode::SRAM_WRITE, 0x1000 + 4 * 489, 2));
  CHECK(rig.hazards.seen[0].text.find(" of address 0x17a8 ") != std::string::npos); // word 490
  CHECK_FALSE(overwrites(Opcode::SRAM_WRITE, 0x1000 + 4 * 489, 1));
  CHECK_FALSE(overwrites(Opcode::SRAM_WRITE, 0x1000 + 4 * 8, 16));
  CHECK_FALSE(overwrites(Opcode::SRAM_WRITE, 0x1800, 16)); // after the ring
  CHECK_FALSE(overwrites(Opcode::SRAM_WRITE, 0x800, 16));
  CHECK(overwrites(Opcode::SRAM_INCR, 0x1000));
  CHECK_FALSE(overwrites(Opcode::SRAM_READ, 0x1000, 8));
}

TEST_CASE("a ring whose descriptor was loaded is watched, too") {
  Rig rig;
  rig.sram.write(0x400, 0x2000 / 4);
  rig.sram.write(0x404, 0x2000 / 4);
  rig.sram.load_entry(9, 0x400);
  rig.run(Opcode::SRAM_PUT, ring_address(9), 1);
  rig.run(Opcode::SRAM_WRITE, 0x2000, 1);
  CHECK(rig.hazards.has(HazardKind::RingOverwritten));
}

TEST_CASE("journals: pulled words, or the address word itself") {
  Rig rig;
  rig.sram.set_up_ring(3, 0x2000, 512);
  rig.set_out({8, 9});
  rig.run(Opcode::SRAM_JOURNAL, ring_address(3), 2);
  rig.run(Opcode::SRAM_FAST_JOURNAL, 0x1234'5600 | ring_address(3));
  CHECK(rig.sram.read(0x2000) == 8);
  CHECK(rig.sram.read(0x2004) == 9);
  CHECK(rig.sram.read(0x2008) == (0x1234'5600 | ring_address(3)));
  CHECK(rig.sram.entry(3).depth() == 3);
}

TEST_CASE("misuse is reported and survived") {
  Rig rig;
  rig.sram.set_up_ring(2, 0x1000, 512);
  rig.run(Opcode::SRAM_DEQUEUE, queue_address(2, 0));
  CHECK(rig.hazards.has(HazardKind::QueueMisuse));
  CHECK(rig.hazards.seen[0].ctx == 3);
  CHECK(rig.hazards.seen[0].text.find("dequeue on entry 2, which is in use as a ring") !=
        std::string::npos);

  const auto hazard_of = [&](Opcode op, uint32_t address, unsigned count = 0) {
    rig.hazards.seen.clear();
    rig.run(op, address, count);
    return rig.hazards.seen.size() == 1 ? rig.hazards.seen[0].kind : HazardKind::LostSignal;
  };
  rig.sram.set_up_queue(5, 0x100);
  CHECK(hazard_of(Opcode::SRAM_GET, ring_address(5), 1) == HazardKind::QueueMisuse);
  CHECK(hazard_of(Opcode::SRAM_ENQUEUE_TAIL, queue_address(6, 0x40)) == HazardKind::QueueMisuse);
  CHECK(rig.hazards.seen[0].text.find("enqueue_tail to entry 6, whose queue is empty: the chain is "
                                      "lost") != std::string::npos);
  CHECK(rig.sram.entry(6).empty());
  CHECK(rig.sram.dequeue(6) == 0);
  CHECK(hazard_of(Opcode::SRAM_ENQUEUE, queue_address(7, 0xffffff)) == HazardKind::BadAddress);
  CHECK(hazard_of(Opcode::SRAM_ENQUEUE, queue_address(7, 0x40)) == HazardKind::BadAddress);
  CHECK(hazard_of(Opcode::SRAM_RD_QDESC_HEAD, queue_address(8, 0xfffffe), 2) ==
        HazardKind::BadAddress);
  CHECK(hazard_of(Opcode::SRAM_READ, rig.sram.bytes() - 4, 2) == HazardKind::BadAddress);
  CHECK(hazard_of(Opcode::SRAM_WRITE, 0x3fff'fffc, 16) == HazardKind::BadAddress);
  CHECK(hazard_of(Opcode::SRAM_READ, 0x42, 1) == HazardKind::BadAddress);
  CHECK_THROWS_AS(rig.sram.set_up_ring(1, 0x1000, 500), InputError);
  CHECK_THROWS_AS(rig.sram.set_up_ring(1, 0x1004, 512), InputError);
  CHECK_THROWS_AS(rig.sram.set_up_ring(1, rig.sram.bytes(), 512), InputError);
}

TEST_CASE("reads of what was never written are reported with --uninitialised, once") {
  Rig rig(true);
  rig.run(Opcode::SRAM_WRITE, 0x40, 1);
  rig.run(Opcode::SRAM_READ, 0x40, 1);
  CHECK(rig.hazards.seen.empty());
  rig.run(Opcode::SRAM_READ, 0x40, 2);
  REQUIRE(rig.hazards.seen.size() == 1);
  CHECK(rig.hazards.seen[0].kind == HazardKind::Uninitialised);
  rig.run(Opcode::SRAM_READ, 0x44, 1);
  CHECK(rig.hazards.seen.size() == 1);
}

TEST_CASE("statistics contain a command without a signal") {
  Rig rig;
  rig.sram.set_up_queue(3, 0x100);
  CHECK(rig.run(Opcode::SRAM_ENQUEUE, queue_address(3, 0x200), 0, 0) == 0);
  rig.sram.settle();
  CHECK(rig.sram.queue_stats(3).puts == 1);
  CHECK(rig.sram.queue_stats(3).depth.depth() == 1);
}

TEST_CASE("a queue's descriptor may be the last longwords of memory") {
  Rig rig;
  const uint32_t end = rig.sram.bytes();
  rig.sram.write(end - 12, 7);
  rig.sram.set_up_queue(3, end - 12);
  CHECK(rig.sram.read(end - 12) == 0);
}

TEST_CASE("a free list at boot") {
  Rig rig;
  rig.sram.set_up_queue(0, 0x40);
  rig.sram.fill_freelist(0, 0x10000, 100, 32);
  CHECK(rig.sram.entry(0).depth() == 100);
  for (unsigned i = 0; i < 100; ++i)
    CHECK(rig.sram.dequeue(0) == (1u << 31 | (0x10000 + 32 * i) / 4));
  CHECK(rig.sram.dequeue(0) == 0);
}

TEST_CASE("a free list whose descriptor is loaded anew is not followed any more") {
  for (const Opcode load : {Opcode::SRAM_RD_QDESC_HEAD, Opcode::SRAM_RD_QDESC_TAIL}) {
    Rig rig;
    rig.sram.set_up_queue(0, 0x40);
    rig.sram.fill_freelist(0, 0x10000, 100, 32);
    rig.run(Opcode::SRAM_ENQUEUE, queue_address(0, 0x20));
    REQUIRE(rig.hazards.seen.size() == 1);
    CHECK(rig.hazards.seen[0].kind == HazardKind::ForeignBuffer);
    rig.run(load, queue_address(0, 0x100), 2);
    rig.run(Opcode::SRAM_ENQUEUE, queue_address(0, 0x20));
    CHECK(rig.hazards.seen.size() == 1);
  }
}

TEST_CASE("a ring may be used once its descriptor was loaded") {
  for (const Opcode load : {Opcode::SRAM_RD_QDESC_HEAD, Opcode::SRAM_RD_QDESC_TAIL}) {
    Rig rig;
    rig.run(load, queue_address(5, 0x100), 2);
    rig.run(Opcode::SRAM_PUT, ring_address(5), 1);
    CHECK(rig.hazards.seen.empty());
    rig.run(Opcode::SRAM_PUT, ring_address(6), 1);
    CHECK(rig.hazards.has(HazardKind::UnknownRing));
  }
}

TEST_CASE("an observer sees who changed which queue, and when") {
  RecordedEvents events({EventKind::Queue});
  Rig rig;
  rig.sram.listen(&events.stream);
  rig.run(Opcode::SRAM_ENQUEUE, queue_address(4, 0x1000));
  const Tick issued = rig.log.back().tick - rig.params.me(rig.params.sram_enqueue);
  rig.sram.enqueue(4, link_word::make(0x2000, true, false, 0));
  rig.run(Opcode::SRAM_DEQUEUE, queue_address(4, 0));
  events.deliver(rig.kernel.now());
  REQUIRE(events.seen.size() == 3);
  const Event& first = events.seen[0];
  CHECK(first.queue.action == QueueAction::Enqueue);
  CHECK(first.tick == issued + rig.params.me(rig.params.sram_write));
  CHECK(first.me == 0);
  CHECK(first.ctx == 3);
  CHECK(first.queue.entry == 4);
  CHECK(first.queue.word == 0x8000'1000);
  CHECK(first.queue.depth == 1);
  CHECK(events.seen[1].me == -1);
  CHECK(events.seen[1].queue.depth == 2);
  CHECK(events.seen[2].queue.action == QueueAction::Dequeue);
  CHECK(events.seen[2].queue.word == 0x8000'1000);
  CHECK(events.seen[2].queue.depth == 1);
}

TEST_CASE("a queue's mean depth counts time") {
  Rig rig;
  rig.run(Opcode::SRAM_ENQUEUE, queue_address(4, 0x1000)); // about 100 000 ticks
  const Tick from = rig.log.back().tick;
  rig.sram.entry(4);
  const Tick until = rig.kernel.now();
  CHECK(rig.sram.queue_stats(4).depth.mean(until) ==
        Approx(static_cast<double>(until - from) / until));
}

// ---- Load.

namespace {
// Issues `n` of these as fast as the channel takes them; returns ME cycles between the last two
// quarters' signals, per command.
double cycles_per_command(Rig<>& rig, unsigned n, const std::function<Command(unsigned)>& make) {
  for (unsigned i = 0; i < n; ++i)
    rig.source.issue(make(i), 1000);
  rig.kernel.run(1'000'000);
  std::vector<Tick> ticks;
  for (const RigEvent& e : rig.log)
    if (e.kind == RigEvent::Signal && e.number == 4) ticks.push_back(e.tick);
  REQUIRE(ticks.size() == n);
  return static_cast<double>(ticks[n - 1] - ticks[n / 4]) / rig.params.clock_me_div /
         (n - 1 - n / 4);
}
} // namespace

TEST_CASE("a channel carries one longword per service time and direction") {
  for (unsigned n : {1u, 2u, 8u}) {
    Rig reads, writes, both;
    CHECK(cycles_per_command(reads, 400, [&](unsigned i) {
            return reads.command(Opcode::SRAM_READ, i * 4, n);
          }) == Approx(3.0 * n));
    CHECK(cycles_per_command(writes, 400, [&](unsigned i) {
            return writes.command(Opcode::SRAM_WRITE, i * 4, n);
          }) == Approx(3.0 * n));
    // Both directions together: twice the commands in the same time.
    CHECK(cycles_per_command(both, 400, [&](unsigned i) {
            return both.command(i % 2 ? Opcode::SRAM_READ : Opcode::SRAM_WRITE, i * 4, n);
          }) == Approx(1.5 * n).epsilon(0.05));
    CHECK(reads.source.refused > 0); // the command queue filled up
    CHECK(reads.sram.stats().waiting_max <= reads.params.sram_cmd_queue);
    CHECK(reads.sram.stats().read_busy == 400 * 3 * n * reads.params.clock_me_div);
  }
}

TEST_CASE("reads do not wait for writes elsewhere, nor writes for reads") {
  for (const auto [many, lone] : {std::pair{Opcode::SRAM_WRITE, Opcode::SRAM_READ},
                                  std::pair{Opcode::SRAM_READ, Opcode::SRAM_WRITE}}) {
    const bool reads = lone == Opcode::SRAM_READ;
    for (const uint32_t address : {0x1000u, 0x13cu}) { // elsewhere, and in the last one's memory
      Rig rig;
      rig.sram.write(0x13c, 0xaa);
      rig.set_out({1, 2, 3, 4, 5, 6, 7, 8});
      for (unsigned i = 0; i < 16; ++i)
        rig.source.issue(Rig<>::command(many, i < 15 ? 0x200 : 0x120, 8, 2), 100);
      rig.source.issue(Rig<>::command(lone, address, 1, 4), 100);
      rig.kernel.run(100'000);
      const Params& p = rig.params;
      const uint64_t alone = reads ? p.sram_read : p.sram_write;
      REQUIRE(rig.signals(4).size() == 1);
      const uint64_t took = (rig.signals(4)[0] - 100) / p.clock_me_div;
      if (address == 0x1000)
        CHECK(took < alone + 20); // 16 commands go before it
      else
        CHECK(took >= p.sram_write + 15 * 8 * p.sram_service_per_lw);
      if (address == 0x13c && reads) CHECK(rig.me[0].in[0][16] == 8);
      if (address == 0x13c && !reads) CHECK(rig.me[0].in[0][23] == 0xaa);
    }
  }
}

TEST_CASE("queue operations wait for the port of memory that they need") {
  struct Case {
    Opcode op;
    uint32_t address;
    bool reads, writes;
  };
  for (const Case& k : {Case{Opcode::SRAM_ENQUEUE, queue_address(1, 0x8000), false, true},
                        Case{Opcode::SRAM_DEQUEUE, queue_address(1, 0), true, false},
                        Case{Opcode::SRAM_ENQUEUE_TAIL, queue_address(1, 0x8000), false, false},
                        Case{Opcode::SRAM_PUT, ring_address(2), false, true},
                        Case{Opcode::SRAM_GET, ring_address(2), true, false},
                        Case{Opcode::SRAM_JOURNAL, ring_address(2), false, true},
                        Case{Opcode::SRAM_FAST_JOURNAL, ring_address(2), false, true},
                        Case{Opcode::SRAM_RD_QDESC_HEAD, queue_address(3, 0x100), true, false}}) {
    // The tick of the operation after eight commands to memory of eight longwords.
    const auto tick_after = [&](Opcode before) {
      Rig rig;
      rig.sram.fill_freelist(1, 0x10000, 20, 32);
      rig.sram.set_up_ring(2, 0x1000, 512);
      RecordedEvents events({EventKind::Queue});
      rig.sram.listen(&events.stream);
      for (unsigned i = 0; i < 8 && before != Opcode::NOP; ++i)
        rig.source.issue(Rig<>::command(before, 0x20000, 8, 2), 100);
      rig.source.issue(Rig<>::command(k.op, k.address, 1, 4), 200);
      rig.kernel.run(100'000);
      events.deliver(rig.kernel.now());
      REQUIRE(events.seen.size() == 1);
      return events.seen[0].tick;
    };
    const Tick alone = tick_after(Opcode::NOP);
    const Params p;
    const Tick busy = p.me(8 * 8 * p.sram_service_per_lw);
    CHECK((tick_after(Opcode::SRAM_WRITE) >= alone + busy / 2) == k.writes);
    CHECK((tick_after(Opcode::SRAM_READ) >= alone + busy / 2) == k.reads);
  }
}

TEST_CASE("queue operations keep the array busy; dequeues of one entry wait for the link") {
  Rig many, one;
  for (unsigned e = 0; e < 8; ++e)
    many.sram.fill_freelist(e, 0x10000 + e * 0x10000, 200, 32);
  one.sram.fill_freelist(0, 0x10000, 500, 32);
  CHECK(cycles_per_command(many, 400, [&](unsigned i) {
          return many.command(Opcode::SRAM_DEQUEUE, queue_address(i % 8, 0));
        }) == Approx(9.0));
  CHECK(cycles_per_command(one, 400, [&](unsigned) {
          return one.command(Opcode::SRAM_DEQUEUE, queue_address(0, 0));
        }) == Approx(30.0));
  CHECK(one.sram.dequeue(0) == (1u << 31 | (0x10000 + 32 * 400) / 4)); // in order, none lost
}

TEST_CASE("a backlog at one entry does not hold up other entries or plain reads") {
  Rig rig;
  rig.sram.fill_freelist(0, 0x10000, 20, 32);
  rig.sram.fill_freelist(1, 0x20000, 20, 32);
  for (unsigned i = 0; i < 8; ++i)
    rig.source.issue(rig.command(Opcode::SRAM_DEQUEUE, queue_address(0, 0), 0, 4), 1000);
  rig.source.issue(rig.command(Opcode::SRAM_DEQUEUE, queue_address(1, 0), 0, 6), 1000);
  rig.source.issue(rig.command(Opcode::SRAM_READ, 0x40, 1, 8), 1000);
  rig.kernel.run(100'000);
  const Tick last_of_backlog = rig.signals(4).back();
  CHECK(rig.signals(6).at(0) < last_of_backlog);
  CHECK(rig.signals(8).at(0) < last_of_backlog);
}

namespace {
// A channel with a command of which no part is visible; its effect is past.
std::unique_ptr<Rig<>> after(Opcode op, uint32_t address) {
  auto rig = std::make_unique<Rig<>>();
  rig->sram.set_up_queue(1, 0x100);
  rig->source.issue(Rig<>::command(op, address, 0, 0), 10);
  rig->kernel.run(10'000);
  return rig;
}
} // namespace

TEST_CASE("accesses from outside follow earlier effects") {
  CHECK(after(Opcode::SRAM_INCR, 0x40)->sram.read(0x40) == 1);
  auto rig = after(Opcode::SRAM_INCR, 0x40);
  rig->sram.write(0x40, 100);
  CHECK(rig->sram.read(0x40) == 100);

  const uint32_t link = queue_address(1, 0x80), other = link_word::make(0x90, true, true, 0);
  CHECK(after(Opcode::SRAM_ENQUEUE, link)->sram.entry(1).count == 1);
  CHECK(link_word::buffer(after(Opcode::SRAM_ENQUEUE, link)->sram.dequeue(1)) == 0x80);
  rig = after(Opcode::SRAM_ENQUEUE, link);
  rig->sram.enqueue(1, other);
  CHECK(link_word::buffer(rig->sram.dequeue(1)) == 0x80);
  rig = after(Opcode::SRAM_ENQUEUE, link);
  rig->sram.set_up_queue(1, 0x200);
  CHECK(rig->sram.entry(1).count == 0);
  rig = after(Opcode::SRAM_ENQUEUE, link);
  rig->sram.load_entry(1, 0x200);
  CHECK(rig->sram.entry(1).count == 0);
  rig = after(Opcode::SRAM_ENQUEUE, link);
  rig->sram.set_up_ring(1, 0x1000, 512);
  CHECK(rig->sram.entry_words(1).empty());
}

TEST_CASE("so do accesses to rings") {
  Tick end = 0;
  for (unsigned pass = 0; pass < 3; ++pass) { // the first one finds the end of the command
    Rig rig;
    rig.sram.set_up_ring(2, 0x1000, 512);
    for (uint32_t n = 0; n < 512; ++n)
      REQUIRE(rig.sram.put(2, n));
    CHECK_FALSE(rig.sram.put(2, 512));
    rig.source.issue(Rig<>::command(Opcode::SRAM_GET, ring_address(2), 1), 10);
    if (pass) rig.kernel.run(end);
    uint32_t word = 0;
    if (pass == 1) CHECK((rig.sram.get(2, {&word, 1}) == 1 && word == 1));
    if (pass == 2) CHECK(rig.sram.put(2, 512));
    rig.kernel.run(10'000);
    CHECK(rig.pushed() == std::vector<uint32_t>{0});
    end = rig.signals(4).at(0);
  }
}
