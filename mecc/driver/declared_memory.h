// Assembles sources, and allocates the memory that they declare (.sram, .alloc_mem) in the memory
// of the system.
#pragma once

#include "mecc/driver/c_program.h"
#include "mecc/driver/system_file.h"
#include "mecc/mc/assembler.h"
#include "preprocess/memory.h"

#include <map>
#include <string>

namespace mecc {

class DeclaredMemory {
public:
  // `agreed`: symbols exported by C programs; global memory of assembly is added.
  DeclaredMemory(SystemMemory& pools, std::map<std::string, lower::ImportedSymbol>& agreed)
      : pools_(pools), agreed_(agreed) {}

  MemoryPlacer placer();
  // Adds the initial values of one program. Several programs may initialise global memory, with
  // equal values; throws InputError otherwise.
  void add_values(const std::string& program, const std::vector<MemoryInit>& values,
                  std::vector<MemoryInit>& to);

private:
  std::optional<uint32_t> place(const MemoryRequest& request, std::string& why);
  std::optional<uint32_t> place_global(const MemoryRequest& request, std::string& why);

  struct Global {
    MemoryRequest request;
    uint32_t address;
  };
  SystemMemory& pools_;
  std::map<std::string, lower::ImportedSymbol>& agreed_;
  std::map<std::string, Global> globals_;
};

// Assembles one source; `memory` allocates its declared memory. False if it has errors, which have
// been shown.
bool assemble_file(const std::string& path, const Options& o, Messages& messages,
                   const MemoryPlacer& memory, AssemblerResult& result);

// Gives the largest free range of each memory to a C program.
void leave(SystemMemory& pools, Placement& to);

} // namespace mecc
