// The audit detects invalid matchings, and cells lost, duplicated or out of order.
#include "fabric/audit.h"
#include "tests/catch.h"

using namespace ixp::fabric;

namespace {

Packet packet(unsigned input, unsigned output, unsigned cells, Class of = Class::Long) {
  Packet p;
  p.input = static_cast<uint8_t>(input);
  p.output = static_cast<uint8_t>(output);
  p.cells = p.arrived = static_cast<uint16_t>(cells);
  p.of = of;
  return p;
}

Cell cell(PacketId id, unsigned index, bool last) {
  return {id, static_cast<uint16_t>(index), last};
}

void step(Audit& audit, unsigned input, unsigned output, const Cell& c, Lane lane = Lane::Long) {
  audit.begin_step();
  audit.cross(input, output, lane, c);
}

} // namespace

#define REQUIRE_FAIL(call, text) REQUIRE_THROWS_WITH(call, Catch::Contains(text))

TEST_CASE("Audit: a match is a matching") {
  Audit audit(3, false);
  for (PacketId id = 0; id < 4; ++id)
    audit.enter(id, packet(id % 2, id / 2, 1));
  audit.begin_step();
  audit.cross(0, 0, Lane::Long, cell(0, 0, true));
  REQUIRE_FAIL(audit.cross(0, 1, Lane::Long, cell(2, 0, true)), "input 0 sent two cells");
  REQUIRE_FAIL(audit.cross(1, 0, Lane::Long, cell(1, 0, true)), "output 0 received two cells");
}

TEST_CASE("Audit: cells are there, once, in order, and go where they belong") {
  Audit audit(2, false);
  Packet p = packet(0, 1, 3);
  p.arrived = 1;
  audit.enter(5, p);
  REQUIRE_FAIL(audit.enter(5, p), "entered twice");
  REQUIRE_FAIL(step(audit, 0, 1, cell(4, 0, false)), "is not there");
  REQUIRE_FAIL(step(audit, 0, 0, cell(5, 0, false)), "from 0 to 0");
  REQUIRE_FAIL(step(audit, 0, 1, cell(5, 1, false)), "where cell 0 was due");
  REQUIRE_FAIL(step(audit, 0, 1, cell(5, 0, true)), "wrong about being the last");
  step(audit, 0, 1, cell(5, 0, false));
  REQUIRE_FAIL(step(audit, 0, 1, cell(5, 0, false)), "where cell 1 was due");
  REQUIRE_FAIL(step(audit, 0, 1, cell(5, 1, false)), "before it arrived");
  audit.more(5);
  audit.more(5);
  REQUIRE_FAIL(audit.more(5), "more cells than it has");
  REQUIRE_FAIL(audit.leave(1, 5), "with 1 of 3 cells");
}

TEST_CASE("Audit: no cell is lost") {
  Audit audit(2, false);
  audit.enter(0, packet(0, 1, 2));
  audit.end_slot(2, 0);
  REQUIRE_FAIL(audit.end_slot(1, 0), "1 cells wait at inputs, expected 2");
  step(audit, 0, 1, cell(0, 0, false));
  audit.end_slot(1, 1);
  REQUIRE_FAIL(audit.end_slot(1, 0), "0 cells are at outputs, expected 1");
  step(audit, 0, 1, cell(0, 1, true));
  audit.send(1);
  audit.end_slot(0, 1);
  REQUIRE_FAIL(audit.leave(1, 0), "left as 1 cells");
}

TEST_CASE("Audit: packets of one class, input and output leave in order") {
  Audit audit(2, false);
  for (PacketId id : {0u, 1u, 2u})
    audit.enter(id, packet(0, 1, 1, id == 1 ? Class::Short : Class::Long));
  for (PacketId id : {0u, 1u, 2u})
    step(audit, 0, 1, cell(id, 0, true));
  audit.send(1);
  audit.leave(1, 1); // the short one may overtake
  audit.send(1);
  REQUIRE_FAIL(audit.leave(1, 2), "packet 2 left before an earlier long one");
}

TEST_CASE("Audit: what has begun is not given up, where pairs are held") {
  for (bool holds : {false, true}) {
    Audit audit(2, holds);
    audit.enter(0, packet(0, 0, 2));
    audit.enter(1, packet(0, 1, 1));
    audit.enter(2, packet(1, 0, 1));
    audit.enter(3, packet(1, 0, 1, Class::Short));
    step(audit, 0, 0, cell(0, 0, false));
    step(audit, 1, 0, cell(3, 0, true), Lane::Short); // may cut in
    if (holds) {
      REQUIRE_FAIL(step(audit, 0, 1, cell(1, 0, true)), "another long packet had begun");
      REQUIRE_FAIL(step(audit, 1, 0, cell(2, 0, true)), "another long packet had begun");
    } else {
      step(audit, 0, 1, cell(1, 0, true));
      step(audit, 1, 0, cell(2, 0, true));
    }
  }
}
