// A test case of the differential test: the program of each microengine, and everything else both
// runs must share. As text it is readable, and a failing one is added to failures.txt.
#pragma once

#include "isa/isa.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ixp::test {

struct MeProgram {
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  uint8_t contexts = 1;
  bool nn_self = false;
  std::vector<uint64_t> words;
};

struct Case {
  uint32_t seed = 0; // of initial registers and of events from outside
  unsigned cycles = 1000;
  unsigned lookahead = 32, me_div = 2;
  bool check = false, outsider = true;
  bool chip = false;    // the real units, instead of one plain unit
  bool quick = false;   // ... with the shortest latencies that parameters can have
  bool varied = false;  // ... with random parameters
  bool extreme = false; // ... with slow buses and early row hits
  // chip: events have no listener; instead, the run stops at times and everything is compared.
  bool silent = false;
  std::vector<MeProgram> mes;
};

Case random_case(uint32_t seed);
Case random_chip_case(uint32_t seed);
Case random_loop_case(uint32_t seed);    // the same with loops that wait for a clock
Case random_flag_case(uint32_t seed);    // the same with branches on the flags of rings
Case random_poll_case(uint32_t seed);    // the same with loops that poll rings; mostly silent
Case random_race_case(uint32_t seed);    // the same with words of two units for one register
Case random_command_case(uint32_t seed); // the same with many commands, and random parameters
Case random_extreme_case(uint32_t seed); // the same with extreme parameters
std::string to_text(const Case& c);
Case from_text(const std::string& text); // throws std::runtime_error

// Runs a case on both engines, or one case on each; returns the first difference, or "". Adds the
// numbers of instructions.
struct Compared {
  uint64_t instructions = 0, skipped = 0; // of them, by the threaded engine
};
std::string compare_engines(const Case& reference, const Case& threaded,
                            Compared* compared = nullptr);
std::string compare_chips(const Case& reference, const Case& threaded,
                          Compared* compared); // the same for `chip`
inline std::string compare_engines(const Case& c, Compared* compared = nullptr) {
  return compare_engines(c, c, compared);
}

// Parameters that never change a tick in the stepped model (stepped_timing.h) when they are one
// higher there than in the chip.
std::vector<std::string> unnoticed_parameters(unsigned cases);

// The smallest case found that still fails: instructions become nops, contexts and microengines go.
Case minimise(Case c);

} // namespace ixp::test
