// Microbenchmarks whose rate is known in closed form. T contexts of each microengine loop over one
// command:
//   rate = min(T / (L + o), 1 / b, limit of the unit)        per microengine, in ME cycles
// L: latency of the command(s). o: cycles between the wake-up and the next issue, the branch with
// its lost slots. b: cycles the microengine is busy per turn: an issue and the lost slots of the
// swap for each command, then the branch. Everything follows from the parameters, so this tests
// that the parts together add and lose no cycles. Within 2 % unloaded, 10 % saturated.
#include "tests/unit/chip/chip_fixture.h"

#include <algorithm>

using namespace ixp;
using namespace ixp::test;

namespace {

constexpr uint64_t kCycles = 100'000;

const Params kParams;
const double kBranch = 1 + static_cast<double>(kParams.me_br_penalty);
const double kSwap = 1 + static_cast<double>(kParams.me_ctx_swap_penalty);

struct Loop {
  std::string program;
  std::string chip;      // lines of [chip]
  std::string registers; // lines of [[microengine]]
};

const char* const kScratch = "scratch[read, $0, a0, 0x0, 1], ctx_swap[s1]\nbr[l0#]\n";
const char* const kSram = "sram[read, $0, a0, 0x0, 1], ctx_swap[s1]\nbr[l0#]\n";
const char* const kDram = "dram[read, $$0, a0, 0x0, 1], ctx_swap[s2]\nbr[l0#]\n";
const char* const kDramBurst = "dram[read, $$0, a0, 0x0, 8], ctx_swap[s2]\nbr[l0#]\n";
const char* const kRing = "scratch[put, $0, a0, 0x0, 1], ctx_swap[s1]\n"
                          "scratch[get, $0, a0, 0x0, 1], ctx_swap[s1]\nbr[l0#]\n";

// Each context in a bank of its own, contexts 4..7 sharing with 0..3.
std::string own_banks() {
  std::string out = "registers = { ";
  for (unsigned c = 0; c < kContexts; ++c)
    out += fmt::format("{}\"ctx{}.a0\" = {}", c ? ", " : "", c, c * kParams.dram_interleave_bytes);
  return out + " }";
}

uint64_t commands(const Statistics& s, const std::string& unit) {
  for (const UnitFigures& u : s.units)
    if (u.name == unit) return u.work().second;
  return 0;
}

// Commands of `unit` per ME cycle, from both engines, which must agree in everything.
double rate(const Loop& loop, const std::string& unit, unsigned mes, unsigned contexts) {
  const std::string text =
      fmt::format("[chip]\n{}\n{}[ring.0]\nsize = 128\nbase = 0\n[stop]\ncycles = {}\n", loop.chip,
                  microengines(mes, (1u << contexts) - 1, loop.registers), kCycles);
  const SystemConfig system = parse_system(text, "loop.toml");
  const Images images = place(system, assemble(loop.program));
  std::string json[2];
  double out = 0;
  for (EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
    Simulation run(system, images, {engine});
    const RunEnd end = run.run();
    CHECK(end.tick == kCycles * system.params.clock_me_div);
    CHECK(run.hazards().total() == 0);
    const Statistics s = run.statistics();
    json[static_cast<unsigned>(engine)] = to_json(s);
    out = static_cast<double>(commands(s, unit)) / static_cast<double>(kCycles);
  }
  CHECK(difference(json[0], json[1]) == "");
  return out;
}

constexpr double kUnloaded = 0.02, kSaturated = 0.10;

// Eight contexts keep a microengine so busy that they sometimes wait for each other; the busier,
// the more the formula, which ignores such waiting, overestimates.
void check_unloaded(const Loop& loop, const std::string& unit, double latency, double swaps = 1) {
  const double o = kBranch, b = swaps * kSwap + kBranch;
  CHECK(rate(loop, unit, 1, 1) == Approx(swaps / (latency + o)).epsilon(kUnloaded));
  const bool crowded = 8 * b > 0.6 * (latency + o);
  CHECK(rate(loop, unit, 1, 8) == Approx(std::min(8 * swaps / (latency + o), swaps / b))
                                      .epsilon(crowded ? kSaturated : kUnloaded));
}

double cycles(uint64_t parameter) {
  return static_cast<double>(parameter);
}

} // namespace

TEST_CASE("Scratch reads: one and eight contexts") {
  check_unloaded({kScratch, "", ""}, "scratch", cycles(kParams.scratch_read));
}

TEST_CASE(
    "Scratch reads of eight microengines meet the scratchpad's limit, a longword a bus cycle") {
  CHECK(rate({kScratch, "", ""}, "scratch", 8, 8) ==
        Approx(1 / cycles(kParams.scratch_service_per_lw)).epsilon(kSaturated));
}

TEST_CASE("With a short latency the microengine's issue slots are the limit") {
  CHECK(rate({kScratch, "scratch.read = 24", ""}, "scratch", 1, 8) ==
        Approx(1 / (kSwap + kBranch)).epsilon(kUnloaded));
}

TEST_CASE("SRAM reads: one and eight contexts") {
  check_unloaded({kSram, "", ""}, "sram0", cycles(kParams.sram_read));
}

TEST_CASE("SRAM reads of four microengines meet the channel's limit, a longword an SRAM clock") {
  const double free = 4 * 8 / (cycles(kParams.sram_read) + kBranch);
  const double limit = 1 / cycles(kParams.sram_service_per_lw);
  REQUIRE(free > limit);
  CHECK(rate({kSram, "", ""}, "sram0", 4, 8) == Approx(limit).epsilon(kSaturated));
}

TEST_CASE("DRAM reads over the banks: one and eight contexts") {
  check_unloaded({kDram, "", own_banks()}, "dram", cycles(kParams.dram_read));
}

TEST_CASE("DRAM reads in one bank collapse to one for each row cycle") {
  const double me_cycles_per_clock = cycles(kParams.clock_dram_div) / cycles(kParams.clock_me_div);
  const double limit = 1 / (cycles(kParams.dram_t_rc) * me_cycles_per_clock);
  CHECK(rate({kDram, "", ""}, "dram", 1, 1) ==
        Approx(1 / (cycles(kParams.dram_read) + kBranch)).epsilon(kUnloaded));
  CHECK(rate({kDram, "", ""}, "dram", 1, 8) == Approx(limit).epsilon(kSaturated));
  CHECK(rate({kDram, "", ""}, "dram", 4, 8) == Approx(limit).epsilon(kSaturated));
}

TEST_CASE("Bursts over the banks meet the limit of the DRAM's pins") {
  const double granules = 64.0 / cycles(kParams.dram_granule_bytes);
  CHECK(rate({kDramBurst, "", own_banks()}, "dram", 4, 8) ==
        Approx(1 / (granules * cycles(kParams.dram_service))).epsilon(kSaturated));
}

TEST_CASE("Ring put and get in turn: one and eight contexts") {
  check_unloaded({kRing, "", ""}, "scratch",
                 cycles(kParams.scratch_ring_put + kParams.scratch_ring_get), 2);
}

TEST_CASE("More contexts hide latency until something else is the limit") {
  double last = 0;
  for (unsigned contexts : {1u, 2u, 4u, 8u}) {
    const double now = rate({kSram, "", ""}, "sram0", 1, contexts);
    CHECK(now > 1.9 * last);
    last = now;
  }
}
