// The DRAM channel on the bench: data, tags, signals, timing, load.
#include "tests/catch.h"

#include "emu/memory/dram.h"
#include "tests/unit/event_recorder.h"
#include "tests/unit/sram/memory_rig.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace ixp;
using namespace ixp::test;
using mev2::Opcode;

namespace {
struct FakeElements final : ElementStore {
  std::array<uint8_t, 8192> rbuf{}, tbuf{};
  std::array<PacketTag, 1024> rbuf_tags{}, tbuf_tags{};
  void read_rbuf(uint32_t offset, uint8_t* data, PacketTag* tags, unsigned bytes) override {
    std::copy_n(rbuf.begin() + offset, bytes, data);
    std::copy_n(rbuf_tags.begin() + offset / 8, bytes / 8, tags);
  }
  void write_tbuf(uint32_t offset, const uint8_t* data, const PacketTag* tags,
                  unsigned bytes) override {
    bytes = std::min(bytes, 8192 - offset); // the rest is ignored, as ElementStore promises
    std::copy_n(data, bytes, tbuf.begin() + offset);
    std::copy_n(tags, bytes / 8, tbuf_tags.begin() + offset / 8);
  }
};

Command command(Opcode op, uint32_t address, unsigned quadwords, unsigned signal = 4) {
  Command c;
  c.op = op;
  c.address = address;
  c.count = static_cast<uint8_t>(quadwords);
  c.signal = static_cast<uint8_t>(signal);
  c.file = XferFile::D;
  c.xfer = 32;
  c.ctx = 2;
  c.pc = 77;
  return c;
}

// rbuf_rd or tbuf_wr of the data at `offset` in the buffer.
Command element_command(Opcode op, uint32_t address, unsigned quadwords, uint32_t offset) {
  Command c = command(op, address, quadwords);
  c.has_override = true;
  c.override_word = 1u << 4 | (0x2000 + offset) << 5;
  return c;
}

template <class K = EventKernel> struct Rig : Bench {
  K kernel;
  FakeElements elements;
  Dram dram;
  Source source;

  explicit Rig(bool check = false, const Params& p = {})
      : dram(prepared(check, p), hazards), source(dram, params, pool) {
    dram.connect(wiring(), &elements);
    kernel.add(dram, Slot::Dram);
    kernel.add(source, Slot::CommandBus0);
  }
  const Params& prepared(bool check, const Params& p) {
    hazards.check = check;
    return params = p;
  }
  // Runs one command alone; returns ME cycles from its issue to the last signal.
  uint64_t run(const Command& c) {
    const Tick at = kernel.now() + 1000;
    log.clear();
    source.issue(c, at);
    kernel.run(at + 10'000);
    REQUIRE(!log.empty());
    CHECK(log.back().kind == RigEvent::Signal);
    return (log.back().tick - at) / params.clock_me_div;
  }
};

// `threads` contexts on one microengine, each in a loop: reads one quadword, waits for the signal,
// `overhead` cycles later the next. Returns millions of reads per second at 600 MHz.
class Loops final : public Agent {
public:
  Loops(Dram& dram, CommandPool& pool, const Params& params, unsigned threads, unsigned overhead,
        std::function<uint32_t(unsigned)> address)
      : dram_(dram), pool_(pool), params_(params), overhead_(params.me(overhead)),
        address_(std::move(address)) {
    for (unsigned t = 0; t < threads; ++t)
      ready_.emplace(1000 + params.me(t), t);
    schedule(1000);
  }
  void signalled(unsigned thread, Tick now) {
    ++reads;
    ready_.emplace(now + overhead_, thread);
    schedule_by(now + overhead_);
  }
  IXP_OFTEN void step(Tick now) override {
    while (!ready_.empty() && ready_.begin()->first <= now) {
      Command c = command(Opcode::DRAM_READ, address_(issued_), 1);
      c.ctx = static_cast<uint8_t>(ready_.begin()->second);
      InFlight& t = pool_.take();
      t.command = c;
      if (dram_.accept(t, now, now + params_.me(params_.bus_command_latency))) {
        pool_.give_back(t);
        return schedule(now + params_.me(1));
      }
      ++issued_;
      ready_.erase(ready_.begin());
    }
    schedule(ready_.empty() ? kNever : ready_.begin()->first);
  }
  uint64_t reads = 0;

private:
  Dram& dram_;
  CommandPool& pool_;
  const Params& params_;
  Tick overhead_;
  std::function<uint32_t(unsigned)> address_;
  unsigned issued_ = 0;
  std::multimap<Tick, unsigned> ready_;
};

struct LoopingMicroengine final : Requester {
  Loops* loops = nullptr;
  void pull(const Registers&, unsigned, uint32_t*) override {}
  void push(const Registers&, unsigned, const uint32_t*) override {}
  void expect_push(const Registers&, unsigned) override {}
  void signal(unsigned ctx, unsigned, Tick now) override { loops->signalled(ctx, now); }
  void fifo_advanced(Tick) override {}
  void write_csr_from_outside(uint16_t, uint32_t, Tick) override {}
  uint32_t read_csr_from_outside(uint16_t, Tick) override { return 0; }
};

double million_reads_per_second(unsigned threads, std::function<uint32_t(unsigned)> address) {
  const Params params;
  Hazards hazards;
  LoopingMicroengine me;
  const CommandTable commands(params);
  CommandPool pool;
  MemoryWiring wiring;
  wiring.commands = &commands;
  wiring.pool = &pool;
  wiring.microengines.fill(&me);
  Dram dram(params, hazards);
  dram.connect(wiring, nullptr);
  Loops loops(dram, pool, params, threads, 3, std::move(address));
  me.loops = &loops;
  EventKernel kernel;
  kernel.add(dram, Slot::Dram);
  kernel.add(loops, Slot::Me0);
  kernel.run(params.me(100'000));
  const uint64_t warm = loops.reads;
  kernel.run(params.me(1'100'000));
  return (loops.reads - warm) / 1'000'000.0 * 600;
}
} // namespace

TEST_CASE("unloaded latencies equal the parameters") {
  Rig rig;
  const Params& p = rig.params;
  for (unsigned n = 1; n <= 16; ++n) {
    const uint64_t more = (n - 1) * p.bus_d_cycles_per_quadword;
    CHECK(rig.run(command(Opcode::DRAM_READ, 0, n)) == p.dram_read + more);
    CHECK(rig.run(command(Opcode::DRAM_WRITE, 0, n)) == p.dram_write + more);
  }
  CHECK(rig.run(element_command(Opcode::DRAM_RBUF_RD, 0, 8, 0)) == p.dram_rbuf_rd);
  CHECK(rig.run(element_command(Opcode::DRAM_TBUF_WR, 0, 8, 0)) == p.dram_tbuf_wr);
  CHECK(rig.run(element_command(Opcode::DRAM_RBUF_RD, 0, 16, 0)) ==
        p.dram_rbuf_rd + 4 * p.dram_service);
  CHECK(rig.run(element_command(Opcode::DRAM_TBUF_WR, 0, 2, 0)) ==
        p.dram_tbuf_wr - 3 * p.dram_service);
}

TEST_CASE("each latency is a parameter of its own") {
  Params changed;
  changed.dram_write = 300;
  Rig rig(false, changed);
  const Params& p = rig.params;
  CHECK(rig.run(command(Opcode::DRAM_WRITE, 0x100, 1)) == 300);
  CHECK(rig.run(command(Opcode::DRAM_READ, 0x100, 1)) == p.dram_read);
  CHECK(rig.run(element_command(Opcode::DRAM_RBUF_RD, 0x100, 8, 0)) == p.dram_rbuf_rd);
  CHECK(rig.run(element_command(Opcode::DRAM_TBUF_WR, 0x100, 8, 0)) == p.dram_tbuf_wr);
}

TEST_CASE("quadwords are two big-endian longwords, lowest address first") {
  Rig rig;
  rig.me[0].out[1][32] = 0x01020304;
  rig.me[0].out[1][33] = 0x05060708;
  rig.run(command(Opcode::DRAM_WRITE, 0x1000, 1));
  std::array<uint8_t, 8> bytes;
  rig.dram.read(0x1000, bytes.data(), 8);
  CHECK(bytes == std::array<uint8_t, 8>{1, 2, 3, 4, 5, 6, 7, 8});
  rig.dram.write_longword(0x100c, 0xa1a2a3a4);
  rig.run(command(Opcode::DRAM_READ, 0x1000, 2));
  CHECK(rig.pushed() == std::vector<uint32_t>{0x01020304, 0x05060708, 0, 0xa1a2a3a4});
  CHECK(rig.me[0].in[1][35] == 0xa1a2a3a4);
}

TEST_CASE("both signals of the pair come together, whichever was named") {
  for (const unsigned signal : {4u, 5u}) {
    Rig rig;
    rig.run(command(Opcode::DRAM_READ, 0, 1, signal));
    CHECK(rig.signals(4).size() == 1);
    CHECK(rig.signals(4) == rig.signals(5));
  }
}

TEST_CASE("byte mask of a write goes for every quadword") {
  Rig rig;
  for (unsigned a = 0; a < 16; a += 4)
    rig.dram.write_longword(0x100 + a, 0xffffffff);
  for (unsigned reg = 32; reg < 36; ++reg)
    rig.me[0].out[1][reg] = 0x11223344;
  Command c = command(Opcode::DRAM_WRITE, 0x100, 2);
  c.has_override = true;
  c.override_word = 1u << 20 | 0x81u << 12; // first and last byte
  rig.run(c);
  for (unsigned a = 0; a < 16; a += 8) {
    CHECK(rig.dram.read_longword(0x100 + a) == 0x11ffffff);
    CHECK(rig.dram.read_longword(0x104 + a) == 0xffffff44);
  }
}

TEST_CASE("with ECC only writes with a byte mask take longer") {
  Params p;
  p.dram_ecc_partial_write = 1;
  Rig rig(false, p);
  Command c = command(Opcode::DRAM_WRITE, 0x100, 1);
  CHECK(rig.run(c) == p.dram_write);
  c.has_override = true;
  c.override_word = 1u << 20 | 0x81u << 12;
  CHECK(rig.run(c) == p.dram_write + p.dram_service);
}

TEST_CASE("tags travel from RBUF through DRAM to TBUF and survive a rewritten header") {
  Rig rig;
  for (unsigned i = 0; i < 64; ++i)
    rig.elements.rbuf[128 + i] = static_cast<uint8_t>(i);
  for (unsigned i = 0; i < 8; ++i)
    rig.elements.rbuf_tags[16 + i] = i < 6 ? 9 : 0;
  rig.run(element_command(Opcode::DRAM_RBUF_RD, 0x8000, 8, 128));
  CHECK(rig.dram.read_longword(0x803c) == 0x3c3d3e3f);
  CHECK(rig.dram.tag(0x8000) == 9);
  CHECK(rig.dram.tag(0x802f) == 9);
  CHECK(rig.dram.tag(0x8030) == 0);
  CHECK(rig.dram.tag(0x8040) == 0);
  std::multiset<PacketTag> held;
  rig.dram.visit_tags(
      [&](std::span<const PacketTag> tags) { held.insert(tags.begin(), tags.end()); });
  CHECK(held.count(9) == 6);
  rig.me[0].out[1][32] = 0xaaaaaaaa;
  rig.run(command(Opcode::DRAM_WRITE, 0x8000, 1));
  rig.run(element_command(Opcode::DRAM_TBUF_WR, 0x8000, 8, 192));
  CHECK(rig.elements.tbuf[192] == 0xaa);
  CHECK(rig.elements.tbuf[192 + 63] == 63);
  CHECK(rig.elements.tbuf_tags[24] == 9);
  CHECK(rig.elements.tbuf_tags[29] == 9);
  CHECK(rig.elements.tbuf_tags[30] == 0);
  CHECK(rig.dram.stats().bytes_from_rbuf == 64);
  CHECK(rig.dram.stats().bytes_to_tbuf == 64);
  CHECK(rig.hazards.seen.empty());
}

TEST_CASE("bytes move between DRAM and elements at their time without a signal, too") {
  Rig rig;
  const auto run = [&](Opcode op, uint32_t offset) {
    Command c = element_command(op, 0x8000, 1, offset);
    c.signal = 0;
    const Tick at = rig.kernel.now() + 1000;
    rig.source.issue(c, at);
    rig.kernel.run(at + 10'000);
  };
  rig.elements.rbuf[128] = 0xaa;
  run(Opcode::DRAM_RBUF_RD, 128);
  rig.elements.rbuf[128] = 0; // the next frame
  run(Opcode::DRAM_TBUF_WR, 192);
  CHECK(rig.elements.tbuf[192] == 0xaa);
}

TEST_CASE("an observer sees whose bytes are moved and touched") {
  RecordedEvents events({EventKind::Dram});
  Rig rig;
  rig.dram.listen(&events.stream);
  rig.elements.rbuf_tags[1] = 7; // the second quadword of an element
  rig.run(element_command(Opcode::DRAM_RBUF_RD, 0x8000, 2, 0));
  rig.run(command(Opcode::DRAM_READ, 0x8000, 2));
  rig.run(command(Opcode::DRAM_READ, 0x8000, 1));
  events.deliver(rig.kernel.now());
  REQUIRE(events.seen.size() == 3);
  CHECK(events.seen[0].dram.action == DramAction::FromRbuf);
  CHECK(events.seen[0].dram.tag == 7);
  CHECK(events.seen[0].dram.bytes == 16);
  CHECK(events.seen[1].dram.action == DramAction::Read);
  CHECK(events.seen[1].dram.tag == 7);
  CHECK(events.seen[1].pc == 77);
  CHECK(events.seen[2].dram.tag == 0);
}

TEST_CASE("misuse is reported and survived") {
  Rig rig;
  const auto hazard_of = [&](const Command& c) {
    rig.hazards.seen.clear();
    rig.run(c);
    REQUIRE(rig.hazards.seen.size() == 1);
    CHECK(rig.hazards.seen[0].pc == 77);
    return rig.hazards.seen[0].kind;
  };
  const auto end = static_cast<uint32_t>(rig.dram.bytes());
  CHECK(hazard_of(command(Opcode::DRAM_READ, 4, 1)) == HazardKind::BadAddress);
  CHECK(hazard_of(command(Opcode::DRAM_READ, end - 8, 2)) == HazardKind::BadAddress);
  CHECK(hazard_of(command(Opcode::DRAM_WRITE, 0xffff'fff8, 16)) == HazardKind::BadAddress);
  CHECK(hazard_of(element_command(Opcode::DRAM_RBUF_RD, end, 8, 0)) == HazardKind::BadAddress);
  CHECK(hazard_of(element_command(Opcode::DRAM_TBUF_WR, end, 8, 0)) == HazardKind::BadAddress);
  CHECK(hazard_of(command(Opcode::DRAM_TBUF_WR, 0, 8)) == HazardKind::MediaMisuse);
  CHECK(hazard_of(element_command(Opcode::DRAM_RBUF_RD, 0, 8, 4)) == HazardKind::MediaMisuse);
  Command c = element_command(Opcode::DRAM_TBUF_WR, 0, 8, 0);
  c.override_word = 1u << 4; // not in the data area
  CHECK(hazard_of(c) == HazardKind::MediaMisuse);
}

TEST_CASE("a transfer that leaves the element buffers moves only what is inside") {
  Rig rig;
  rig.dram.write_longword(0x3c, 0x55667788);
  rig.run(element_command(Opcode::DRAM_TBUF_WR, 0, 16, 8192 - 64));
  CHECK(rig.elements.tbuf[8191] == 0x88);
  REQUIRE(rig.hazards.seen.size() == 1);
  CHECK(rig.hazards.seen[0].kind == HazardKind::MediaMisuse);
}

TEST_CASE("reads of what was never written are reported with --uninitialised") {
  Rig rig(true);
  rig.run(command(Opcode::DRAM_WRITE, 0x100, 2));
  rig.run(command(Opcode::DRAM_READ, 0x100, 2));
  CHECK(rig.hazards.seen.empty());
  rig.run(command(Opcode::DRAM_READ, 0x108, 2));
  REQUIRE(rig.hazards.seen.size() == 1);
  CHECK(rig.hazards.seen[0].kind == HazardKind::Uninitialised);
  rig.run(element_command(Opcode::DRAM_TBUF_WR, 0x4000, 1, 0));
  CHECK(rig.hazards.seen.size() == 2);
}

// The closed forms: rate = min(T / (L + o), service limits), L = dram.read, o = 3 cycles.
TEST_CASE("read loops run at the closed forms' rates") {
  const auto round_robin = [](unsigned i) { return i % 4 * 128; };
  const auto one_bank = [](unsigned) { return 0u; };
  CHECK(million_reads_per_second(1, round_robin) == Approx(600.0 / 123).epsilon(0.001));
  CHECK(million_reads_per_second(8, round_robin) == Approx(8 * 600.0 / 123).epsilon(0.001));
  CHECK(million_reads_per_second(1, one_bank) == Approx(600.0 / 123).epsilon(0.001));
  CHECK(million_reads_per_second(8, one_bank) == Approx(15.0).epsilon(0.001));
}

TEST_CASE("whole stripes over all banks keep the pins busy") {
  Rig rig;
  constexpr unsigned kCommands = 1000;
  for (unsigned i = 0; i < kCommands; ++i)
    rig.source.issue(command(Opcode::DRAM_READ, i * 64, 8), 1000);
  rig.kernel.run(10'000'000);
  const std::vector<Tick> ticks = rig.signals(4);
  REQUIRE(ticks.size() == kCommands);
  // 150 M granules/s = one each 4 ME cycles; 64 bytes are 4 granules.
  const double cycles = static_cast<double>(ticks.back() - ticks[200]) / 2 / (kCommands - 201);
  CHECK(cycles == Approx(16.0).epsilon(0.002));
  CHECK(rig.source.refused > 0);
  CHECK(rig.dram.banks().granules() == 4 * kCommands);
}

// ---- Random commands against one byte array, carried out one after the other.

namespace {
constexpr uint32_t kArea = 2048; // bytes: a few stripes of each bank

unsigned name_of(unsigned me, unsigned ctx, unsigned signal) {
  return me << 8 | ctx << 4 | (signal & ~1u);
}

struct Oracle {
  explicit Oracle(Bench& b) : bench(b) {}
  Bench& bench;
  std::array<uint32_t, kArea / 4 + 32> memory{};
  std::map<unsigned, std::deque<std::vector<uint32_t>>> expected; // of commands by name

  void accept(const Command& c) {
    const unsigned at = c.address / 4, words = 2 * c.count;
    std::vector<uint32_t>& result = expected[name_of(c.me, c.ctx, c.signal)].emplace_back();
    if (c.op == Opcode::DRAM_READ)
      result.assign(memory.begin() + at, memory.begin() + at + words);
    else
      for (unsigned i = 0; i < words; ++i)
        memory[at + i] = bench.me[c.data_me].out[1][c.xfer + i];
  }
};

template <class K> std::vector<RigEvent> run_random(unsigned seed, bool open_page) {
  Params p;
  p.dram_open_page = open_page;
  Rig<K> rig(false, p);
  Oracle oracle(rig);
  rig.source.on_accept = [&](const Command& c) { oracle.accept(c); };
  std::mt19937 random(seed);
  constexpr unsigned kCommands = 1500;
  Tick at = 100;
  for (unsigned i = 0; i < kCommands; ++i) {
    Command c = command(random() % 2 ? Opcode::DRAM_READ : Opcode::DRAM_WRITE,
                        static_cast<uint32_t>(random() % (kArea / 8) * 8),
                        1 + static_cast<unsigned>(random() % 16), 2 + i % 7 * 2);
    c.ctx = static_cast<uint8_t>(i / 7 % 8);
    c.me = c.data_me = static_cast<uint8_t>(i / 56 % 8);
    c.xfer = static_cast<uint8_t>(random() % 90);
    at += random() % 4 ? random() % 40 : random() % 400;
    rig.source.issue(c, at);
  }
  rig.kernel.run(at + 1'000'000);

  std::vector<uint32_t> pushed;
  unsigned answers = 0;
  for (const RigEvent& e : rig.log) {
    if (e.kind == RigEvent::Push) pushed.push_back(e.value);
    if (e.kind != RigEvent::Signal || e.number % 2) continue;
    auto& waiting = oracle.expected[name_of(e.me, e.ctx, e.number)];
    REQUIRE_FALSE(waiting.empty());
    REQUIRE(pushed == waiting.front());
    waiting.pop_front();
    pushed.clear();
    ++answers;
  }
  CHECK(answers == kCommands);
  for (uint32_t a = 0; a < kArea; a += 4)
    CHECK(rig.dram.read_longword(a) == oracle.memory[a / 4]);
  return rig.log;
}
} // namespace

TEST_CASE("overlapping commands act in command order, the same under both kernels") {
  for (unsigned seed = 1; seed <= 4; ++seed)
    for (const bool open_page : {false, true}) {
      const auto a = run_random<EventKernel>(seed, open_page);
      const auto b = run_random<TickKernel>(seed, open_page);
      REQUIRE(a.size() > 3000);
      REQUIRE((a == b));
    }
}

TEST_CASE("a write from outside follows earlier effects") {
  Tick end = 0;
  for (const bool writes : {false, true}) { // the first pass finds the end of the command
    Rig rig;
    rig.dram.write_longword(0x200, 7);
    rig.source.issue(command(Opcode::DRAM_READ, 0x200, 1), 10);
    if (writes) {
      rig.kernel.run(end);
      rig.dram.write_longword(0x200, 8);
    }
    rig.kernel.run(10'000);
    CHECK(rig.pushed().at(0) == 7);
    end = rig.signals(4).at(0);
  }
}
