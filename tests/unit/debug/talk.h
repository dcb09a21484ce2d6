// Two microengines that put counts on a ring and sum the values they get, to test the debugger.
#pragma once

#include "tests/unit/chip/chip_fixture.h"

namespace ixp::test {

inline const char* const kTalk = "alu[$0, --, B, a1]\n"                           // 0
                                 "scratch[put, $0, a2, 0x0, 1], ctx_swap[s1]\n"   // 1
                                 "scratch[get, $1, a2, 0x0, 1], ctx_swap[s2]\n"   // 2
                                 "alu[a3, a3, +, $1]\n"                           // 3
                                 "alu[$2, --, B, a3]\n"                           // 4
                                 "scratch[write, $2, a4, 0x0, 1], ctx_swap[s3]\n" // 5
                                 "local_csr_rd[TIMESTAMP_LOW]\n"                  // 6
                                 "immed[a5, 0x0]\n"                               // 7
                                 "br[l0#], defer[1]\n"                            // 8
                                 "alu[a1, a1, +, 0x1]\n";                         // 9

inline SystemConfig talk_system(uint64_t cycles = 20000) {
  return parse_system("messages = \"talk.h\"\n" +
                          microengines(2, 0x0f, "registers = { a2 = 0, a4 = 0x100 }") +
                          fmt::format("[chip]\ndram.bytes = 65536\nsram.bytes = 65536\n"
                                      "[stop]\ncycles = {}\n",
                                      cycles),
                      "talk.toml", [](const std::string&) {
                        return "#define FIRST 0\n#define FIRST_HOLDS 128, NOTE\n"
                               "#define NOTE_VALUE 0, 31, 0, number\n";
                      });
}

inline std::unique_ptr<Simulation> talk(EngineKind engine = EngineKind::Threaded,
                                        uint64_t cycles = 20000) {
  const SystemConfig system = talk_system(cycles);
  SimulationOptions options;
  options.engine = engine;
  return std::make_unique<Simulation>(system, place(system, assemble(kTalk)), options);
}

} // namespace ixp::test
