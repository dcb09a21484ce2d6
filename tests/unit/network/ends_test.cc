// Checks at the end of a network: of each chip as of a run of its own, and of the links.
#include "base/files.h"
#include "emu/network/accounts.h"
#include "tests/unit/network/network_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {

// Programs that end after the frames of a stream.
//   vanish: returns the RBUF elements of three frames, transmits and counts none
//   leak: takes one buffer of the free list
const char* const kVanish = "msf[fast_wr, --, a1, 0x0]\nctx_arb[s1]\n"
                            "alu_shf[a2, --, B, $0, >>24]\nalu_shf[a2, --, B, a2, <<16]\n"
                            "alu[a2, a2, +, 0x44]\nmsf[fast_wr, --, a2, 0x0]\n"
                            "alu[a7, a7, -, 0x1]\nbne[l0#]\nctx_arb[kill]\n";
const char* const kLeak = "sram[dequeue, $2, a3, 0x0], ctx_swap[s5]\nctx_arb[kill]\n";

SystemConfig system_of(const char* name, const char* program, const std::string& more) {
  const std::string hex = fmt::format("{}/{}.hex", IXP_BINARY_DIR, name);
  std::string words;
  for (const uint64_t word : assemble(program).words)
    words += fmt::format("{:010x}\n", word);
  write_file(hex, words);
  return parse_system(fmt::format("[[microengine]]\nat = \"0:0\"\nimage = \"{}\"\nstart = 1\n"
                                  "registers = {{ a1 = 0x10000030, a3 = 0, a7 = 3 }}\n{}",
                                  hex, more),
                      fmt::format("{}.toml", name));
}

SystemConfig vanishing() {
  const std::string stream = IXP_BINARY_DIR "/ends_test.txt";
  write_file(stream, (std::string(120, '5') + "\n" + std::string(120, '6') + "\n") +
                         std::string(120, '7') + "\n");
  return system_of(
      "vanish", kVanish,
      fmt::format("[port.0]\nrx = {{ streams = [\"{}\"] }}\ntx = {{}}\n"
                  "[counters]\nno_route = {{ region = \"scratch\", address = 0x3f00 }}\n",
                  stream));
}

std::vector<std::string> failures_of(SystemConfig system) {
  NetworkConfig config;
  config.chips.push_back(chip("A", std::move(system)));
  config.stop.idle = true;
  Exchange alone;
  Network network(std::move(config), {}, alone, 1);
  network.run();
  CHECK(network.end() == NetworkEnd::Idle);
  Simulation& sim = *network.find("A")->sim;
  CHECK(sim.end().reason == EndReason::Idle);
  return sim.statistics().failures;
}

} // namespace

TEST_CASE("frames that vanish in a chip of a network fail the run") {
  const std::vector<std::string> failures = failures_of(vanishing());
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].starts_with("3 frames vanished"));
}

TEST_CASE("buffers that leak in a chip of a network fail the run") {
  const std::vector<std::string> failures = failures_of(
      system_of("leak", kLeak,
                "[boot]\nfreelist = { entry = 0, buffers = 64, descriptor_base = 0x10000, "
                "data_base = 0x100000 }\n"));
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].find("1 of 64 buffers leaked") != std::string::npos);
}

TEST_CASE("a frame that a link loses and does not count fails the network") {
  NetworkConfig config;
  config.chips.push_back(chip("A", router({capture(0)})));
  config.chips.push_back(chip("B", router({})));
  config.links.push_back(link({"A", 1}, {"B", 0}));
  config.stop.idle = true;
  Exchange alone;
  Network network(std::move(config), {}, alone, 1);
  const Network::Wire& wire = network.wires().front();
  bool lost = false;
  while (network.step())
    if (!lost && !wire.sender->outbox.empty()) {
      wire.sender->outbox.pop_back();
      lost = true;
    }
  REQUIRE(lost);
  const uint64_t sent = wire.sender->counts().frames;
  const NetworkAccounts accounts = balance(network, {local_accounts(network, {})});
  REQUIRE(accounts.failures.size() == 1);
  CHECK(accounts.failures[0] ==
        fmt::format("link A.1: {} frames were sent, but 0 lost, {} received and 0 on the wire",
                    sent, sent - 1));
}
