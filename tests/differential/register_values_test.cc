// Register values that are predicted before a run, against random programs: every command goes to
// an address that was expected.
#include "emu/me/register_values.h"
#include "tests/catch.h"
#include "tests/differential/program.h"
#include "tests/unit/me/machine.h"

#include <fmt/format.h>
#include <random>

using namespace ixp;
using namespace ixp::test;

namespace {

constexpr unsigned kKnown = 4; // of each bank

// Random programs seldom keep a constant for long: here many of their instructions load one that
// may be an address of the program, too, and absolute registers become relative.
void load_constants(MeProgram& p, std::mt19937& random) {
  for (uint64_t& word : p.words) {
    auto i = *mev2::decode(word, p.mode);
    if (i.dst.kind == mev2::OperandKind::AbsGpr && random() % 8)
      i.dst = {mev2::OperandKind::Gpr, i.dst.bank, mev2::Step::Keep, uint16_t(random() % kKnown)};
    if (i.dst.kind == mev2::OperandKind::Gpr && random() % 2) {
      const mev2::Operand dst = i.dst;
      i = {};
      i.opcode = mev2::Opcode::IMMED;
      i.dst = dst;
      i.dst.number %= kKnown;
      mev2::fit_immed(static_cast<uint32_t>(random() % p.words.size()), i);
    }
    if (const auto encoded = mev2::encode(i, p.mode)) word = *encoded;
  }
}

// Known values in some registers, any in the others.
std::vector<me::KnownRegister> initialise(Microengine& me, std::mt19937& random) {
  std::vector<me::KnownRegister> known;
  for (const char bank : {'a', 'b'}) {
    for (unsigned n = 0; n < 128; ++n)
      me.set_register(fmt::format("@{}{}", bank, n), 0, static_cast<uint32_t>(random()));
    for (uint16_t n = 0; n < kKnown; ++n) {
      const auto value = static_cast<uint32_t>(random() % 64);
      me.set_register(fmt::format("{}{}", bank, n), -1, value);
      const auto b = bank == 'a' ? mev2::Bank::A : mev2::Bank::B;
      known.push_back({{mev2::OperandKind::Gpr, b, mev2::Step::Keep, n}, value, true});
    }
  }
  return known;
}

} // namespace

TEST_CASE("No command of a random program goes to an address that was not expected") {
  unsigned commands = 0, known = 0;
  for (uint32_t seed = 1; seed <= 1500; ++seed) {
    Case c = random_case(seed);
    std::mt19937 random(seed);
    Machine machine(EngineKind::Reference, static_cast<unsigned>(c.mes.size()), false);
    machine.params.clock_me_div = c.me_div;
    machine.params.kernel_lookahead = c.lookahead;
    machine.build();
    std::vector<std::map<uint32_t, me::ValueSet>> expected;
    for (unsigned m = 0; m < c.mes.size(); ++m) {
      MeProgram& p = c.mes[m];
      load_constants(p, random);
      machine.load(m, p.words, p.contexts, p.mode, p.nn_self);
      mecc::Image image;
      image.mode = p.mode;
      image.words = p.words;
      expected.push_back(me::command_addresses(image, initialise(*machine.mes[m], random)));
    }
    machine.run(c.cycles);
    for (const Command& command : machine.unit->trace) {
      const MeProgram& p = c.mes[command.me];
      if (mev2::decode(p.words[command.pc], p.mode)->csr) continue; // cap: the word has the address
      const auto at = expected[command.me].find(command.pc);
      INFO("seed " << seed << " ME " << unsigned{command.me} << " pc " << command.pc);
      REQUIRE(at != expected[command.me].end());
      ++commands;
      if (at->second.is_any()) continue;
      ++known;
      const auto& values = at->second.values();
      REQUIRE(std::ranges::find(values, command.address) != values.end());
    }
  }
  INFO(known << " of " << commands << " commands had an address that was known");
  CHECK(commands > 10'000);
  CHECK(known > commands / 10);
}
