// The parts of a system file that compiling needs.
#pragma once

#include "config/memory.h"
#include "config/program.h"
#include "mecc/lower/lower.h"
#include "mecc/preprocess/memory_pool.h"

namespace mecc {

struct SystemFile {
  std::string path;
  std::vector<ixp::ProgramConfig> programs; // in the order of the file, each on another microengine
  ixp::MemoryConfig memory;
  std::string messages; // the header; "": none
  std::vector<ixp::RingConfig> rings;
  ixp::BootConfig boot;
  std::vector<ixp::CounterConfig> counters;
  std::optional<unsigned> control_store_words; // of [chip], when it says so
};

// Throws InputError. What only concerns running is left to the emulator. `overrides`: --set
// KEY=VALUE.
SystemFile read_system_file(const std::string& path, const std::vector<std::string>& overrides);

// What programs may share out: [memory] without the parts that the file itself uses.
struct SystemMemory {
  MemoryPool sram, dram, scratch;
  MemoryPool& of(lower::Region r);
};
SystemMemory free_memory(const SystemFile& system);

} // namespace mecc
