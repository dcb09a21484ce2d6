// Slots of a bus against a set of taken slots; an idle bus adds no delay.
#include "tests/catch.h"

#include "emu/memory/data_bus.h"

#include <set>

using namespace ixp;

TEST_CASE("an idle bus adds nothing") {
  for (Tick slot : {4, 6, 7}) {
    for (unsigned words : {1, 2, 16}) {
      BusSlots bus(slot);
      CHECK(bus.reserve(1001, words, slot) == 0);
      CHECK(bus.reserve(5001, words, 3 * slot) == 0);
      CHECK(bus.words() == 2 * words);
      CHECK(bus.busy() == 2 * words * slot);
    }
  }
}

TEST_CASE("words wait for free slots and fill gaps") {
  BusSlots bus(4);
  CHECK(bus.reserve(100, 2, 4) == 0);  // slots 25, 26
  CHECK(bus.reserve(108, 0, 4) == 0);  // none
  CHECK(bus.reserve(100, 1, 4) == 8);  // 27
  CHECK(bus.reserve(112, 1, 4) == 0);  // 28
  CHECK(bus.reserve(92, 4, 4) == 16);  // 23, 24, 29, 30 instead of 26
  CHECK(bus.reserve(102, 1, 4) == 24); // 31; keeps its phase
}

TEST_CASE("random reservations are those of a set of slots") {
  std::minstd_rand random(7);
  for (Tick period : {4, 6}) {
    BusSlots bus(period);
    std::set<uint64_t> taken;
    Tick now = 0;
    for (unsigned i = 0; i < 20'000; ++i) {
      now += random() % 40;
      const Tick first = now + random() % 2000, spacing = period * (1 + random() % 3);
      const unsigned words = 1 + random() % 4;
      uint64_t slot = 0;
      for (unsigned w = 0; w < words; ++w) {
        slot = std::max(slot, (first + w * spacing) / period);
        while (taken.count(slot))
          ++slot;
        taken.insert(slot++);
      }
      const Tick alone = (first + (words - 1) * spacing) / period;
      REQUIRE(bus.reserve(first, words, spacing) == (slot - 1 - alone) * period);
    }
  }
}

TEST_CASE("the D bus counts quadwords, however many slots one takes") {
  Params p;
  p.bus_d_cycles_per_quadword = 4;
  DataBus bus(p);
  CHECK(last_word(bus.d_push, 1000, 3, bus.d_quadword) == 1000 + 2 * bus.d_quadword);
  CHECK(bus.d_push.words() == 3);
  CHECK(bus.d_push.busy() == 3 * bus.d_quadword);
}

TEST_CASE("clusters have S buses of their own and share the D bus") {
  const Params p;
  DataBus bus(p);
  Command c;
  c.file = XferFile::S;
  c.data_me = 0;
  BusSlots& zero = bus.push(c);
  c.data_me = 4;
  CHECK(&bus.push(c) != &zero);
  CHECK(&bus.pull(c) != &bus.push(c));
  c.file = XferFile::D;
  BusSlots& d = bus.push(c);
  c.data_me = 0;
  CHECK(&bus.push(c) == &d);
  CHECK(d.slot() == p.me(p.bus_d_cycles_per_quadword));
}

TEST_CASE("a quadword takes longer to a microengine than to the MSF") {
  for (const uint64_t cycles : {2, 3, 4, 8}) {
    Params p;
    p.bus_d_cycles_per_quadword = cycles;
    Command c;
    c.file = XferFile::D;
    {
      DataBus bus(p);
      MemoryWiring w;
      w.data_bus = &bus;
      CHECK(push_slots(w, c, 1200, 8) == 1200 + 7 * p.me(cycles));
      CHECK(push_slots(w, c, 1200, 1) == 1200 + 8 * p.me(cycles)); // after the first eight
      CHECK(bus.d_push.busy() == 9 * p.me(cycles));
      c.file = XferFile::S;
      CHECK(push_slots(w, c, 1200, 8) == 1200 + 7 * p.clock_bus_div);
      c.file = XferFile::D;
    }
    DataBus bus(p);
    MemoryWiring w;
    w.data_bus = &bus;
    CHECK(element_slots(w, true, 2400, 8) == 2400);
    CHECK(element_slots(w, true, 2400, 8) == 2400 + 8 * p.clock_bus_div);
    CHECK(bus.d_pull.busy() == 16 * p.clock_bus_div);
  }
}
