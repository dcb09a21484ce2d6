// Frames through the chip with a few instructions of microcode that take them from RBUF: their
// destinations must be reported correctly, and a vanished frame must be noticed.
#include "base/files.h"
#include "tests/unit/chip/chip_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {

// Context 0 joins the receive freelist with signal 1 and transfer register 0, waits for a status
// word, gives the element back. With `count`, it also increments scratch[0x3f00].
std::string receiver(bool count) {
  std::string out = "msf[fast_wr, --, a1, 0x0]\nctx_arb[s1]\nalu_shf[a2, --, B, $0, >>24]\n"
                    "alu_shf[a2, --, B, a2, <<16]\nalu[a2, a2, +, 0x44]\n"
                    "msf[fast_wr, --, a2, 0x0]\n";
  if (count) out += "scratch[incr, --, a3, 0x0]\n";
  return out + "br[l0#]\n";
}

std::string stream(unsigned frames) {
  const std::string path = fmt::format("{}/traffic_test_{}.txt", IXP_BINARY_DIR, frames);
  std::string text;
  for (unsigned i = 0; i < frames; ++i)
    text += std::string(120, '0' + static_cast<char>(i % 10)) + '\n';
  write_file(path, text);
  return path;
}

std::string system_text(unsigned frames, const std::string& rx, const std::string& more) {
  return fmt::format("[port.0]\nrx = {{ streams = [\"{}\"], {} }}\ntx = {{}}\n{}", stream(frames),
                     rx, more) +
         microengines(1, 1, "registers = { a1 = 0x10000030, a3 = 0x3f00 }");
}

const char* const kCounter = "[counters]\neaten = { region = \"scratch\", address = 0x3f00 }\n";

Statistics run(const std::string& text, bool count) {
  const SystemConfig system = parse_system(text, "traffic.toml");
  const Images images = place(system, assemble(receiver(count)));
  Simulation reference(system, images, {EngineKind::Reference});
  reference.run();
  const std::string expected = to_json(reference.statistics());
  Simulation threaded(system, images);
  threaded.run();
  const Statistics s = threaded.statistics();
  CHECK(difference(to_json(s), expected) == "");
  return s;
}

} // namespace

// One engine receives signals earlier than the other; reports must not differ.
TEST_CASE("Both engines say the same of what contexts wait for, whenever they are asked") {
  const SystemConfig system =
      parse_system(system_text(50, "rate_mbps = 1000", "[stop]\ncycles = 6000\n"), "traffic.toml");
  const Images images = place(system, assemble(receiver(false)));
  Simulation reference(system, images, {EngineKind::Reference}), threaded(system, images);
  unsigned looks = 0;
  for (; threaded.run_for(23); ++looks) {
    REQUIRE(reference.run_for(23));
    REQUIRE(difference(threaded.contexts(), reference.contexts()) == "");
  }
  CHECK(looks > 200);
}

TEST_CASE("Frames that microcode drops and counts balance") {
  const Statistics s = run(
      system_text(50, "rate_mbps = 1000", std::string("[stop]\nidle = true\n") + kCounter), true);
  CHECK(s.end.reason == EndReason::Idle);
  CHECK(s.accounts.ledger.received == 50);
  CHECK(s.accounts.counters.at(0).second == 50);
  CHECK(s.accounts.inside == 0);
  CHECK(s.accounts.error.empty());
  CHECK(s.ports.at(0).stats.frames == 50);
  CHECK(to_table(s).find("50 delivered = 0 transmitted + 50 dropped by microcode + 0 inside") !=
        std::string::npos);
}

TEST_CASE("Frames that vanish although microcode has drop counters are an error") {
  const Statistics s = run(
      system_text(500, "rate_mbps = 1000", std::string("[stop]\nidle = true\n") + kCounter), false);
  CHECK(s.accounts.inside == 500);
  CHECK(s.accounts.error.find("500 frames vanished") != std::string::npos);
}

TEST_CASE("A frame that a unit takes out of the account is an error") {
  const SystemConfig system =
      parse_system(system_text(20, "rate_mbps = 1000", "[stop]\nidle = true\n"), "traffic.toml");
  Simulation r(system, place(system, assemble(receiver(false))));
  r.run();
  CHECK(r.statistics().failures.empty());
  r.chip().ledger.set(7, Fate::Arriving); // delivered long ago
  const std::vector<std::string> failures = r.statistics().failures;
  REQUIRE(failures.size() == 1);
  CHECK(failures[0] == "20 frames were received, but the sum over their destinations differs");
}

