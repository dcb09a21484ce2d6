// The command bus: transit, waiting, fairness, head-of-line blocking, full FIFOs.
#include "tests/catch.h"

#include "tests/unit/bus/bus_rig.h"

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;

TEST_CASE("a command alone arrives bus.command_latency after its issue") {
  for (Tick issue : {100, 102, 104, 106, 110}) {
    BusRig rig;
    rig.me[5]->add(issue, command(SCRATCH_READ, 0, 0, 1, 1, 5));
    rig.run(1000);
    REQUIRE(rig.scratch.accepted.size() == 1);
    CHECK(rig.scratch.accepted[0].arrival == issue + rig.params.me(rig.params.bus_command_latency));
    CHECK(rig.bus[1]->stats().commands == 1);
    CHECK(rig.bus[1]->stats().waiting_ticks == 0);
    CHECK(rig.bus[0]->stats().commands == 0);
    CHECK(rig.bus[1]->quiet());
  }
}

TEST_CASE("one command a bus cycle, in turn, each cycle of waiting delays the arrival") {
  BusRig rig;
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned me = 0; me < 4; ++me)
      rig.me[me]->add(100, command(SCRATCH_READ, 0x100 * me + i, 0, 1, 1, me));
  rig.run(1000);
  REQUIRE(rig.scratch.accepted.size() == 12);
  for (unsigned i = 0; i < 12; ++i) {
    const Accepted& a = rig.scratch.accepted[i];
    CHECK(a.command.me == i % 4);
    CHECK(a.command.address == 0x100 * (i % 4) + i / 4);
    CHECK(a.granted == 104 + 4 * i);
    const Tick waited = a.granted - align_up(a.command.issued + 2, 4);
    CHECK(a.arrival == a.command.issued + rig.params.me(rig.params.bus_command_latency) + waited);
  }
}

TEST_CASE("the two clusters have buses of their own") {
  BusRig rig;
  rig.me[0]->add(100, command(SCRATCH_READ, 0, 0, 1, 1, 0));
  rig.me[4]->add(100, command(SCRATCH_READ, 0, 0, 1, 1, 4));
  rig.run(1000);
  REQUIRE(rig.scratch.accepted.size() == 2);
  CHECK(rig.scratch.accepted[0].granted == rig.scratch.accepted[1].granted);
  CHECK(rig.scratch.accepted[0].command.me == 0); // bus 0 first
}

TEST_CASE("a command whose unit is full holds back those behind it, and no others") {
  BusRig rig;
  rig.scratch.closed_until = 400;
  rig.me[0]->add(100, command(SCRATCH_READ, 1, 0, 1, 1, 0));
  rig.me[0]->add(102, command(HASH_48, 2, 0, 1, 1, 0));
  rig.me[1]->add(102, command(HASH_48, 3, 0, 1, 1, 1));
  rig.run(1000);
  REQUIRE(rig.hash.accepted.size() == 2);
  CHECK(rig.hash.accepted[0].command.me == 1);
  CHECK(rig.hash.accepted[0].granted < 120);
  CHECK(rig.scratch.accepted[0].granted == 400); // the unit makes room before the bus looks
  CHECK(rig.hash.accepted[1].granted == 404);
  CHECK(rig.bus[0]->stats().refused == 1);
}

TEST_CASE("all microengines get the same share of a unit that is full") {
  for (const unsigned depth : {1, 2, 3, 4, 5, 8}) {
    for (const Tick service : {3, 4, 8, 10, 40, 100}) {
      BusRig rig;
      rig.scratch.depth = depth;
      rig.scratch.service = service;
      for (unsigned me = 0; me < kMicroengines; ++me)
        for (unsigned i = 0; i < 200; ++i)
          rig.me[me]->add(100, command(SCRATCH_READ, i, 0, 1, 1, me));
      const Tick end = 500 + 600 * service;
      rig.run(end);
      std::array<unsigned, kMicroengines> taken{};
      for (const Accepted& a : rig.scratch.accepted)
        ++taken[a.command.me];
      const auto [least, most] = std::minmax_element(taken.begin(), taken.end());
      INFO("depth " << depth << ", service " << service << ", least " << *least << ", most "
                    << *most);
      CHECK(*least >= 6);
      CHECK(*most - *least <= 2);
    }
  }
}

