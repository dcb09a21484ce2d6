// Images, and the control store as programs see it.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

TEST_CASE("the control store can be read, with the parity of both halves") {
  const std::string text = "alu[a1, a1, +, b2]\nimmed[a0, 0x1234]\nalu[b3, a7, AND, 0x5]\n";
  const std::vector<uint64_t> words = assemble(text);
  Machine m(EngineKind::Reference);
  m.load(0, text + "ctx_arb[kill]\n");
  m.run(50);
  for (unsigned address = 0; address < words.size(); ++address) {
    m.mes[0]->write_csr_from_outside(0x000, address, m.kernel->now() + 200);
    m.run(100 * (address + 2));
    const Tick now = m.kernel->now();
    CHECK(m.mes[0]->read_csr_from_outside(0x004, now) == static_cast<uint32_t>(words[address]));
    const auto odd = [&](uint64_t bits) { return static_cast<uint32_t>(std::popcount(bits) & 1); };
    CHECK(m.mes[0]->read_csr_from_outside(0x008, now) ==
          (static_cast<uint32_t>(words[address] >> 32) | odd(words[address] & 0xfffff) << 8 |
           odd(words[address] >> 20) << 9));
  }
}

TEST_CASE("an image says in which mode its microengine runs") {
  Machine m(EngineKind::Threaded);
  m.build();
  const auto enables = [&](auto change) {
    mecc::Image image;
    image.words = assemble("ctx_arb[kill]");
    change(image);
    m.mes[0]->load(image);
    return m.state().ctx_enables;
  };
  CHECK(enables([](mecc::Image&) {}) == 0);
  CHECK(enables([](mecc::Image& i) { i.mode = mev2::ContextMode::Four; }) == 1u << 31);
  CHECK(enables([](mecc::Image& i) { i.nn_self = true; }) == 1u << 20);
  CHECK(enables([](mecc::Image& i) { i.lm0_global = true; }) == 1u << 16);
  CHECK(enables([](mecc::Image& i) { i.lm1_global = true; }) == 1u << 17);
}

TEST_CASE("an image initialises local memory up to its end and not beyond") {
  Machine m(EngineKind::Threaded);
  m.build();
  mecc::Image image;
  image.words = assemble("ctx_arb[kill]");
  image.local_memory.push_back({"lmem", 4 * 639, {0x12, 0x34, 0x56, 0x78}});
  m.mes[0]->load(image);
  CHECK(m.mes[0]->local_memory(639) == 0x12345678);
  image.local_memory[0].bytes.push_back(0);
  CHECK_THROWS_AS(m.mes[0]->load(image), InputError);
}

TEST_CASE("a program can be replaced through the control store CSRs") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, "l#:\nalu[a0, a0, +, 0x1]\nctx_arb[voluntary]\nbr[l#]\n");
    m.run(50);
    const uint64_t word = assemble("alu[a1, a1, +, 0x1]")[0];
    Tick t = m.kernel->now() + 100;
    m.mes[0]->write_csr_from_outside(0x000, 0x80000000, t);
    m.mes[0]->write_csr_from_outside(0x004, static_cast<uint32_t>(word), t);
    m.mes[0]->write_csr_from_outside(0x008, static_cast<uint32_t>(word >> 32), t);
    m.run(100);
    const uint32_t before = m.reg("a0");
    m.run(200);
    CHECK(m.reg("a0") == before);
    CHECK(m.reg("a1") > 5);
    CHECK(m.hazards.seen.empty());
  }
}
