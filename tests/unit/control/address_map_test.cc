// Random accesses to every region of the address map against plain models of the regions.
//   IXP_CONTROL_ACCESSES=1000000 IXP_CONTROL_SEED=12 build/release/bin/test_control
#include "emu/control/address_map.h"
#include "tests/unit/chip/chip_fixture.h"

#include <cstdlib>
#include <deque>
#include <map>
#include <random>

using namespace ixp;
using namespace ixp::test;
using namespace ixp::control;

namespace {

unsigned setting(const char* name, unsigned otherwise) {
  const char* n = std::getenv(name);
  return n ? static_cast<unsigned>(std::strtoul(n, nullptr, 10)) : otherwise;
}
unsigned accesses() {
  return setting("IXP_CONTROL_ACCESSES", 3000);
}

const char* const kSystem =
    "[chip]\nsram.bytes = 1048576\ndram.bytes = 4194304\n"
    "[ring.3]\nsize = 128\nbase = 0x200\n[ring.15]\nsize = 256\nbase = 0x400\n"
    "[boot]\nqueue = [{ entry = 4, descriptor = 0x40 }, "
    "{ channel = 1, entry = 63, descriptor = 0x80 }]\n"
    "[stop]\ncycles = 10\n";

struct Rig {
  Simulation sim{parse_system(kSystem, "map.toml"), Images{}};
  AddressMap& map = *sim.chip().address_map;
  std::mt19937 random{setting("IXP_CONTROL_SEED", 11)};

  uint32_t read(uint32_t address) {
    const auto value = map.read(map.locate(address), 0);
    REQUIRE(value.has_value());
    return *value;
  }
  void write(uint32_t address, uint32_t value) {
    REQUIRE(map.write(map.locate(address), value, 0));
  }
};

struct Memory {
  Region region;
  uint32_t base, alias, bytes;
  unsigned aliases;
  bool has_bytes;
};
const Memory kMemories[] = {{Region::Dram, 0, 0, 0x400000, 1, true},
                            {Region::Sram0, 0x80000000, 0x4000000, 0x100000, 4, true},
                            {Region::Sram1, 0x90000000, 0x4000000, 0x100000, 4, true},
                            {Region::Scratch, 0xca000000, 0x400000, 0x4000, 5, false}};

} // namespace

TEST_CASE("memories and their aliases") {
  for (const Memory& m : kMemories) {
    Rig rig;
    std::map<uint32_t, uint32_t> model; // longwords that are not as boot left them
    for (unsigned i = 0; i < accesses(); ++i) {
      // Few addresses, so that accesses meet; the ends are among them.
      const uint32_t row = rig.random() % 3;
      const uint32_t offset = (row == 0   ? 0
                               : row == 1 ? m.bytes - 64
                                          : m.bytes / 2) +
                              static_cast<uint32_t>(rig.random() % 64);
      const uint32_t at = offset & ~3u, value = static_cast<uint32_t>(rig.random());
      const auto alias = static_cast<unsigned>(rig.random() % m.aliases);
      const auto [place, fresh] = model.try_emplace(at, 0);
      if (fresh) place->second = rig.sim.read(m.region, at);
      uint32_t& word = place->second;
      const uint32_t address = m.base + alias * m.alias + offset;
      const Target t = rig.map.locate(address);
      switch (rig.random() % 3) {
      case 0: REQUIRE(rig.read(address) == word); break;
      case 1:
        rig.write(address, value);
        word = alias == 0   ? value
               : alias == 1 ? word | value
               : alias == 2 ? word & ~value
               : alias == 3 ? word + value
                            : word - value;
        break;
      default: {
        const bool half = value & 1;
        const unsigned bits = half ? 16 : 8,
                       shift = half ? offset & 2 ? 0 : 16 : 24 - 8 * (offset & 3);
        const bool taken = rig.map.write_part(t, value >> 1, shift, bits, 0);
        REQUIRE(taken == (m.has_bytes && alias == 0));
        const uint32_t mask = (half ? 0xffffu : 0xffu) << shift;
        if (taken) word = (word & ~mask) | ((value >> 1) << shift & mask);
      }
      }
      REQUIRE(rig.sim.read(m.region, at) == word);
      REQUIRE(rig.map.peek(m.base + offset) == word);
    }
    for (const auto& [at, word] : model)
      CHECK(rig.sim.read(m.region, at) == word);
    for (unsigned alias = 0; alias < m.aliases; ++alias)
      CHECK(rig.map.locate(m.base + alias * m.alias + m.bytes).place == Place::Nothing);
  }
}

TEST_CASE("scratch rings by their alias") {
  for (const auto& [ring, size] : {std::pair{3u, 128u}, {15u, 256u}}) {
    Rig rig;
    std::deque<uint32_t> model;
    const uint32_t address = 0xcb400000 + 4 * ring;
    for (unsigned i = 0; i < accesses(); ++i)
      if (model.size() == size || (rig.random() % 16 < (i / 500 % 2 ? 11 : 5))) {
        const uint32_t word = model.empty() ? 0 : model.front();
        REQUIRE(rig.read(address) == word);
        if (!model.empty()) model.pop_front();
      } else {
        model.push_back(static_cast<uint32_t>(rig.random()));
        rig.write(address, model.back());
      }
    CHECK(rig.sim.chip().scratch.ring_words(ring) ==
          std::vector<uint32_t>(model.begin(), model.end()));
    CHECK_FALSE(rig.map.peek(address).has_value()); // looking must not take
    rig.sim.chip().settle();
    const bool hazards = rig.sim.hazards().total();
    CHECK_FALSE(hazards);
    while (model.size() < size)
      model.push_back(1), rig.write(address, 1);
    rig.write(address, 2);
    CHECK(rig.sim.hazards().count(HazardKind::PutIntoFullRing) == 1);
  }
}

