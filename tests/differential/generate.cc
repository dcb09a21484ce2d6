// Random cases: microengines, their random programs, and the parameters of the run.
#include "tests/differential/polls.h"
#include "tests/differential/program.h"
#include "tests/differential/races.h"
#include "tests/differential/random_programs.h"

#include <iterator>
#include <random>

namespace ixp::test {

enum class Kind { Anything, ClockLoops, RingFlags, Polls, Races, Commands };

static MeProgram random_program(std::mt19937& random, bool chip, Kind kind = Kind::Anything) {
  MeProgram p;
  if (random() % 4 == 0) p.mode = mev2::ContextMode::Four;
  p.contexts = random() % 3 ? 0xff : static_cast<uint8_t>(1 + random() % 255);
  if ((kind == Kind::Polls || kind == Kind::Races) &&
      random() % 8) // one or a few: where many poll, one is Ready mostly
    p.contexts = static_cast<uint8_t>(1u << random() % 8 | (random() % 2) << random() % 8);
  if (p.mode == mev2::ContextMode::Four) p.contexts = (p.contexts & 0x55) | 1;
  p.nn_self = random() % 3 == 0;
  RandomPrograms programs(random, p.mode, 8 + random() % 70, chip);
  p.words = kind == Kind::ClockLoops  ? programs.clock_loops()
            : kind == Kind::RingFlags ? programs.ring_flags()
            : kind == Kind::Polls     ? Polls(random, p.mode).program()
            : kind == Kind::Races     ? Races(random, p.mode).program()
            : kind == Kind::Commands  ? programs.commands()
                                      : programs.program();
  if (random() % 64 == 0) p.words[random() % p.words.size()] = 0xff00000000; // undefined
  return p;
}

Case random_case(uint32_t seed) {
  std::mt19937 random(seed);
  Case c;
  c.seed = seed;
  c.cycles = 300 + random() % 900;
  constexpr unsigned lookaheads[] = {32, 32, 1, 3, 17, 40};
  c.lookahead = lookaheads[random() % std::size(lookaheads)];
  c.me_div = random() % 4 ? 2 : 1 + random() % 4;
  c.check = random() % 16 == 0;
  c.outsider = random() % 2;
  const unsigned microengines = 1 + random() % 3;
  for (unsigned m = 0; m < microengines; ++m)
    c.mes.push_back(random_program(random, false));
  return c;
}

static Case chip_case(uint32_t seed, Kind kind) {
  std::mt19937 random(seed);
  Case c;
  c.seed = seed;
  c.cycles = 500 + random() % 1500;
  c.check = random() % 16 == 0;
  c.outsider = false;
  c.chip = true;
  const unsigned microengines = 2 + random() % 7;
  for (unsigned m = 0; m < microengines; ++m) {
    const bool other =
        m && kind != Kind::Anything && random() % (kind == Kind::ClockLoops ? 2 : 6) == 0;
    c.mes.push_back(random_program(random, true, other ? Kind::Anything : kind));
  }
  constexpr unsigned lookaheads[] = {32, 32, 1, 7, 40};
  c.lookahead = lookaheads[random() % std::size(lookaheads)];
  c.me_div = random() % 4 ? 2 : 1 + random() % 4;
  c.quick = random() % 3 == 0;
  return c;
}

Case random_chip_case(uint32_t seed) {
  return chip_case(seed, Kind::Anything);
}

Case random_loop_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::ClockLoops);
  c.cycles *= 2;
  return c;
}

Case random_poll_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::Polls);
  c.silent = seed % 8;
  if (seed % 4) c.check = false;
  if (seed % 3) c.lookahead = 32;
  c.cycles *= 3;
  return c;
}

// Few contexts, which would only be in each other's way.
Case random_race_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::Races);
  c.cycles *= 4;
  return c;
}

// Long queues in all units.
Case random_command_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::Commands);
  c.varied = seed % 4;
  c.quick = false;
  return c;
}

Case random_extreme_case(uint32_t seed) {
  Case c = random_command_case(seed);
  c.varied = c.extreme = true;
  return c;
}

// Most with microengines that run at the tick: they see a flag that changes a tick too early.
Case random_flag_case(uint32_t seed) {
  Case c = chip_case(seed, Kind::RingFlags);
  if (seed % 4) c.me_div = 1;
  c.cycles *= 2;
  return c;
}

} // namespace ixp::test