TEST_CASE("At other ends than idle each context that can still execute may hold a frame") {
  // Takes `frames` frames, then ends with the instructions `last`.
  const auto error = [](unsigned frames, const std::string& last) {
    const SystemConfig system = parse_system(
        system_text(frames, "rate_mbps = 1000", std::string("[stop]\ncycles = 30000\n") + kCounter),
        "traffic.toml");
    std::string program = receiver(false);
    program.replace(program.find("br[l0#]"), 7, "alu[b7, b7, -, 0x1]\nbne[l0#]\n" + last);
    Images images = place(system, assemble(program));
    Simulation r(system, std::move(images));
    r.microengine(0).set_register("b7", -1, frames);
    r.run();
    return r.statistics().accounts.error;
  };
  CHECK(error(1, "br[l8#]") == "");
  CHECK(error(2, "br[l8#]").starts_with("1 frames vanished"));
  CHECK(error(1, "ctx_arb[kill]").starts_with("1 frames vanished"));
  CHECK(error(1, "ctx_arb[s9]").starts_with("1 frames vanished")); // sleeps for ever
}

TEST_CASE("Without drop counters nobody knows, and nobody complains") {
  const Statistics s = run(system_text(50, "rate_mbps = 1000", "[stop]\nidle = true\n"), false);
  CHECK(s.accounts.inside == 50);
  CHECK(s.accounts.error.empty());
  CHECK(to_table(s).find("no [counters]") != std::string::npos);
}

TEST_CASE("A counter that says more than there was is an error") {
  const Statistics s =
      run(system_text(50, "rate_mbps = 1000",
                      "[stop]\nidle = true\n[counters]\n"
                      "eaten = { region = \"scratch\", address = 0x3f00 }\n"
                      "wrong = { region = \"scratch\", address = 0x3f04 }\n"
                      "[boot]\nload = { region = \"scratch\", address = 0x3f04, words = [3] }\n"),
          true);
  CHECK(s.accounts.inside == -3);
  CHECK(s.accounts.error.find("accounts for 3 frames more") != std::string::npos);
}

TEST_CASE("More than the receiver can take is dropped in the open") {
  // One context and an RBUF poll limit of its own cannot take 64-byte frames at 4 Gbit/s.
  const Statistics s = run(system_text(2000, "rate_mbps = 10000, buffer_bytes = 4096",
                                       std::string("[stop]\nidle = true\n") + kCounter),
                           true);
  const PacketLedger::Totals& t = s.accounts.ledger;
  CHECK(t.received == 2000);
  CHECK(s.accounts.dropped() > 0);
  CHECK(s.accounts.dropped() + s.accounts.counted == 2000);
  CHECK(s.accounts.error.empty());
}

TEST_CASE("A run ends with the asked number of received frames") {
  const Statistics s = run(system_text(50, "rate_mbps = 100", "[stop]\npackets_rx = 7\n"), false);
  CHECK(s.end.text == "packets_rx=7");
  CHECK(s.ports.at(0).stats.frames == 7);
}

TEST_CASE("Frames that arrive while nothing gets ahead are called stuck") {
  // No microcode takes frames: the only context has ended.
  const SystemConfig system =
      parse_system("[chip]\nstop.stuck = 100000\n" +
                       system_text(5, "rate_mbps = 100, repeat = true", "[stop]\npackets_tx = 1\n"),
                   "stuck.toml");
  Simulation r(system, place(system, assemble("ctx_arb[kill]\n")));
  const RunEnd end = r.run();
  CHECK(end.reason == EndReason::Stuck);
  CHECK(end.failed());
}

