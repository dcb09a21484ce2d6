// CAP: where registers are, when effects happen, signals and interrupts, the reflector.
#include "tests/catch.h"

#include "tests/unit/scratch/shac_rig.h"

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;
using mev2::Opcode;

namespace {
// cap[read] by microengine 0.
uint32_t read(ShacRig& rig, uint32_t address) {
  rig.me[0]->in[0] = 0xdead;
  rig.me[0]->add(rig.kernel->now(), command(CAP_READ, address, 0, 1, 1));
  rig.run(rig.kernel->now() + 1000);
  return rig.me[0]->in[0];
}
void write(ShacRig& rig, uint32_t address, uint32_t value) {
  rig.me[0]->out[0] = value;
  rig.me[0]->add(rig.kernel->now(), command(CAP_WRITE, address, 0, 1, 1));
  rig.run(rig.kernel->now() + 1000);
}
void fast_write(ShacRig& rig, unsigned me, Tick at, uint32_t address, uint32_t value,
                unsigned ctx = 0) {
  Command c = command(CAP_FAST_WR_ALU, address, 0, 0, 0, me);
  c.data = value;
  c.ctx = static_cast<uint8_t>(ctx);
  rig.me[me]->add(at, c);
}
} // namespace

TEST_CASE("unloaded CAP commands take their parameter") {
  const Params p;
  for (Tick issue : {100, 102})
    for (unsigned n : {1, 4}) {
      const auto latency = [&](Opcode op, uint32_t address) {
        ShacRig rig;
        rig.me[0]->add(issue, command(op, address, 0, n, 5));
        rig.run(2000);
        REQUIRE(rig.signals(0, 5).size() == 1);
        return (rig.signals(0, 5)[0] - issue) / p.me(1) - (n - 1) * p.cap_service;
      };
      for (auto op : {CAP_READ, CAP_READ_IMM}) {
        CHECK(latency(op, 0x4900) == p.cap_read);
        CHECK(latency(op, 0x8000) == p.cap_reflect);
      }
      for (auto op : {CAP_WRITE, CAP_WRITE_IMM}) {
        CHECK(latency(op, 0x4900) == p.cap_write);
        CHECK(latency(op, 0x8000) == p.cap_reflect);
      }
    }
}

TEST_CASE("each latency is a parameter of its own") {
  Params p;
  p.cap_write = 200;
  const auto latency = [&](Opcode op, uint32_t address) {
    ShacRig rig({.params = p});
    rig.me[0]->add(100, command(op, address, 0, 1, 5));
    rig.run(2000);
    REQUIRE(rig.signals(0, 5).size() == 1);
    return (rig.signals(0, 5)[0] - 100) / p.me(1);
  };
  CHECK(latency(CAP_WRITE, 0x4900) == 200);
  CHECK(latency(CAP_READ, 0x4900) == p.cap_read);
  CHECK(latency(CAP_WRITE, 0x8000) == p.cap_reflect);
}

TEST_CASE("a fast write takes effect in time and tells nobody") {
  ShacRig rig;
  const Tick effect = 100 + rig.params.me(rig.params.cap_fast_wr);
  fast_write(rig, 3, 100, 0x4a10, 0x55);
  rig.run(effect);
  CHECK(rig.cap->read_csr(0x4a10) == 0);
  rig.run(effect + 1);
  CHECK(rig.cap->read_csr(0x4a10) == 0x55);
  rig.run(2000);
  CHECK(rig.log.size() == 1); // the issue
  rig.me[3]->add(3000, command(CAP_WRITE, 0x4a0c, 0, 1, 0, 3));
  rig.run(5000);
  CHECK(rig.cap->read_csr(0x4a0c) == rig.me[3]->out[0]);
  CHECK(rig.cap->read_csr(0x4a10) == 0x55);
}

