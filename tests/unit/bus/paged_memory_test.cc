#include "tests/catch.h"

#include "emu/memory/paged_memory.h"

#include <map>

using namespace ixp;

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
