// The parts of a system file that the compiler needs.
#pragma once

#include "config/memory.h"
#include "config/program.h"
#include "mecc/lower/lower.h"
#include "preprocess/memory.h"

namespace mecc {

struct SystemFile {
  std::string path;
  std::vector<ixp::ProgramConfig> programs; // in the order of the file, each on a different
                                            // microengine
  ixp::MemoryConfig memory;
  std::string messages; // the header; "": none
  std::vector<ixp::RingConfig> rings;
  ixp::BootConfig boot;
  std::vector<ixp::CounterConfig> counters;
  std::optional<unsigned> control_store_words; // from [chip], if given
};

// Throws InputError. Keys that concern only the run are left to the emulator. `overrides`: --set
// KEY=VALUE.
SystemFile read_system_file(const std::string& path, const std::vector<std::string>& overrides);

// Memory available to programs: [memory] without the parts used by the file itself.
struct SystemMemory {
  MemoryPool sram, dram, scratch;
  MemoryPool& of(lower::Region r);
};
SystemMemory free_memory(const SystemFile& system);

} // namespace mecc
