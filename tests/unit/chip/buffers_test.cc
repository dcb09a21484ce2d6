// Free lists: buffer errors of microcode are reported when they happen, and at the end of a
// run every buffer is accounted for. Four buffers, descriptors at longwords 0x4000, 0x4008 ... of
// channel 0.
#include "tests/unit/chip/chip_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {

const std::string kFour = "descriptor_base = 0x10000, data_base = 0x100000, buffers = 4";

// One context with a0 = entry 0, a1 to a4 the four buffers as addresses of enqueues to entry 0, and
// b0 to b3 the same for entry 5.
std::string system_text(const std::string& stop, const std::string& more = "") {
  return microengines(1, 1,
                      "registers = { a1 = 0x4000, a2 = 0x4008, a3 = 0x4010, a4 = 0x4018, "
                      "a5 = 0x5000, b0 = 0x5004000, b1 = 0x5004008, b2 = 0x5004010 }") +
         "[boot]\nfreelist = { entry = 0, " + kFour + more +
         " }\nqueue = { entry = 5, descriptor = 0x8000 }\n[stop]\n" + stop + "\n";
}

struct Outcome {
  RunEnd end;
  BufferAudit buffers;
  std::vector<std::pair<std::string, uint64_t>> hazards;
  std::string hazard_text, table;
};

Outcome run_both(const std::string& text, const std::string& program) {
  const SystemConfig system = parse_system(text, "test.toml");
  const Images images = place(system, assemble(program + "ctx_arb[kill]\n"));
  Outcome out;
  std::string json[2], hazards[2];
  for (EngineKind engine : {EngineKind::Reference, EngineKind::Threaded}) {
    Simulation r(system, images, {engine});
    out.end = r.run();
    const Statistics s = r.statistics();
    json[engine == EngineKind::Threaded] = to_json(s);
    hazards[engine == EngineKind::Threaded] = r.hazards().text();
    out.buffers = s.buffers.at(0);
    out.hazards = s.hazards;
    out.hazard_text = r.hazards().text();
    out.table = to_table(s);
  }
  CHECK(difference(json[0], json[1]) == "");
  CHECK(difference(hazards[0], hazards[1]) == "");
  return out;
}

const std::string kIdle = "idle = true", kTakeOne = "sram[dequeue, $0, a0, 0x0], ctx_swap[s1]\n";

std::string times(unsigned n, const std::string& text) {
  std::string out;
  for (; n > 0; --n)
    out += text;
  return out;
}

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("Buffers that are taken and given back are free, and nothing is wrong") {
  const Outcome o =
      run_both(system_text(kIdle), times(3, kTakeOne) + "sram[enqueue, --, a2, 0x0]\n"
                                                        "sram[enqueue, --, a1, 0x0]\n"
                                                        "sram[enqueue, --, a3, 0x0]\n");
  CHECK(o.end.reason == EndReason::Idle);
  CHECK(o.buffers.free == 4);
  CHECK(o.buffers.error() == "");
  CHECK(o.hazards.empty());
  CHECK(contains(o.table, "Buffers of sram0 entry 0: 4 = 4 free + 0 queued + 0 in use\n"));
}

TEST_CASE("A buffer that is freed twice is a hazard at the second time") {
  const Outcome o =
      run_both(system_text("cycles = 5000"), kTakeOne + "sram[enqueue, --, a1, 0x0]\n"
                                                        "sram[enqueue, --, a1, 0x0]\n");
  CHECK(o.hazards == std::vector<std::pair<std::string, uint64_t>>{{"double-free", 1}});
  CHECK(contains(o.hazard_text, "ME 0:0 ctx 0 pc 2: double-free: SRAM channel 0: buffer 0x10000 is "
                                "put on the free list of entry 0, where it is already"));
  CHECK(o.buffers.free == 4);
  CHECK(o.buffers.double_free == 1);
  CHECK(contains(o.buffers.error(), "1 of its positions hold a buffer that it has already"));
}

