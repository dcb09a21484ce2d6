// Reads linked ARM programs: ELF, 32 bits, executable, either byte order. A reader of our own: a
// page that checks every number against the file's length, where libelf would be one more package
// and still leave the checks to us.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ixp::xscale {

struct Segment {
  uint32_t address = 0;       // physical
  std::vector<uint8_t> bytes; // in the order of the program's addresses
  uint32_t size = 0;          // in memory; what `bytes` lacks of it is zero
};

struct Program {
  bool big_endian = false;
  uint32_t entry = 0; // bit 0: in Thumb state
  std::vector<Segment> segments;
  std::array<uint32_t, 3> arguments{}; // r0 to r2 at the entry
  bool kernel = false; // an operating system: all of DRAM is its own, and it handles its faults
};

// Throws InputError that names `file` and says what to do.
Program read_elf(std::span<const uint8_t> data, const std::string& file);

// Each byte with the address at which a bus finds it (bus.h).
void for_each_byte(const Program& program,
                   const std::function<void(uint32_t address, uint8_t byte)>& put);

} // namespace ixp::xscale
