// Cells that arrive as listed in a file.
#include "fabric/arrival_file.h"
#include "fabric/fabric.h"
#include "tests/catch.h"

#include <fmt/format.h>

using namespace ixp::fabric;

namespace {

constexpr const char* kHeader = "slot,input,packet,class,output,last\n";

ArrivalFile parse(const std::string& rows, unsigned ports = 2) {
  return parse_arrivals(kHeader + rows, "cells.csv", ports);
}

// A short packet arrives between the cells of a long one, two cells in slot 1.
constexpr const char* kBetween =
    "0,0,1,long,1,0\n1,0,2,short,1,1\n1,0,1,long,1,0\n2,0,1,long,1,1\n";

Times times(std::string_view scheduler, Class of, const std::string& rest = "") {
  FabricConfig c = parse_fabric(
      fmt::format("ports = 2\nslots = 20\nwarmup = 0\nbatches = 1\n{}\n[scheduler]\nname = "
                  "'{}'\n[traffic]\nload = 0.1\npackets = [{{cells = 1}}]",
                  rest, scheduler),
      "test.toml");
  c.traffic.load = 0;
  c.arrivals = parse(kBetween);
  Fabric fabric(c, true);
  while (fabric.now() < c.slots)
    fabric.run_slot();
  REQUIRE(fabric.cells_inside() == 0);
  return fabric.meter().total().times[static_cast<size_t>(of)];
}

uint64_t waiting(std::string_view scheduler, Class of) {
  return times(scheduler, of).sum[static_cast<size_t>(Time::Waiting)];
}

} // namespace

TEST_CASE("Cells of packets that arrive at once are told apart, and numbers used again") {
  const ArrivalFile f = parse("0,1,7,long,0,0\n2,0,7,short,1,1\n3,1,7,long,0,1\n3,1,7,short,1,1\n");
  REQUIRE(f.packets.size() == 3);
  REQUIRE(f.packets[0].cells == 2);
  REQUIRE(f.packets[0].of == Class::Long);
  REQUIRE(f.packets[1].output == 1);
  REQUIRE(f.cells[1].size() == 3);
  REQUIRE(f.cells[1][1].slot == 3);
  REQUIRE_FALSE(f.cells[1][1].first);
  REQUIRE(f.cells[1][2].first);
}

TEST_CASE("A short packet that comes between interrupts with preemption, waits without") {
  // Slots 0, 2, 3 for the long one and 1 for the short one.
  REQUIRE(waiting("p-spf", Class::Short) == 0);
  REQUIRE(waiting("p-spf", Class::Long) == 1);
  // Slots 0, 1, 2 and 3.
  REQUIRE(waiting("packet-islip", Class::Short) == 2);
  REQUIRE(waiting("packet-islip", Class::Long) == 0);
}

TEST_CASE("All schedulers bring them through, also with speedup and full inputs") {
  for (const SchedulerKind& kind : schedulers()) {
    CAPTURE(kind.name);
    const auto packets = [&](const char* rest) {
      return times(kind.name, Class::Long, rest).packets[static_cast<size_t>(Time::Delay)];
    };
    REQUIRE(packets("speedup = 2.5") == 1);
    REQUIRE(packets("input_cells = 2") == 0); // the long one does not fit
  }
}

TEST_CASE("Rows that are wrong are named") {
  const auto wrong = [](const std::string& rows, const char* text) {
    CAPTURE(rows);
    REQUIRE_THROWS_WITH(parse(rows), Catch::Contains(text));
  };
  wrong("", "there is no cell");
  wrong("0,0,1,long,1\n", "expected 6 columns");
  wrong("0,0,1,long,1,0,0\n", "expected 6 columns");
  wrong("-1,0,1,long,1,0\n", "'slot' is '-1'");
  wrong("0,2,1,long,1,0\n", "'input' is '2', expected a number up to 1");
  wrong("0,0,1,long,2,0\n", "'output' is '2'");
  wrong("0,0,1,middle,1,0\n", "'class' is 'middle'");
  wrong("0,0,1,long,1,2\n", "'last' is '2'");
  wrong("0,0,x,long,1,1\n", "'packet' is 'x'");
  wrong("5,0,1,long,1,1\n4,0,1,long,1,1\n", "slot 4 after slot 5");
  wrong("0,0,1,long,1,0\n", "packet 1 of input 0 has no last cell");
  wrong("0,0,1,long,1,0\n1,0,1,long,0,1\n", "packet 1 of input 0 was long and for output 1");
  wrong("0,0,1,short,1,0\n", "a short packet has one cell");
  REQUIRE_THROWS_WITH(parse_arrivals("slot\n", "cells.csv", 2),
                      Catch::Contains("expected the header"));
  REQUIRE_THROWS_WITH(parse_arrivals("", "cells.csv", 2), Catch::Contains("there is no cell"));
  REQUIRE_THROWS_WITH(parse("0,0,1,long,1,1\n\n"), Catch::Contains("expected 6 columns"));
}