TEST_CASE("A list that went wrong gives a buffer twice") {
  // 0x4000 linked to itself: the list is 0x4008, 0x4010, 0x4018, 0x4000, 0x4000 ...
  const Outcome o = run_both(system_text("cycles = 9000"), kTakeOne +
                                                               "sram[enqueue, --, a1, 0x0]\n"
                                                               "sram[enqueue, --, a1, 0x0]\n" +
                                                               times(5, kTakeOne));
  CHECK(o.hazards ==
        std::vector<std::pair<std::string, uint64_t>>{{"double-free", 1}, {"buffer-in-use", 1}});
  CHECK(contains(o.hazard_text,
                 "pc 7: buffer-in-use: SRAM channel 0: the free list of entry 0 gives "
                 "buffer 0x10000, which is in use"));
  CHECK(o.buffers.in_use == 4);
}

TEST_CASE("What is no buffer of a free list is a hazard on its way in and out") {
  const Outcome o =
      run_both(system_text("cycles = 9000"), "sram[enqueue, --, a5, 0x0]\n" + times(5, kTakeOne));
  CHECK(o.hazards == std::vector<std::pair<std::string, uint64_t>>{{"foreign-buffer", 2}});
  CHECK(contains(o.hazard_text,
                 "pc 0: foreign-buffer: SRAM channel 0: buffer 0x14000 is put on the "
                 "free list of entry 0, but is none of its 4 buffers"));
  CHECK(contains(o.hazard_text, "pc 5: foreign-buffer"));
  const Outcome still_there =
      run_both(system_text("cycles = 9000"), "sram[enqueue, --, a5, 0x0]\n");
  CHECK(still_there.buffers.foreign == 1);
  CHECK(contains(still_there.buffers.error(), "1 of its positions hold none of its buffers"));
}

TEST_CASE("A free buffer that is put in another queue is a hazard") {
  const Outcome o = run_both(system_text("cycles = 9000"), "sram[enqueue, --, 0x0, b1]\n"
                                                           "sram[enqueue, --, 0x0, b2]\n");
  CHECK(o.hazards == std::vector<std::pair<std::string, uint64_t>>{{"use-after-free", 2}});
  CHECK(contains(o.hazard_text,
                 "pc 0: use-after-free: SRAM channel 0: enqueue on entry 5 of buffer "
                 "0x10020, which is on the free list of entry 0"));
}

TEST_CASE("Buffers nobody has any more are leaked when a run ends idle") {
  const Outcome o =
      run_both(system_text(kIdle), times(3, kTakeOne) + "sram[enqueue, --, a1, 0x0]\n");
  CHECK(o.hazards.empty());
  CHECK(o.buffers.in_use == 2);
  CHECK(o.buffers.leaked == 2);
  CHECK(contains(o.table, "Buffers of sram0 entry 0: 4 = 2 free + 0 queued + 2 in use\n  WRONG: "));
  CHECK(o.buffers.error() ==
        "the free list of sram0 entry 0: 2 of 4 buffers leaked: no frame is left, they are in no "
        "queue, and 'held' is 0; 1 in use were taken at ME 0:0 pc 1; give them back, or say in "
        "'held' of [boot].freelist how many microcode keeps");
  REQUIRE(o.buffers.taken.size() == 2);
  CHECK(o.buffers.taken[1].pc == 2);
}

TEST_CASE("Buffers that microcode holds, as the system file says, are told apart") {
  const std::string program = times(3, kTakeOne);
  const Outcome enough = run_both(system_text(kIdle, ", held = 3"), program);
  CHECK(enough.buffers.leaked == 0);
  CHECK(enough.buffers.held == 3);
  CHECK(enough.buffers.error() == "");
  CHECK(contains(enough.table, "4 = 1 free + 0 queued + 3 in use (3 held)\n"));
  const Outcome fewer = run_both(system_text(kIdle, ", held = 4"), program);
  CHECK(fewer.buffers.held == 3);
  CHECK(run_both(system_text(kIdle, ", held = 2"), program).buffers.leaked == 1);
}

TEST_CASE("Buffers in use are no leak when the run did not end idle") {
  const Outcome o = run_both(system_text("cycles = 9000"), times(3, kTakeOne));
  CHECK(o.buffers.in_use == 3);
  CHECK(o.buffers.error() == "");
}

