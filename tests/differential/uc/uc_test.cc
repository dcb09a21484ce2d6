// Random programs in the assembler's language, run on the emulated chip under both engines, must
// leave the results of their statements. IXP_UC_SEED and IXP_UC_COUNT choose the programs.
#include "mecc/image/imports.h"
#include "tests/differential/uc/source_program.h"
#include "tests/unit/asm/assemble.h"
#include "tests/unit/chip/chip_fixture.h"

#include <cstdlib>

using namespace mecc;
using namespace mecc::test;

namespace {

unsigned from_environment(const char* name, unsigned otherwise) {
  const char* v = std::getenv(name);
  return v ? static_cast<unsigned>(std::atoi(v)) : otherwise;
}

uint32_t address_in(const std::string& report, const std::string& name) {
  const std::string key = "memory: " + name + " at ";
  const size_t at = report.find(key);
  return static_cast<uint32_t>(std::stoul(report.substr(at + key.size()), nullptr, 16));
}

enum class Outcome { Right, Rejected, Wrong };

// Describes the difference or, if a program needs too many registers, the rejection.
Outcome try_program(uint32_t seed, std::string& what) {
  const SourceProgram program(seed);
  AssemblerOptions options;
  options.fill_defer_slots = program.fills_slots();
  const AssemblerResult r = assemble_text(program.source(), options);
  if (!r.ok) {
    what = diagnostics_of(r);
    const bool no_room = what.find("no register of bank") != std::string::npos ||
                         what.find("there is no place for a copy") != std::string::npos;
    return no_room ? Outcome::Rejected : Outcome::Wrong;
  }
  Image image = r.image;
  bind_imports(image, program.imports());
  unsigned start = 0;
  for (unsigned c : program.contexts())
    start |= 1u << c;
  const ixp::SystemConfig system = ixp::parse_system(
      "[stop]\nidle = true\ncycles = 20000000\n" + ixp::test::microengines(1, start), "test.toml");
  ixp::Images images = ixp::test::place(system, image);
  images.memory = r.memory;
  const auto place = [&](const std::string& name) { return address_in(r.report, name); };
  for (const auto engine : {ixp::EngineKind::Threaded, ixp::EngineKind::Reference}) {
    ixp::Simulation run(system, images, {engine});
    const ixp::RunEnd end = run.run();
    if (end.reason != ixp::EndReason::Idle) {
      what = "the run did not end: " + end.text;
      return Outcome::Wrong;
    }
    if (run.hazards().total()) {
      what = "hazards: " + run.hazards().summary();
      return Outcome::Wrong;
    }
    for (unsigned c : program.contexts()) {
      const std::vector<uint32_t> expected = program.results(c);
      uint32_t to = place("results") + SourceProgram::kResultBytes * c;
      for (size_t k = 0; k < expected.size(); ++k) {
        const std::string& name = program.result_names()[k];
        const std::string memory = name.substr(0, name.find('['));
        const uint32_t offset =
            32 * c + 4 * static_cast<uint32_t>(std::atoi(name.c_str() + memory.size() + 1));
        uint32_t found = 0;
        if (memory == "sram")
          found = run.chip().read(ixp::Region::Sram0, place("sram_words") + offset);
        else if (memory == "scratch")
          found = run.chip().read(ixp::Region::Scratch, place("scratch_words") + offset);
        else if (memory == "dram")
          found = run.chip().read(ixp::Region::Dram, place("dram_words") + offset);
        else {
          found = run.chip().read(ixp::Region::Scratch, to);
          to += 4;
        }
        if (found == expected[k]) continue;
        what = fmt::format("context {}: {} is {:#x}, not {:#x}", c, name, found, expected[k]);
        return Outcome::Wrong;
      }
    }
  }
  return Outcome::Right;
}

} // namespace

TEST_CASE("random programs in the assembler's language compute what they say") {
  const unsigned first = from_environment("IXP_UC_SEED", 1),
                 count = from_environment("IXP_UC_COUNT", 60);
  unsigned right = 0, rejected = 0;
  std::string which, why;
  for (uint32_t seed = first; seed < first + count; ++seed) {
    std::string what;
    switch (try_program(seed, what)) {
    case Outcome::Right: ++right; break;
    case Outcome::Rejected:
      ++rejected;
      which += fmt::format(" {}", seed);
      why = what;
      break;
    case Outcome::Wrong:
      FAIL_CHECK("seed " << seed << ": " << what << "\n" << SourceProgram(seed).source());
    }
  }
  INFO(right << " right, " << rejected << " rejected of " << count << ":" << which
             << "; the last one: " << why);
  if (std::getenv("IXP_UC_COUNT"))
    WARN(right << " right, " << rejected << " rejected of " << count << ":" << which);
  CHECK(rejected * 10 <= count);
}
