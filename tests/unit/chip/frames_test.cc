// Positions of frames: buffers, losses of rings, and the survey of a whole chip.
#include "base/files.h"
#include "emu/chip/packet_buffers.h"
#include "emu/chip/survey.h"
#include "tests/unit/chip/chip_fixture.h"

namespace frames_test {

using namespace ixp;
using namespace ixp::test;

namespace {

const char* const kHeader = "#define KNOWN 0\n#define KNOWN_HOLDS 128, MESSAGE\n"
                            "#define MESSAGE_LENGTH 0, 31, 0, bytes\n"
                            "#define MESSAGE_HANDLE 1, 31, 0, hex\n"
                            "#define REPORTS 1\n#define REPORTS_HOLDS 128, REPORT\n"
                            "#define REPORT_CYCLES 0, 31, 0, cycles\n";
const char* const kFour =
    "[boot]\nfreelist = { channel = 0, entry = 3, buffers = 4, descriptor_base = 0x1000, "
    "data_base = 0x10000 }\n";

SystemConfig parse_with_messages(const std::string& text) {
  return parse_system("messages = \"messages.h\"\n[ring.2]\nsize = 128\n" + text, "test.toml",
                      [](const std::string&) { return std::string(kHeader); });
}

// The words that name buffers 0..3: EOP and the longword address of the descriptor.
constexpr uint32_t handle(unsigned n) {
  return 0x8000'0400 + 8 * n;
}
constexpr uint32_t data(unsigned n) {
  return 0x10000 + 2048 * n;
}
constexpr QueuePlace kFreelist{QueuePlace::Array, 0, 3};

std::vector<PacketTag> lost(PacketBuffers& buffers) {
  std::vector<PacketTag> out;
  buffers.for_each([&](PacketBuffer& b) {
    if (b.lost_in.kind != QueuePlace::None) out.push_back(b.frame);
  });
  return out;
}

} // namespace

TEST_CASE("A buffer holds the frame whose bytes came last, until it is enqueued as free") {
  PacketBuffers buffers(parse_with_messages(kFour));
  REQUIRE(buffers.known());
  CHECK(buffers.named(handle(1)) == nullptr);
  buffers.copied(data(1), 7);
  buffers.copied(data(1) + 64, 7);
  buffers.copied(data(3) + 2040, 9);
  buffers.copied(data(4), 11); // after the last
  buffers.copied(data(0) - 8, 12);
  REQUIRE(buffers.named(handle(1)));
  CHECK(buffers.named(handle(1))->frame == 7);
  CHECK(buffers.named(handle(3))->frame == 9);
  CHECK(buffers.named(handle(1) + 1) == nullptr); // not the begin of a descriptor
  CHECK(buffers.named(handle(4)) == nullptr);
  buffers.enqueued({QueuePlace::Array, 0, 4}, handle(1)); // another queue
  buffers.enqueued({QueuePlace::Array, 1, 3}, handle(1)); // another channel
  CHECK(buffers.named(handle(1)));
  buffers.enqueued(kFreelist, handle(1));
  CHECK(buffers.named(handle(1)) == nullptr);
}

TEST_CASE("Words that a ring lost name frames where its message has a handle") {
  PacketBuffers buffers(parse_with_messages(kFour));
  for (unsigned n = 0; n < 4; ++n)
    buffers.copied(data(n), n + 1);
  SECTION("a message with a handle, whole ones counted from the newest") {
    // The first word is half a message; lengths look like handles.
    const std::vector<uint32_t> words = {handle(0), handle(3), handle(1), handle(3), handle(2)};
    buffers.lost({QueuePlace::Scratch, 0, 0}, words, 3);
    CHECK(lost(buffers) == std::vector<PacketTag>{1, 2});
  }
  SECTION("a message without a handle names none") {
    buffers.lost({QueuePlace::Scratch, 0, 1}, std::vector<uint32_t>{handle(0)}, 1);
    CHECK(lost(buffers).empty());
  }
  SECTION("without a message, and on next-neighbour rings, every word may be one") {
    buffers.lost({QueuePlace::Scratch, 0, 2}, std::vector<uint32_t>{1, handle(0), handle(1)}, 2);
    buffers.lost({QueuePlace::Neighbour, 2, 0}, std::vector<uint32_t>{handle(3)}, 1);
    CHECK(lost(buffers) == std::vector<PacketTag>{1, 4});
  }
  SECTION("a new frame in the buffer is not lost") {
    buffers.lost({QueuePlace::Scratch, 0, 2}, std::vector<uint32_t>{handle(0)}, 1);
    buffers.copied(data(0), 1);
    CHECK(lost(buffers).size() == 1); // more bytes of the same
    buffers.copied(data(0), 5);
    CHECK(lost(buffers).empty());
  }
  CHECK(buffers.unknown_words().empty());
}

TEST_CASE("Without buffers of the system file the lost words are counted") {
  PacketBuffers buffers(parse_with_messages(""));
  CHECK_FALSE(buffers.known());
  buffers.lost({QueuePlace::Scratch, 0, 2}, std::vector<uint32_t>(100), 80);
  buffers.lost({QueuePlace::Scratch, 0, 2}, std::vector<uint32_t>(100), 80);
  REQUIRE(buffers.unknown_words().size() == 1);
  CHECK(buffers.unknown_words().begin()->second == 160);
}

namespace {

// Takes mpackets out of RBUF into buffers of the free list (queue 0) and, with `put`, puts their
// handles on ring 0. Stops for ever after `frames`.
std::string to_buffers(bool put) {
  std::string out = "msf[fast_wr, --, a1, 0x0]\nctx_arb[s1]\nalu_shf[b2, 0x7f, AND, $0, >>24]\n"
                    "sram[dequeue, $2, a11, 0x0], ctx_swap[s5]\n"
                    "alu_shf[a5, --, B, $2, <<8]\nalu[a5, a5, +, b6]\n"
                    "alu_shf[--, a4, OR, b2, <<11]\n"
                    "dram[rbuf_rd, --, a5, 0x0, 8], indirect_ref, sig_done[s2]\nctx_arb[s2, s3]\n"
                    "alu_shf[b2, --, B, b2, <<16]\nalu[b2, a6, OR, b2]\n"
                    "msf[fast_wr, --, b2, 0x0]\n";
  if (put) out += "alu[$3, --, B, $2]\nscratch[put, $3, a11, 0x0, 1], ctx_swap[s6]\n";
  return out + "alu[a7, a7, -, 0x1]\nbne[l0#]\nctx_arb[kill]\n";
}

std::string buffer_system(unsigned frames, unsigned taken, const std::string& stop) {
  const std::string path = fmt::format("{}/frames_test_{}.txt", IXP_BINARY_DIR, frames);
  std::string text;
  for (unsigned i = 0; i < frames; ++i)
    text += std::string(120, 'a') + '\n';
  write_file(path, text);
  return fmt::format("[chip]\nstop.stuck = 100000\n[ring.0]\nsize = 128\n[port.0]\n"
                     "rx = {{ streams = [\"{}\"] }}\n[stop]\n{}\n[boot]\n"
                     "freelist = {{ channel = 0, entry = 0, buffers = 200, "
                     "descriptor_base = 0x10000, data_base = 0x100000 }}\n",
                     path, stop) +
         microengines(1, 1,
                      fmt::format("registers = {{ a1 = 0x10000030, a4 = {:#x}, a6 = 0x44, "
                                  "a7 = {}, a11 = 0, b6 = 0xffd00000 }}",
                                  1 << 25 | 7 << 21 | 1 << 18 | 1 << 4, taken));
}

// A drop counter with the initial value `n`.
std::string with_counted(std::string text, unsigned n) {
  text.insert(
      text.find("[boot]") + 7,
      fmt::format("load = {{ region = \"scratch\", address = 0x3f00, words = [{}] }}\n", n));
  return text + "[counters]\neaten = { region = \"scratch\", address = 0x3f00 }\n";
}

struct Ended {
  RunEnd end;
  Survey found;
  Statistics statistics;
};

Ended run_both(const std::string& text, const std::string& program) {
  const SystemConfig system = parse_system(text, "frames.toml");
  const Images images = place(system, assemble(program));
  Simulation reference(system, images, {EngineKind::Reference});
  reference.run();
  const std::string expected = to_json(reference.statistics());
  Simulation r(system, images);
  Ended e;
  e.end = r.run();
  e.found = survey(r.chip(), system);
  e.statistics = r.statistics();
  CHECK(difference(to_json(e.statistics), expected) == "");
  return e;
}

uint64_t frames_at(const Survey& s, const std::string& place) {
  for (const FramesAt& at : s.places)
    if (at.place == place) return at.frames.size();
  return 0;
}

} // namespace

TEST_CASE("Frames that nobody takes further are found where they are") {
  SECTION("on a ring, when all contexts sleep for ever") {
    const Ended e = run_both(buffer_system(20, 20, "idle = true"), to_buffers(true));
    CHECK(e.end.reason == EndReason::NothingMoves);
    CHECK(e.end.text.find("20 frames are inside, all contexts sleep") == 0);
    CHECK(frames_at(e.found, "ring 0") == 20);
    CHECK(e.found.frames() == 20);
  }
  SECTION("held by microcode, in RBUF and in the port's buffer") {
    // Three are taken; RBUF has 124 elements.
    const Ended e = run_both(buffer_system(150, 3, "idle = true"), to_buffers(false));
    CHECK(e.end.reason == EndReason::NothingMoves);
    CHECK(frames_at(e.found, "held by microcode") == 3);
    CHECK(frames_at(e.found, "RBUF") == 124);
    const PacketLedger::Totals& t = e.statistics.accounts.ledger;
    CHECK(frames_at(e.found, "port 0 receive buffer") ==
          t.by_fate[static_cast<unsigned>(Fate::InPort)]);
  }
  SECTION("in RBUF, although the counters know of no frame that was delivered and stayed") {
    const Ended e =
        run_both(with_counted(buffer_system(20, 3, "idle = true"), 3), to_buffers(false));
    CHECK(e.statistics.accounts.inside == 0);
    CHECK(e.end.reason == EndReason::NothingMoves);
    CHECK(frames_at(e.found, "RBUF") == 17);
  }
  SECTION("only where counters say that they were dropped: idle") {
    CHECK(run_both(with_counted(buffer_system(3, 3, "idle = true"), 3), to_buffers(false))
              .end.reason == EndReason::Idle);
  }
  SECTION("while the microengine is busy otherwise: stuck") {
    std::string program = to_buffers(true);
    program.replace(program.find("ctx_arb[kill]"), 13, "br[l16#]");
    const Ended e = run_both(buffer_system(20, 20, "idle = true"), program);
    CHECK(e.end.reason == EndReason::Stuck);
    CHECK(e.end.text.find("stuck: 20 frames are inside and none was transmitted for ") == 0);
  }
  SECTION("in a run of fixed length, too, but only after stop.stuck cycles") {
    CHECK(run_both(buffer_system(20, 20, "cycles = 300000"), to_buffers(true)).end.reason ==
          EndReason::Stuck);
    CHECK(run_both(buffer_system(20, 20, "cycles = 90000"), to_buffers(true)).end.reason ==
          EndReason::Condition);
  }
}

TEST_CASE("Frames in buffers have vanished when no context can execute any more") {
  const auto error = [](const std::string& program) {
    return run_both(with_counted(buffer_system(20, 20, "cycles = 90000"), 0), program)
        .statistics.accounts.error;
  };
  CHECK(error(to_buffers(false)).starts_with("20 frames vanished"));
  CHECK(error(to_buffers(true)) == ""); // their handles are on a ring
  std::string lives = to_buffers(false);
  lives.replace(lives.find("ctx_arb[kill]"), 13, "br[l14#]");
  CHECK(error(lives) == "");
}

TEST_CASE("Frames whose handles a full ring lost are lost, and the rest is found") {
  // 150 handles into a ring of 128: the put after the 128th loses the turn.
  const Ended e = run_both(buffer_system(150, 150, "idle = true"), to_buffers(true));
  const Accounts& a = e.statistics.accounts;
  REQUIRE(a.lost.size() == 1);
  CHECK(a.lost[0] == std::pair<std::string, uint64_t>("in ring 0", 128));
  CHECK(frames_at(e.found, "ring 0") == 22);
  CHECK(a.inside == 22);
  CHECK(e.statistics.failures.size() == 2); // frames are stuck, and a hazard
  CHECK(to_table(e.statistics)
            .find("150 delivered = 0 transmitted + 0 dropped by microcode + 128 "
                  "lost + 22 inside or dropped (no [counters])\n  lost: 128 in "
                  "ring 0\n") != std::string::npos);
}

TEST_CASE("Microcode without frames that writes nothing for long is stuck") {
  const std::string text = "[chip]\nstop.silent = 100000\n" + microengines(1, 1);
  const std::string idle = text + "[stop]\nidle = true\n";
  for (const char* program : {"br[l0#]\n", "scratch[read, $0, a0, 0x0, 1], ctx_swap[s1]\nbr[l0#]\n",
                              "sram[dequeue, $0, a0, 0x0], ctx_swap[s1]\nbr[l0#]\n"}) {
    const Ended e = run_both(idle, program);
    CHECK(e.end.reason == EndReason::Stuck);
    CHECK(e.end.text.find("nothing was written to any memory for 100000 cycles") !=
          std::string::npos);
    // With a limit in cycles the run may compute until then.
    CHECK(run_both(text + "[stop]\ncycles = 400000\n", program).end.reason == EndReason::Condition);
  }
  CHECK(run_both(text + "[stop]\nidle = true\ncycles = 400000\n",
                 "scratch[incr, --, a0, 0x0]\nbr[l0#]\n")
            .end.reason == EndReason::Condition);
}

} // namespace frames_test