TEST_CASE("Buffers in other queues are accounted for") {
  const Outcome o =
      run_both(system_text(kIdle), times(3, kTakeOne) + "sram[enqueue, --, 0x0, b0]\n"
                                                        "sram[enqueue, --, 0x0, b1]\n"
                                                        "sram[enqueue, --, 0x0, b2]\n");
  CHECK(o.hazards.empty());
  CHECK(o.buffers.queued == 3);
  CHECK(o.buffers.error() == "");
}

TEST_CASE("A chain that software linked is given back with its last buffer") {
  // 0x4000 -> 0x4008 -> 0x4010, the first two without EOP, as a frame of three buffers.
  const std::string chain = "immed[a6, 0x1, <<16]\n" // 0x10000
                            "immed[$0, 0x4008]\n"    // links of the first ...
                            "sram[write, $0, a6, 0x0, 1], ctx_swap[s1]\n"
                            "immed[b6, 0x8000, <<16]\n" // ... and second buffer: EOP
                            "immed[a7, 0x4010]\n"
                            "alu[$0, a7, OR, b6]\n"
                            "sram[write, $0, a6, 0x20, 1], ctx_swap[s1]\n";
  // An enqueue without EOP, by the override ([20] enable). Then the chain's end.
  const std::string give = "immed[a8, 0x10, <<16]\n"
                           "alu[--, --, B, a8]\n"
                           "sram[enqueue, --, a1, 0x0], indirect_ref\n"
                           "sram[enqueue_tail, --, a3, 0x0]\n";
  const Outcome o = run_both(system_text(kIdle), times(3, kTakeOne) + chain + give);
  INFO(o.hazard_text);
  CHECK(o.hazards.empty());
  CHECK(o.buffers.free == 4);
  const Outcome twice = run_both(system_text("cycles = 9000"),
                                 times(2, kTakeOne) + chain + give); // 0x4010 is free already
  REQUIRE(!twice.hazards.empty());
  CHECK(twice.hazards[0] == std::pair<std::string, uint64_t>{"double-free", 1});
}

TEST_CASE("A link that microcode destroyed loses the free buffers behind it") {
  // 0x4000 is linked to 0x4018, past two free buffers.
  const Outcome o = run_both(system_text("cycles = 9000"),
                             "immed[a6, 0x1, <<16]\nimmed[b6, 0x8000, <<16]\nimmed[a7, 0x4018]\n"
                             "alu[$0, a7, OR, b6]\nsram[write, $0, a6, 0x0, 1], ctx_swap[s1]\n");
  CHECK(o.buffers.unreachable == 2);
  CHECK(contains(o.buffers.error(), "its links do not lead to 2 free buffers"));
}

TEST_CASE("A free list whose descriptor microcode replaced is not judged") {
  const Outcome o = run_both(
      system_text(kIdle), "immed[a6, 0x2000]\nsram[rd_qdesc_head, $0, a6, 0x0, 2], ctx_swap[s1]\n");
  CHECK_FALSE(o.buffers.known);
  CHECK(o.buffers.error() == "");
  CHECK(
      contains(o.table, "Buffers of sram0 entry 0: 4; microcode loaded another descriptor there"));
}

TEST_CASE("A ring that nobody has set up is a hazard, and has a row") {
  const std::string text = microengines(1, 1, "registers = { a0 = 20, a1 = 28 }") +
                           "[ring.3]\nsize = 128\n" + "[boot]\nfreelist = { entry = 0, " + kFour +
                           " }\n[stop]\nidle = true\n";
  const Outcome o = run_both(text, "scratch[put, $0, a0, 0x0, 2], ctx_swap[s1]\n"
                                   "scratch[get, $0, a0, 0x0, 2], ctx_swap[s1]\n"
                                   "sram[put, $0, a1, 0x0, 1], ctx_swap[s1]\n"
                                   "sram[put, $0, a1, 0x0, 1], ctx_swap[s1]\n");
  CHECK(o.hazards == std::vector<std::pair<std::string, uint64_t>>{{"unknown-ring", 4}});
  CHECK(
      contains(o.hazard_text, "pc 0: unknown-ring: scratch[put] of ring 5, which was not set up"));
  CHECK(contains(o.hazard_text, "pc 3: unknown-ring: SRAM channel 0: put on entry 7"));
  CHECK(contains(o.table, "ring 5 not set up"));
}
