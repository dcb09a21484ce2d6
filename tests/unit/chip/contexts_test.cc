// The report of contexts: their states, the signals they wait for, and the possible senders.
#include "emu/explain/contexts.h"
#include "tests/unit/chip/chip_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {

std::string report(const SystemConfig& system, const Images& images, EngineKind engine) {
  Simulation r(system, images, {engine});
  const RunEnd end = r.run();
  return describe_contexts(r.chip(), system, images, end);
}

// The report, on which both engines must agree.
std::string report_both(const SystemConfig& system, const Images& images) {
  const std::string text = report(system, images, EngineKind::Threaded);
  CHECK(difference(text, report(system, images, EngineKind::Reference)) == "");
  return text;
}

std::string report_one(const std::string& program, unsigned start, unsigned cycles,
                       const std::string& more = "") {
  const SystemConfig system = parse_system(
      microengines(1, start, more) + fmt::format("[stop]\ncycles = {}\n", cycles), "x.toml");
  return report_both(system, place(system, assemble(program)));
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("Every state of a context is told") {
  // Context 0 ends, 1 waits for its command, 2 for its timer, 3 for either of two signals without
  // a sender; 4 and 5 are ready while 6 executes; 7 is not started.
  const std::string text =
      report_one("br=ctx[0, l8#]\nbr=ctx[1, l9#]\nbr=ctx[2, l11#]\nbr=ctx[3, l15#]\n"
                 "br=ctx[6, l7#]\nctx_arb[voluntary]\nbr[l5#]\nbr[l7#]\nctx_arb[kill]\n"
                 "sram[read, $0, a0, 0x0, 1], ctx_swap[s3]\nnop\n"
                 "local_csr_wr[ACTIVE_CTX_FUTURE_COUNT, 0x80]\n"
                 "local_csr_wr[ACTIVE_FUTURE_COUNT_SIGNAL, 0x4]\nctx_arb[s4]\nnop\n"
                 "ctx_arb[s7, s9], any\n",
                 0x7f, 100, "registers = { a0 = 0x40 }");
  CHECK(has(text, "Contexts at cycle 100\nME 0:0 test.hex\n"));
  CHECK(has(text, "  ctx 0    ended at pc 8\n"));
  CHECK(has(text, "  ctx 1    sleeps at pc 9 for s3: sram[read] of sram0 0x40, issued at cycle "));
  CHECK(has(text, "  ctx 2    sleeps at pc 13 for s4: of the timer, at cycle "));
  CHECK(has(text, "  ctx 3    sleeps at pc 15 for one of s7, s9\n"
                  "            s7: it can no longer be raised\n"
                  "            s9: it can no longer be raised\n"));
  CHECK(has(text, "  ctx 4-5  ready at pc 6\n"));
  CHECK(has(text, "  ctx 6    executes at pc 7\n"));
  CHECK(has(text, "  ctx 7    not started\n"));
  CHECK(has(text, "Frames inside: 0\n"));
}

TEST_CASE("Commands that nobody waits for are under way, and a full FIFO stalls") {
  const std::string text = report_one("scratch[incr, --, a0, 0x0]\nscratch[incr, --, a0, 0x4]\n"
                                      "scratch[incr, --, a0, 0x8]\nscratch[incr, --, a0, 0xc]\n"
                                      "scratch[incr, --, a0, 0x10]\nscratch[incr, --, a0, 0x14]\n",
                                      1, 6);
  CHECK(has(text, "at cycle 0 at pc 0, is in flight"));
  CHECK(has(text, "scratch[incr] of 0x4, issued at cycle "));
  // A read of memory that is slower than the bus fills the FIFO.
  std::string reads;
  for (unsigned i = 0; i < 100; ++i)
    reads += "sram[read, $0, a0, 0x0, 8], sig_done[s1]\n";
  CHECK(has(report_one(reads, 1, 500), "stalls at pc "));
}

TEST_CASE("A context that halts and one that cannot go on are told") {
  CHECK(has(report_one("ctx_arb[bpt]\nctx_arb[kill]\n", 3, 1000),
            "ME 0:0 test.hex: stopped by ctx_arb[bpt] of context 0 at pc 0\n  ctx 0    ready at pc "
            "1, not enabled\n"
            "  ctx 1    ready at pc 0, not enabled\n"));
  CHECK(has(report_one("nop\n", 1, 1000),
            "  ctx 0    stopped at pc 1: the instruction cannot be executed\n"));
}

TEST_CASE("Names, lines and functions come from the image") {
  const SystemConfig system = parse_system(microengines(1, 1) + "[stop]\nidle = true\n", "x.toml");
  Images images = place(system, assemble("nop\nnop\nctx_arb[s1, s2]\n"));
  mecc::Image& image = images.placed[0].image;
  image.lines = {{0, "dir/block.c", 10, 1}, {2, "dir/block.c", 12, 1}};
  image.labels = {{"main#", 0}, {"main.4#", 1}};
  image.symbols = {
      {"done", "s1", 0, 1}, {"token", "s1", 2, 2}, {"got", "s2", 0, 2}, {"both", "s2", 2, 2}};
  CHECK(has(report_both(system, images),
            "sleeps at pc 2 (block.c:12, main) for all of token (s1), both or got (s2)\n"));
  image.lines[1].file = "dir/block.uc";
  image.labels[1].name = "loop.4#";
  CHECK(has(report_both(system, images), "(block.uc:12, loop.4#)"));
}

TEST_CASE("A signal may be sent as long as somebody lives who can") {
  // Contexts 0 and 1 wait for each other's signal.
  const std::string pair = "br=ctx[2, l4#]\nctx_arb[s1]\nlocal_csr_wr[SAME_ME_SIGNAL, 0x88]\n"
                           "br[l1#]\n";
  const std::string dead = report_one(pair + "ctx_arb[kill]\n", 7, 500);
  CHECK(has(dead, "  ctx 0-1  sleeps at pc 1 for s1: it can no longer be raised\n"));
  // The third context spins; the report ignores that it never reaches the instruction.
  CHECK(has(report_one(pair + "br[l4#]\n", 7, 500),
            "  ctx 0-1  sleeps at pc 1 for s1: may be sent by 0:0 pc 2\n"));
}

TEST_CASE("Neighbours and CAP may send signals, others not") {
  // 0:1 lives; 0:0, 0:2, 0:3 wait.
  const auto run = [](const std::string& sender) {
    const SystemConfig system =
        parse_system(microengines(4, 1) + "[stop]\ncycles = 500\n", "x.toml");
    Images images = place(system, assemble("ctx_arb[s1]\n"));
    images.placed[1].image = assemble("br[l0#]\n" + sender);
    return report_both(system, images);
  };
  const auto says = [](const std::string& text, unsigned me, const std::string& what) {
    return has(text,
               fmt::format("ME 0:{} test.hex\n  ctx 0    sleeps at pc 0 for s1: {}\n", me, what));
  };
  const std::string nobody = "it can no longer be raised", pc1 = "may be sent by 0:1 pc 1";
  const std::string next = run("local_csr_wr[NEXT_NEIGHBOR_SIGNAL, a0]\n");
  CHECK(says(next, 0, nobody));
  CHECK(says(next, 2, pc1));
  CHECK(says(next, 3, nobody));
  const std::string previous = run("local_csr_wr[PREV_NEIGHBOR_SIGNAL, a0]\n");
  CHECK(says(previous, 0, pc1));
  CHECK(says(previous, 2, nobody));
  const std::string cap = run("cap[fast_wr, 0x0, 0x401c]\n");
  for (unsigned me : {0u, 2u, 3u})
    CHECK(says(cap, me, pc1));
  CHECK(says(run("local_csr_wr[SAME_ME_SIGNAL, a0]\n"), 0, nobody));
}

TEST_CASE("Whoever may be woken by one that lives, lives") {
  // 0:0 runs and may signal 0:1, which may signal 0:2; 0:3 is out of reach.
  const SystemConfig system = parse_system(microengines(4, 1) + "[stop]\ncycles = 500\n", "x.toml");
  Images images = place(
      system, assemble("ctx_arb[s1]\nlocal_csr_wr[NEXT_NEIGHBOR_SIGNAL, a0]\nctx_arb[kill]\n"));
  images.placed[0].image = assemble("br[l0#]\nlocal_csr_wr[NEXT_NEIGHBOR_SIGNAL, a0]\n");
  images.placed[2].image = assemble("ctx_arb[s1]\n");
  const std::string text = report_both(system, images);
  CHECK(has(text, "ME 0:1 test.hex\n  ctx 0    sleeps at pc 0 for s1: may be sent by 0:0 pc 1\n"));
  CHECK(has(text, "ME 0:2 test.hex\n  ctx 0    sleeps at pc 0 for s1: may be sent by 0:1 pc 1\n"));
  CHECK(has(text, "ME 0:3 test.hex\n  ctx 0    sleeps at pc 0 for s1: it can no longer be raised"));
}

TEST_CASE("Both engines tell the same, whenever the run ends") {
  const std::string program =
      "sram[read, $0, a0, 0x0, 4], sig_done[s1]\nscratch[put, $0, a0, 0x0, 2], ctx_swap[s2]\n"
      "ctx_arb[s1], defer[1]\nalu[a1, a1, +, 0x1]\nbr!=ctx[0, l7#], defer[2]\nnop\nnop\n"
      "local_csr_wr[SAME_ME_SIGNAL, a1]\nscratch[get, $0, a0, 0x0, 2], ctx_swap[s3]\n"
      "local_csr_wr[ACTIVE_CTX_FUTURE_COUNT, 0x3]\nlocal_csr_wr[ACTIVE_FUTURE_COUNT_SIGNAL, 0x4]\n"
      "dram[read, $$0, a0, 0x0, 2], sig_done[s6]\nctx_arb[s4, s6], any\nbr[l0#]\n";
  for (unsigned cycles = 1; cycles < 1200; cycles += 7) {
    const SystemConfig system = parse_system(
        fmt::format("{}[ring.0]\nsize = 128\n[stop]\ncycles = {}\n", microengines(2, 0x1f), cycles),
        "x.toml");
    report_both(system, place(system, assemble(program)));
  }
}