TEST_CASE("plain writes of the core must not change words that are in a ring") {
  Rig rig;
  auto& scratch = rig.sim.chip().scratch;
  const uint32_t base = scratch.read_ring_csr(3, 0) & 0x3e00;
  rig.write(0xca000000 + base, 1); // the ring is empty
  rig.write(0xcb400000 + 4 * 3, 7);
  rig.sim.chip().settle();
  const bool before = rig.sim.hazards().total();
  CHECK_FALSE(before);
  rig.write(0xca000000 + base, 1);
  CHECK(rig.sim.hazards().count(HazardKind::RingOverwritten) == 1);
  rig.write(0xca000000 + base + 4, 1);
  CHECK(rig.sim.hazards().count(HazardKind::RingOverwritten) == 1);
}

TEST_CASE("queues by their alias") {
  for (const auto& [channel, entry] : {std::pair{0u, 4u}, {1u, 63u}}) {
    Rig rig;
    std::deque<uint32_t> model; // byte addresses of descriptors
    const uint32_t address = 0xcc000100 + channel * 0x400000 + 4 * entry;
    uint32_t next = 0;
    for (unsigned i = 0; i < accesses(); ++i)
      if (rig.random() % 16 < (i / 500 % 2 ? 10 : 6)) {
        REQUIRE(rig.read(address) == (model.empty() ? 0 : 0x80000000 | model.front() / 4));
        if (!model.empty()) model.pop_front();
      } else if (model.size() < 1000) {
        model.push_back(0x1000 + 32 * (next++ % 2000));
        rig.write(address, model.back());
      }
    CHECK(rig.sim.chip().sram[channel]->entry(entry).depth() == model.size());
  }
}

TEST_CASE("an entry of the queue array takes what its descriptor in memory says") {
  Rig rig;
  for (uint32_t i = 0; i < 3; ++i)
    rig.write(0x80000200 + 4 * i, i == 0 ? 0x20000100 : i == 1 ? 0x102 : 2); // a ring of 1024
  rig.write(0x80000400, 77), rig.write(0x80000404, 78);
  rig.write(0xcc000000 + 4 * 9, 0x200);
  const QueueEntry& e = rig.sim.chip().sram[0]->entry(9);
  CHECK(e.head == 0x20000100);
  CHECK(e.tail == 0x102);
  CHECK(e.depth() == 2);
  CHECK(e.set_up);
  std::vector<uint32_t> got(2);
  CHECK(rig.sim.chip().sram[0]->get(9, got) == 2);
  CHECK(got == std::vector<uint32_t>{77, 78});
}

TEST_CASE("registers keep what was written where they can, and nothing is beside them") {
  Rig rig;
  // CSR of SRAM, of a ring, a hash multiplier, MSF, GPIO, a mask of the interrupt controller.
  for (const uint32_t address : {0xcc410000u, 0xc0004908u, 0xc8000050u, 0xc001001cu}) {
    const uint32_t mask = address == 0xc001001c ? 0xff : 0x1fff;
    for (unsigned i = 0; i < 20; ++i) {
      const uint32_t value = static_cast<uint32_t>(rig.random()) & mask;
      rig.write(address, value);
      CHECK(rig.read(address) == value);
    }
  }
  rig.write(0xd6000160, 0xf0), rig.write(0xd6000160, 0x0f), rig.write(0xd60001e0, 0x3c);
  CHECK(rig.read(0xd6000160) == 0xc3);
  for (const uint32_t nothing :
       {0x00400000u, 0x80100000u, 0xa0000000u, 0xb0000000u, 0xc0000000u, 0xc0004ffcu, 0xc0005000u,
        0xc001a000u, 0xc0040000u, 0xc1000000u, 0xc5000000u, 0xc8004000u, 0xca004000u, 0xcb400040u,
        0xcc000200u, 0xcc800000u, 0xd0000000u, 0xd6000500u, 0xd8000000u, 0xfffffffcu})
    CHECK(rig.map.locate(nothing).place == Place::Nothing);
  CHECK(rig.map.locate(0xc0018000 + 0x13 * 0x400).unit == 7);
  CHECK(rig.map.locate(0xc0018000 + 0x04 * 0x400).place == Place::Nothing); // no such microengine
}

TEST_CASE("the hash unit as the core and as microengines reach it") {
  Rig rig;
  Hash& hash = rig.sim.chip().hash;
  for (unsigned mode = 0; mode < 3; ++mode) {
    const unsigned words = mode == 2 ? 4 : 2;
    const uint32_t multipliers = 0xc0004900 + (mode == 2 ? 16 : 8 * mode);
    for (unsigned i = 0; i < words; ++i)
      rig.write(multipliers + 4 * i, static_cast<uint32_t>(rig.random()));
    for (unsigned round = 0; round < 20; ++round) {
      std::array<uint32_t, 4> data{};
      for (unsigned i = words; i-- > 0;) {
        data[i] = static_cast<uint32_t>(rig.random());
        rig.write(0xd6000400 + 16 * mode + 4 * i, data[i]);
      }
      hash.hash(mode, data);
      CHECK(rig.read(0xd6000440) == 1);
      for (unsigned i = 0; i < words; ++i)
        CHECK(rig.read(0xd6000400 + 16 * mode + 4 * i) == data[i]);
      CHECK((data[0] || data[1]));
    }
  }
}