TEST_CASE("a cluster does not wait for the other's command that its unit still refuses") {
  BusRig rig;
  rig.scratch.depth = 1;
  rig.scratch.service = 400;
  rig.me[0]->add(100, command(SCRATCH_READ, 0, 0, 1, 1, 0));
  rig.me[4]->add(120, command(SCRATCH_READ, 1, 0, 1, 1, 4)); // waits
  for (unsigned i = 0; i < 10; ++i)
    rig.me[0]->add(200, command(HASH_48, i, 0, 1, 1, 0));
  rig.run(300);
  REQUIRE(rig.hash.accepted.size() == 10);
  for (unsigned i = 0; i < 10; ++i)
    CHECK(rig.hash.accepted[i].granted == 204 + 4 * i);
}

TEST_CASE("a full FIFO stalls its microengine until the bus has granted one") {
  BusRig rig;
  rig.scratch.closed_until = 400;
  const unsigned depth = static_cast<unsigned>(rig.params.me_cmd_fifo);
  for (unsigned i = 0; i < depth + 2; ++i)
    rig.me[2]->add(100, command(SCRATCH_READ, i, 0, 1, 1, 2));
  rig.run(1000);
  std::vector<Tick> issues;
  for (const RigEvent& e : rig.log)
    if (e.kind == RigEvent::Issue) issues.push_back(e.tick);
  REQUIRE(issues.size() == depth + 2);
  CHECK(issues[depth - 1] == 100 + 2 * (depth - 1));
  CHECK(issues[depth] == 400);
  CHECK(issues[depth + 1] == 404);
  CHECK(rig.bus[0]->stats().fifo_max[2] == depth);
}

TEST_CASE("commands go to the unit of their class, SRAM ones to their channel") {
  BusRig rig;
  rig.me[0]->add(100, command(SRAM_READ, 0x00000010, 0, 1, 1));
  rig.me[0]->add(200, command(SRAM_READ, 0x40000010, 0, 1, 1));
  rig.me[0]->add(300, command(SRAM_READ, 0x80000010, 0, 1, 1));
  rig.me[0]->add(400, command(PCI_READ, 0, 0, 1, 1));
  rig.me[0]->add(500, command(CAP_FAST_WR_IMM, 0, 0, 1, 1));
  rig.run(1000);
  CHECK(rig.sram[0].accepted.size() == 1);
  CHECK(rig.sram[1].accepted.size() == 1);
  CHECK(rig.absent.accepted.size() == 3); // channel 2, PCI, and this rig has no CAP
}

TEST_CASE("units this chip does not have complete and are reported") {
  ShacRig rig;
  rig.me[3]->in.fill(0xdead);
  rig.me[3]->add(100, command(SRAM_READ, 0x80000000, 0, 2, 4, 3));
  rig.me[3]->add(300, command(SRAM_SWAP, 0xc0000000, 4, 1, 6, 3));
  rig.me[3]->add(500, command(PCI_WRITE, 0, 8, 3, 8, 3));
  rig.run(2000);
  CHECK(rig.me[3]->in[0] == 0);
  CHECK(rig.me[3]->in[1] == 0);
  CHECK(rig.me[3]->in[4] == 0);
  CHECK(rig.count(RigEvent::Pull) == 4);
  for (unsigned signal : {4, 6, 7, 8})
    CHECK(rig.signals(3, signal).size() == 1);
  REQUIRE(rig.hazards.count(HazardKind::BadAddress) == 3);
  CHECK(rig.hazards.seen[0].text.find("SRAM channel 2") != std::string::npos);
  CHECK(rig.hazards.seen[2].text.find("pci") != std::string::npos);
}