TEST_CASE("registers of scratch rings, hash unit and chip") {
  ShacRig rig;
  write(rig, 0x4810, 0x40000400);
  CHECK(rig.scratch->ring_size(1) == 256);
  CHECK(read(rig, 0x4810) == 0x40000400);
  rig.scratch->ring_put(1, 5);
  CHECK(read(rig, 0x4818) == 4);
  CHECK(read(rig, 0x4814) == 0);
  write(rig, 0x48f8, 0x24);
  CHECK(rig.scratch->read_ring_csr(15, 8) == 0x24);
  for (unsigned i = 0; i < 8; ++i) {
    write(rig, 0x4900 + 4 * i, 0x1000 + i);
    CHECK(rig.hash->read_multiplier(i) == 0x1000 + i);
    CHECK(read(rig, 0x4900 + 4 * i) == 0x1000 + i);
  }
  CHECK((read(rig, 0x4a00) >> 8 & 0xff) == 2); // an IXP2400
  write(rig, 0x4a00, 0);
  CHECK((read(rig, 0x4a00) >> 8 & 0xff) == 2);
  CHECK(read(rig, 0x4a04) == 0x80); // timestamps run
  write(rig, 0x4a04, 0x81);
  CHECK(rig.cap->read_csr(0x4a04) == 0x81);
  CHECK(rig.hazards.seen.empty());
}

TEST_CASE("several longwords reach consecutive registers") {
  ShacRig rig;
  rig.me[0]->add(0, command(CAP_WRITE, 0x4910, 8, 4, 1));
  rig.me[0]->add(200, command(CAP_READ, 0x4910, 20, 4, 1));
  rig.run(2000);
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(rig.hash->read_multiplier(4 + i) == rig.me[0]->out[8 + i]);
    CHECK(rig.me[0]->in[20 + i] == rig.me[0]->out[8 + i]);
  }
}

TEST_CASE("registers that do not exist are reported and read 0") {
  for (uint32_t address : {0x0u, 0x4000u, 0x480cu, 0x4902u, 0x4a1cu, 0x4b28u, 0x5000u,
                           0x8000u + (4 << 10), 0x8000u + 0x200, 0x18000u + (0x14 << 10),
                           0x18000u + (5 << 10), 0x18000u + 0x3ec, 0xfffffffcu}) {
    ShacRig rig;
    CHECK(read(rig, address) == 0);
    write(rig, address, 1);
    CHECK(rig.hazards.count(HazardKind::BadCsr) == 2);
    CHECK(rig.signals(0, 1).size() == 2); // both commands still signal
  }
}

TEST_CASE("signals between microengines arrive signal.inter_me after the issue") {
  for (Tick issue : {100, 102}) {
    ShacRig rig;
    const auto word = [](unsigned me, unsigned ctx, unsigned signal) {
      return me_number(me) << 7 | ctx << 4 | signal;
    };
    fast_write(rig, 0, issue, 0x401c, word(6, 5, 9));
    rig.me[1]->out[3] = word(0, 2, 15);
    rig.me[1]->add(issue + 400, command(CAP_WRITE, 0x401c, 3, 1, 1, 1));
    rig.run(2000);
    const Tick after = rig.params.me(rig.params.signal_inter_me);
    CHECK(rig.signals(6, 9) == std::vector<Tick>{issue + after});
    CHECK(rig.signals(0, 15) == std::vector<Tick>{issue + 400 + after});
    CHECK(rig.signals(1, 1).size() == 1);
    for (const RigEvent& e : rig.log)
      if (e.kind == RigEvent::Signal && e.me == 6) CHECK(e.value == 5); // the context
  }
}

TEST_CASE("signals to nobody are reported") {
  ShacRig rig;
  fast_write(rig, 0, 100, 0x401c, 0x05 << 7 | 1); // no microengine 5
  fast_write(rig, 0, 200, 0x401c, 0x02 << 7);     // signal 0
  rig.run(2000);
  REQUIRE(rig.hazards.count(HazardKind::BadCsr) == 2);
  CHECK(rig.hazards.seen[0].text == "INTERTHREAD_SIG of 0x281: no such microengine");
  CHECK(rig.hazards.seen[1].text == "INTERTHREAD_SIG of 0x100: signal 0 does not exist");
  CHECK(rig.count(RigEvent::Signal) == 0);
}

