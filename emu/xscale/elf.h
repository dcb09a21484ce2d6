// Reads linked ARM programs: 32-bit executable ELF, either byte order. This reader needs a page of
// code; libelf would be a dependency and would not check numbers against the file's length.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ixp::xscale {

struct Segment {
  uint32_t address = 0;       // physical
  std::vector<uint8_t> bytes; // in the order of the program's addresses
  uint32_t size = 0;          // in memory; bytes beyond `bytes` are zero
};

struct Program {
  bool big_endian = false;
  uint32_t entry = 0; // bit 0: Thumb state
  std::vector<Segment> segments;
  std::array<uint32_t, 3> arguments{}; // r0 to r2 at the entry
  bool kernel = false; // an operating system: all of DRAM is its own, and it handles its faults
};

// Throws InputError that names `file` and suggests a remedy.
Program read_elf(std::span<const uint8_t> data, const std::string& file);

struct Symbol {
  std::string name;
  uint32_t value = 0;
};
// The symbols of a file that read_elf() has read whose names begin with `prefix`; none in a file
// without its symbol table.
std::vector<Symbol> read_symbols(std::span<const uint8_t> data, const std::string& file,
                                 std::string_view prefix);

// Calls `put` for each byte with its bus address (bus.h).
void for_each_byte(const Program& program,
                   const std::function<void(uint32_t address, uint8_t byte)>& put);

} // namespace ixp::xscale
