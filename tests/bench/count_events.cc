// Cost of probes: runs a system until FRAMES frames are transmitted, with a probe that counts
// events of all kinds, or without. Under callgrind, the difference of two lengths is the cost a
// frame.
//   count_events SYSTEM.toml FRAMES [none]
#include "emu/sim/simulation.h"

#include <array>
#include <cstdio>
#include <cstring>

using namespace ixp;

namespace {
struct Counter final : Probe {
  std::array<uint64_t, kEventKinds> seen{};
  void event(const Event& e) override { ++seen[static_cast<unsigned>(e.kind)]; }
};
} // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: count_events SYSTEM.toml FRAMES [none]\n");
    return 2;
  }
  SystemConfig system = read_system(argv[1], {});
  system.stop = parse_stop(std::string("packets_tx=") + argv[2]);
  Simulation sim(system, SimulationOptions{});
  Counter counter;
  if (argc < 4 || std::strcmp(argv[3], "none") != 0) sim.listen(counter, EventKinds::all());
  sim.run();
  for (unsigned k = 0; k < kEventKinds; ++k)
    std::printf("%-10s %llu\n", name(static_cast<EventKind>(k)),
                static_cast<unsigned long long>(counter.seen[k]));
} catch (const InputError& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
