// The times of commands and of status words while frames arrive, from both engines, against the
// model of tests/differential/stepped_timing.h.
#include "base/files.h"
#include "tests/differential/stepped_timing.h"
#include "tests/unit/chip/chip_fixture.h"

using namespace ixp;
using namespace ixp::test;

// Every context joins the receive freelist, waits for a status word, gives the element back and
// reads memories, so that words compete for the buses.
static const char* const kReceiver = "local_csr_rd[ACTIVE_CTX_STS]\n"
                                     "immed[a5, 0x0]\n"
                                     "alu_shf[b5, --, B, a5, <<20]\n"
                                     "msf[fast_wr, --, a1, b5]\n"
                                     "ctx_arb[s1]\n"
                                     "alu_shf[a2, --, B, $0, >>24]\n"
                                     "alu_shf[a2, --, B, a2, <<16]\n"
                                     "alu[a2, a2, +, 0x44]\n"
                                     "msf[fast_wr, --, a2, 0x0]\n"
                                     "scratch[read, $2, a3, 0x0, 4], sig_done[s2]\n"
                                     "sram[read, $6, a3, 0x0, 8], sig_done[s3]\n"
                                     "dram[read, $$0, a3, 0x0, 4], ctx_swap[s4]\n"
                                     "ctx_arb[s2, s3]\n"
                                     "br[l3#]\n";

TEST_CASE("frames do not change the times that the stepped model expects") {
  const std::string path = std::string(IXP_BINARY_DIR) + "/status_words_test.txt";
  std::string text;
  for (unsigned i = 0; i < 400; ++i)
    text += std::string(120 + 2 * (i % 200), '0' + static_cast<char>(i % 10)) + '\n';
  write_file(path, text);
  const SystemConfig system = parse_system(
      fmt::format("[port.0]\nrx = {{ streams = [\"{}\"], rate_mbps = 4000 }}\ntx = {{}}\n"
                  "[stop]\ncycles = 60000\n",
                  path) +
          microengines(3, 0xff, "registers = { a1 = 0x10000030, a3 = 0x100 }"),
      "status_words.toml");
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Threaded}) {
    Simulation simulation(system, place(system, assemble(kReceiver)), {engine});
    TimingRecord record(simulation.chip(), true);
    simulation.run();
    const Tick end = simulation.now();
    CHECK(record.difference(end) == "");
    Params later = simulation.chip().params;
    ++later.msf_rsw_autopush;
    CHECK(record.difference(end, later).starts_with("status word"));
  }
}
