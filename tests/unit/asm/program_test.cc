// Random programs must compute the results of their statements, wherever the assembler puts their
// registers, however it splits bank conflicts, and with their defer slots filled.
#include "mecc/mc/assembler.h"
#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"
#include "tests/unit/asm/machine.h"

#include "tests/unit/asm/program.h"

using namespace mecc;
using namespace mecc::test;

namespace {

struct Cost {
  unsigned steps = 0, lost = 0;
};

// Empty when the assembled program agrees with the statements.
std::string disagreement(uint32_t seed, unsigned variables, unsigned statements, bool fill,
                         Cost& cost) {
  RandomProgram program(seed, variables, statements);
  AssemblerOptions options;
  options.fill_defer_slots = fill;
  const AssemblerResult r = assemble_text(program.source(), options);
  if (!r.ok) return diagnostics_of(r);
  std::map<std::string, uint32_t> values;
  std::map<uint32_t, uint32_t> memory;
  program.execute(values, memory);
  Machine machine(r.image.words);
  try {
    machine.run(200000);
  } catch (const std::exception& e) {
    return e.what();
  }
  cost.steps += machine.steps();
  cost.lost += machine.lost_slots();
  for (const std::string& name : program.names()) {
    const std::string where = location_of(r.image, name);
    if (machine.read(where) != values[name])
      return fmt::format("{} in {} is 0x{:x}, not 0x{:x}", name, where, machine.read(where),
                         values[name]);
  }
  for (const auto& [address, value] : memory)
    if (machine.memory[address] != value) return fmt::format("memory at 0x{:x} differs", address);
  return "";
}

} // namespace

TEST_CASE("random programs compute what they say") {
  Cost plain, filled;
  for (uint32_t seed = 1; seed <= 120; ++seed) {
    const unsigned variables = 3 + seed % 12, statements = 4 + seed % 25;
    INFO("seed " << seed << "\n" << RandomProgram(seed, variables, statements).source());
    REQUIRE(disagreement(seed, variables, statements, false, plain) == "");
    REQUIRE(disagreement(seed, variables, statements, true, filled) == "");
  }
  CHECK(plain.steps > 10000); // the programs do run
  CHECK(plain.steps == filled.steps);
  CHECK(filled.lost < plain.lost);
}
