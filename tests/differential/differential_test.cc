// Random legal programs on both engines, and every program on which they ever differed.
#include "tests/catch.h"
#include "tests/differential/program.h"
#include "tests/differential/stepped_unit.h"
#include "tests/unit/me/machine.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace ixp::test;
namespace fs = std::filesystem;

namespace {
const fs::path kFailures = fs::path(IXP_SOURCE_DIR) / "tests/differential/failures.txt";

std::string read_file(const fs::path& p) {
  std::ifstream in(p);
  std::ostringstream s;
  s << in.rdbuf();
  return s.str();
}
unsigned from_environment(const char* name, unsigned otherwise) {
  const char* v = std::getenv(name);
  return v ? static_cast<unsigned>(std::atoi(v)) : otherwise;
}
} // namespace

TEST_CASE("programs that once failed") {
  const std::string text = read_file(kFailures), mark = "\n#--- ";
  unsigned programs = 0;
  for (size_t at = text.find(mark); at != text.npos; ++programs) {
    const size_t end = text.find(mark, at + 1);
    const std::string program = text.substr(at + mark.size(), end - at - mark.size());
    const size_t name = program.find('\n');
    INFO(program.substr(0, name));
    CHECK(compare_engines(from_text(program.substr(name))) == "");
    at = end;
  }
  CHECK(programs > 0);
}

TEST_CASE("a fault in one engine is a difference") {
  const std::string address = "alu[a1, --, B, 0x40]\n", sum = "alu[a0, a1, +, 0x1]\n",
                    read = "scratch[read, $0, a1, 0x0, 1], ctx_swap[s1]\n", end = "ctx_arb[kill]\n";
  for (const bool chip : {false, true}) {
    Case right;
    right.chip = chip;
    right.outsider = false;
    right.mes.resize(1);
    right.mes[0].words = assemble(address + sum + read + end);
    CHECK(compare_engines(right) == "");
    for (const std::string& faulty :
         {address + "alu[a0, a1, +, 0x2]\n" + read + end, // another result
          address + sum + "nop\n" + read + end,           // a cycle later
          address + sum + "scratch[read, $0, a1, 0x4, 1], ctx_swap[s1]\n" + end}) {
      Case wrong = right;
      wrong.mes[0].words = assemble(faulty);
      INFO(faulty);
      CHECK(compare_engines(right, wrong) != "");
    }
  }
}

TEST_CASE("a unit that takes longer differs from the stepped model") {
  CHECK(unnoticed_parameters(40) == std::vector<std::string>());
}

TEST_CASE("a stepped bus skips slots without words") {
  SteppedDataBus bus(4);
  Transfer early, late;
  bus.carry(early, 8, 2, 4);
  bus.carry(late, ixp::Tick{1} << 60, 3, 4);
  bus.run();
  CHECK(early.end() == 12);
  CHECK(late.end() == (ixp::Tick{1} << 60) + 8);
}

TEST_CASE("cases survive their text form") {
  for (uint32_t seed = 1; seed < 50; ++seed) {
    const std::string text = to_text(random_case(seed));
    REQUIRE(to_text(from_text(text)) == text);
    const std::string chip = to_text(random_chip_case(seed));
    REQUIRE(to_text(from_text(chip)) == chip);
  }
}

namespace {
// IXP_DIFF_SEED, IXP_DIFF_COUNT: other seeds, longer runs, which print their counts.
Compared compare_many(Case (*make)(uint32_t), const std::string& name, unsigned count) {
  const unsigned first = from_environment("IXP_DIFF_SEED", 1);
  count = from_environment("IXP_DIFF_COUNT", count);
  Compared compared;
  for (uint32_t seed = first; seed < first + count; ++seed) {
    const Case c = make(seed);
    const std::string difference = compare_engines(c, &compared);
    if (difference.empty()) continue;
    const Case small = minimise(c);
    const std::string found = "# " + compare_engines(small) + "\n" + to_text(small);
    std::ofstream(kFailures, std::ios::app) << "\n#--- " << name << seed << "\n" << found;
    FAIL("seed " << seed << ": " << difference << "\nrepeat: IXP_DIFF_SEED=" << seed
                 << " IXP_DIFF_COUNT=1 build/release/bin/test_differential\nminimised, added to "
                 << kFailures << ":\n"
                 << found);
  }
  if (std::getenv("IXP_DIFF_COUNT"))
    std::cout << name << ": " << count << " programs, " << compared.instructions
              << " instructions, " << compared.skipped << " skipped\n";
  return compared;
}
} // namespace

TEST_CASE("random programs on both engines") {
  compare_many(random_case, "seed", 3000);
}

TEST_CASE("random programs on both engines, with the whole chip") {
  compare_many(random_chip_case, "chip", 300);
}

TEST_CASE("random branches on ring flags, with the whole chip") {
  compare_many(random_flag_case, "flag", 100);
}

TEST_CASE("random polls of rings, with the whole chip") {
  compare_many(random_poll_case, "poll", 300);
}

TEST_CASE("random races to one register, with the whole chip") {
  compare_many(random_race_case, "race", 100);
}

TEST_CASE("random commands with random parameters, with the whole chip") {
  compare_many(random_command_case, "command", 400);
}

// Words and data would move before the run begins.
TEST_CASE("random commands with slow buses and early row hits, with the whole chip") {
  compare_many(random_extreme_case, "extreme", 40);
}

TEST_CASE("random loops that wait for a clock, with the whole chip") {
  const Compared c = compare_many(random_loop_case, "loop", 400);
  CHECK(c.skipped > c.instructions / 20); // this test is about skipped instructions
}