TEST_CASE("Delay is measured for what is transmitted, by tag") {
  PacketLedger ledger;
  DelayMeter meter(ledger, Params{}); // two ticks a cycle
  const uint8_t byte = 0;
  ledger.crossed(ledger.begin(0, 0), 101); // in cycle 50, as in its log
  ledger.crossed(ledger.begin(0, 1), 200);
  const PacketTag bad = ledger.begin(0, 2);
  meter.frame_crossed({1, Direction::Tx, 500, 700, 0, 2, {&byte, 1}});
  meter.frame_crossed({1, Direction::Tx, 700, 900, 1, 1, {&byte, 1}});
  meter.frame_crossed({1, Direction::Tx, 900, 950, 2, 0, {&byte, 1}}); // made by microcode
  meter.frame_crossed({1, Direction::Tx, 950, 990, 3, bad, {&byte, 1}});
  CHECK(meter.port(1).frames == 2);
  CHECK(meter.port(1).min == 250);
  CHECK(meter.port(1).max == 400);
  CHECK(meter.port(1).sum == 650);
  CHECK(meter.port(1).jitter_sum == 150);
  CHECK(meter.port(0).frames == 0);
}

TEST_CASE("A frame that lay in DRAM while thousands passed is known when it leaves") {
  // The first frame goes to DRAM 0x1000, all others to 0x2000. After kFrames - 100 frames,
  // the first is sent.
  constexpr unsigned kFrames = 20'000;
  const std::string move = "indirect_ref, sig_done[s2]\nctx_arb[s2, s3]\n";
  const std::string program =
      "msf[fast_wr, --, a1, 0x0]\nctx_arb[s1]\nalu_shf[b2, 0x7f, AND, $0, >>24]\n"
      "alu_shf[--, a4, OR, b2, <<11]\ndram[rbuf_rd, --, a5, 0x0, 8], " +
      move +
      "alu_shf[b2, --, B, b2, <<16]\nalu[b2, a6, OR, b2]\nmsf[fast_wr, --, b2, 0x0]\n"
      "immed[a5, 0x2000]\nalu[a7, a7, -, 0x1]\nbne[l0#]\n"
      "alu[--, --, B, a4]\ndram[tbuf_wr, --, a8, 0x0, 8], " +
      move +
      "alu[$0, --, B, a9]\nimmed[$1, 0x0]\nmsf[write, $0, a10, 0x0, 2], ctx_swap[s5]\n"
      "ctx_arb[kill]\n";
  const SystemConfig system = parse_system(
      fmt::format("[port.0]\nrx = {{ streams = [\"{}\"] }}\ntx = {{}}\n[stop]\npackets_tx = 1\n"
                  "[boot]\nrbuf = true\n",
                  stream(kFrames)) +
          microengines(1, 1,
                       fmt::format("registers = {{ a1 = 0x10000030, a4 = {:#x}, a5 = 0x1000, "
                                   "a6 = 0x44, a7 = {}, a8 = 0x1000, a9 = {:#x}, a10 = 0x1800 }}",
                                   1 << 25 | 7 << 21 | 1 << 18 | 1 << 4, kFrames - 100,
                                   60 << 24 | 3 << 8)),
      "kept.toml");
  Simulation r(system, place(system, assemble(program)));
  const RunEnd end = r.run();
  CHECK(end.text == "packets_tx=1");
  CHECK(r.hazards().text() == "no hazards\n");
  const DelayMeter::Delay delay = r.statistics().ports.back().delay;
  CHECK(delay.frames == 1);
  CHECK(delay.min > end.tick / 2 / 100 * 99); // frame 0, as old as the run
  CHECK(r.chip().ledger.remembered() < kFrames / 2);
}

TEST_CASE("A stream that cannot be read on ends the run, and what came before it counts") {
  const std::string path = std::string(IXP_BINARY_DIR) + "/traffic_test_bad.txt";
  write_file(path, std::string(120, '0') + "\n" + std::string(120, '0') + "\n@5 zz\n");
  const SystemConfig system = parse_system(
      fmt::format("[port.0]\nrx = {{ streams = [\"{}\"] }}\n[stop]\nidle = true\n", path) +
          microengines(1, 1, "registers = { a1 = 0x10000030, a3 = 0x3f00 }"),
      "bad.toml");
  Simulation r(system, place(system, assemble(receiver(false))));
  const RunEnd end = r.run();
  CHECK(end.reason == EndReason::BadStream);
  CHECK(end.failed());
  CHECK(end.text.find("traffic_test_bad.txt:3:4: error: unexpected 'z'") != std::string::npos);
  const Statistics s = r.statistics();
  CHECK(s.ports.at(0).stats.frames == 2);
  CHECK(s.failures.size() == 1);
}
