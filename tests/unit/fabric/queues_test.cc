// Queues at inputs and outputs by themselves.
#include "fabric/buffers.h"
#include "tests/catch.h"

using namespace ixp::fabric;

namespace {

Packet packet(unsigned cells, Class of = Class::Long, Slot arrival = 0) {
  Packet p;
  p.arrival = arrival;
  p.cells = p.arrived = static_cast<uint16_t>(cells);
  p.output = 1;
  p.of = of;
  return p;
}

} // namespace

TEST_CASE("Inputs: length and age are of cells that are there") {
  PacketPool pool;
  InputBuffers buffers(2, ShortQueues::Together, pool);
  Packet p = packet(3, Class::Long, 10);
  p.arrived = 1;
  p.streamed = true;
  const PacketId id = pool.add(p);
  buffers.enter(id);
  REQUIRE(buffers.wanted(Lane::Long, 0) == 0b10);
  REQUIRE(buffers.asking(Lane::Long, 1) == 0b01);
  REQUIRE(buffers.length(Lane::Long, 0, 1) == 1);
  REQUIRE(buffers.age(Lane::Long, 0, 1, 10) == 1);
  buffers.take(Lane::Long, 0, 1);
  REQUIRE(buffers.wanted(Lane::Long, 0) == 0); // the next cell has not arrived
  REQUIRE(buffers.asking(Lane::Long, 1) == 0);
  buffers.more(id); // in slot 11
  buffers.enter(pool.add(packet(4, Class::Long, 12)));
  REQUIRE(buffers.length(Lane::Long, 0, 1) == 5);
  REQUIRE(buffers.left(Lane::Long, 0, 1) == 2);
  REQUIRE(buffers.age(Lane::Long, 0, 1, 15) == 5); // of the second cell
}

TEST_CASE("Inputs: all cells of a packet that entered whole are of one age") {
  PacketPool pool;
  InputBuffers buffers(2, ShortQueues::Together, pool);
  buffers.enter(pool.add(packet(3, Class::Long, 10)));
  buffers.take(Lane::Long, 0, 1);
  REQUIRE(buffers.age(Lane::Long, 0, 1, 15) == 6);
}

TEST_CASE("Outputs send short packets first, and interrupt none") {
  PacketPool pool;
  Outputs outputs(2, pool);
  const auto receive = [&](unsigned cells, Class of) {
    const PacketId id = pool.add(packet(cells, of));
    for (unsigned k = 0; k < cells; ++k)
      outputs.receive(1, {id, static_cast<uint16_t>(k), k + 1 == cells});
    return id;
  };
  const PacketId first = receive(2, Class::Long);
  REQUIRE(outputs.send(1).left == kNoPacket);
  const PacketId second = receive(1, Class::Long), third = receive(1, Class::Short);
  REQUIRE(outputs.cells() == 3);
  for (PacketId expected : {first, third, second})
    REQUIRE(outputs.send(1).left == expected);
  REQUIRE_FALSE(outputs.send(1).cell);
}

TEST_CASE("Outputs put cells of several inputs together apart, and send whole packets only") {
  PacketPool pool;
  Outputs outputs(2, pool);
  Packet other = packet(2);
  other.input = 1;
  const PacketId a = pool.add(packet(2)), b = pool.add(other);
  outputs.receive(1, {a, 0, false});
  outputs.receive(1, {b, 0, false});
  outputs.receive(1, {b, 1, true});
  REQUIRE(outputs.send(1).cell);
  REQUIRE(outputs.send(1).left == b);
  REQUIRE_FALSE(outputs.send(1).cell);
  outputs.receive(1, {a, 1, true});
  REQUIRE(outputs.send(1).cell);
  REQUIRE(outputs.send(1).left == a);
}
