#include "emu/kernel/timed_queue.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/paged_memory.h"
#include "tests/catch.h"

#include <map>
#include <set>

using namespace ixp;

// Slots of a bus against a set of taken slots; an idle bus adds no delay.

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

TEST_CASE("random accesses are those of a map of bytes") {
  constexpr uint64_t kBytes = 4 * PagedMemory::kPageBytes;
  PagedMemory memory(kBytes, true);
  std::map<uint64_t, uint8_t> bytes;
  std::minstd_rand random(3);
  const auto at = [&](uint64_t a) { return bytes.count(a) ? bytes[a] : uint8_t{0}; };
  for (unsigned i = 0; i < 5000; ++i) {
    // Around the ends of pages.
    const uint64_t page = 1 + random() % 3;
    const uint64_t address = page * PagedMemory::kPageBytes - 64 + random() % 120;
    uint8_t data[40];
    const unsigned n = std::min<uint64_t>(1 + random() % 40, kBytes - address);
    if (random() % 2) {
      for (unsigned k = 0; k < n; ++k)
        bytes[address + k] = data[k] = static_cast<uint8_t>(random());
      memory.write(address, data, n);
    } else {
      memory.read(address, data, n);
      for (unsigned k = 0; k < n; ++k)
        REQUIRE(data[k] == at(address + k));
    }
    const uint64_t longword = address & ~uint64_t{3};
    REQUIRE(memory.read32(longword) ==
            (uint32_t{at(longword)} << 24 | uint32_t{at(longword + 1)} << 16 |
             uint32_t{at(longword + 2)} << 8 | at(longword + 3)));
    const bool any = bytes.count(longword) || bytes.count(longword + 1) ||
                     bytes.count(longword + 2) || bytes.count(longword + 3);
    REQUIRE(memory.was_written(longword) == any);
  }
}

TEST_CASE("longwords are big-endian, tags belong to eight bytes") {
  PagedMemory memory(1 << 20);
  const uint8_t bytes[] = {1, 2, 3, 4};
  memory.write(0x10, bytes, 4);
  CHECK(memory.read32(0x10) == 0x01020304);
  CHECK(memory.tag(0x18) == 0);
  const PacketTag tags[] = {42};
  memory.write_tags(0x18, tags, 8);
  CHECK(memory.tag(0x18) == 42);
  CHECK(memory.tag(0x1f) == 42);
  CHECK(memory.tag(0x20) == 0);
  CHECK(memory.tag(0x80000) == 0); // an untouched page
  CHECK(memory.read32(0x80000) == 0);
}

TEST_CASE("entries leave by tick, equal ticks in order of arrival") {
  TimedQueue<unsigned> queue;
  std::multimap<Tick, unsigned> oracle; // keeps the order of equal keys
  std::minstd_rand random(5);
  CHECK(queue.next() == kNever);
  Tick now = 0;
  for (unsigned i = 0; i < 50'000; ++i) {
    const bool filling = i / 200 % 2;
    if (random() % 5 < (filling ? 4 : 1)) {
      const Tick t = now + random() % 16;
      queue.push(t, i);
      oracle.emplace(t, i);
    } else if (!oracle.empty()) {
      now = oracle.begin()->first;
      REQUIRE(queue.next() == now);
      REQUIRE(queue.front() == oracle.begin()->second);
      REQUIRE(queue.pop() == oracle.begin()->second);
      oracle.erase(oracle.begin());
    }
    REQUIRE(queue.size() == oracle.size());
  }
}