TEST_CASE("thread interrupts raise the bit of their writer") {
  ShacRig rig;
  unsigned calls = 0;
  rig.cap->on_interrupt([&](ThreadInterrupt line, unsigned me, unsigned ctx) {
    calls += line == ThreadInterrupt::A && me == 1 && ctx == 3;
  });
  fast_write(rig, 1, 100, 0x4b20, 0, 3);
  fast_write(rig, 1, 200, 0x4b20, 0, 3);
  fast_write(rig, 7, 200, 0x4b24, 0, 7);
  rig.run(2000);
  CHECK(calls == 2);
  CHECK(rig.cap->thread_interrupts(ThreadInterrupt::A, 0) == 1u << 11); // as Linux's ME 1
  CHECK(rig.cap->thread_interrupts(ThreadInterrupt::B, 0) == 0);
  CHECK(rig.cap->thread_interrupts(ThreadInterrupt::B, 1) == 1u << 31);
  rig.cap->clear_thread_interrupts(ThreadInterrupt::A, 0, 0xff00);
  CHECK(rig.cap->thread_interrupts(ThreadInterrupt::A, 0) == 0);
  CHECK(rig.hazards.seen.empty());
}

TEST_CASE("the reflector writes transfer registers of another microengine") {
  ShacRig rig;
  const Params& p = rig.params;
  const uint32_t window = 0x8000 + (0x12 << 10); // microengine 6
  rig.me[0]->add(100, command(CAP_WRITE, window + 4 * 30, 10, 3, 7));
  rig.run(2000);
  for (unsigned i = 0; i < 3; ++i)
    CHECK(rig.me[6]->in[30 + i] == rig.me[0]->out[10 + i]);
  const auto expected = rig.ticks(RigEvent::Expect, 6, 30),
             pushed = rig.ticks(RigEvent::Push, 6, 30);
  REQUIRE(expected.size() == 1);
  REQUIRE(pushed.size() == 1);
  CHECK(pushed[0] >= expected[0] + p.me(p.kernel_lookahead));
  CHECK(rig.signals(0, 7) == std::vector<Tick>{100 + p.me(p.cap_reflect + 2 * p.cap_service)});
  CHECK(rig.signals(0, 7) == pushed);
  fast_write(rig, 0, 2000, window + 4, 77);
  rig.run(4000);
  CHECK(rig.me[6]->in[1] == 77);
  CHECK(rig.ticks(RigEvent::Push, 6, 1) == std::vector<Tick>{2000 + p.me(p.cap_reflect)});
}

TEST_CASE("the reflector reads transfer registers of another microengine") {
  ShacRig rig;
  const uint32_t window = 0x8000 + (3 << 10);
  rig.me[5]->add(100, command(CAP_READ, window + 4 * 100, 10, 2, 7, 5));
  rig.run(2000);
  CHECK(rig.me[5]->in[10] == rig.me[3]->out[100]);
  CHECK(rig.me[5]->in[11] == rig.me[3]->out[101]);
  CHECK(rig.count(RigEvent::Expect) == 0); // the issuer knows of its own read
  CHECK(rig.signals(5, 7).size() == 1);
}

TEST_CASE("a reflected write to oneself is announced too") {
  ShacRig rig;
  rig.me[0]->add(100, command(CAP_WRITE, 0x8000 + 4 * 30, 30, 1, 7));
  rig.run(2000);
  CHECK(rig.ticks(RigEvent::Expect, 0, 30).size() == 1);
  CHECK(rig.me[0]->in[30] == rig.me[0]->out[30]);
}

TEST_CASE("local CSRs of other microengines") {
  ShacRig rig;
  const Params& p = rig.params;
  const uint32_t window = 0x18000 + (0x10 << 10); // microengine 4
  rig.me[0]->out[2] = 0xff00;
  rig.me[0]->add(100, command(CAP_WRITE, window + 0x18, 2, 1, 1));
  rig.me[0]->add(500, command(CAP_READ, window + 0x44, 9, 1, 1));
  rig.run(2000);
  CHECK(rig.ticks(RigEvent::WriteCsr, 4, 0x18) ==
        std::vector<Tick>{100 + p.me(p.cap_write + p.signal_inter_me)});
  CHECK(rig.ticks(RigEvent::ReadCsr, 4, 0x44) == std::vector<Tick>{500 + p.me(p.cap_write)});
  CHECK(rig.me[0]->in[9] == (0xc5000000 | 4 << 16 | 0x44));
  CHECK(rig.cap->read_csr(window + 0x44) == (0xc5000000 | 4 << 16 | 0x44));
  rig.cap->write_csr(window + 0x20, 3);
  CHECK(rig.ticks(RigEvent::WriteCsr, 4, 0x20).size() == 1);
}
