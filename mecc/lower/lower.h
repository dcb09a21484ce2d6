// The IR-to-IR middle of the compiler: converts Clang's modules of the dialect to "lowered IR", the
// input of code generation. Register objects are resolved, memory has addresses, and accesses to
// memories outside the microengine are commands. There is no division, aggregate or recursion.
// check.h states the rules of lowered IR one by one; docs/architecture.md gives an overview.
#pragma once

#include "base/diagnostic.h"
#include "isa/isa.h"
#include "isa/memory_map.h"
#include "mecc/image/image.h"
#include "mecc/lower/warnings.h"
#include "mecc/mc/optimisations.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mecc::lower {

using mev2::init_name_of;
using mev2::kRegions;
using mev2::name_of;
using mev2::Region;
constexpr uint32_t kLocalMemoryBytes = mev2::kLocalMemory.end;

using Range = mev2::MemoryRange; // bytes [first, end)

// A memory symbol that another program defines, or a value bound at link time.
struct ImportedSymbol {
  Region region = Region::Sram;
  uint32_t address = 0; // bytes
};

// Memory available to a program that runs alone, by region. Local memory: all 640 longwords.
constexpr std::array<Range, kRegions> kFreeForOneProgram = {mev2::kLocalMemory,
                                                            mev2::kVariablesInSram,
                                                            mev2::kVariablesInDram,
                                                            mev2::kVariablesInScratch,
                                                            Range{},
                                                            Range{}};

struct LowerOptions {
  unsigned level = 2;          // 0..3
  bool size = false;           // prefer small code (-Os)
  bool keep_variables = false; // until their scopes end (-Og)
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  uint8_t contexts = 0xff;   // contexts that may run; one bit: no copies needed
  bool data_in_sram = false; // microengine-private data are in SRAM instead of local memory

  Optimisations* optimisations = nullptr; // enabled ones and their counts; null: all enabled

  // Memory available for this program's variables, by region.
  std::array<Range, kRegions> free = kFreeForOneProgram;
  std::map<std::string, ImportedSymbol> imports;
  Warnings warnings;
  std::map<std::string, unsigned> numbers; // of visible and remote signals and transfer registers

  // Makes the library of the dialect (division, memory functions), each time a stage needs it; null
  // or empty: none.
  std::function<std::unique_ptr<llvm::Module>(llvm::LLVMContext&)> runtime;

  // For tests: run all stages up to and including this one, or just this one. See stage_names().
  std::string stop_after, only;
};

struct PlacedSymbol {
  std::string name;
  Region region = Region::Sram;
  uint32_t address = 0; // of the first copy
  uint32_t bytes = 0;   // of one copy
  uint32_t stride = 0;  // distance between copies of two contexts; 0: one shared copy
  bool exported = false;
};

struct Lowered {
  std::vector<MemoryInit> memory;
  std::vector<PlacedSymbol> symbols;
  std::array<uint32_t, kRegions> used_end = {}; // first byte after allocated variables, by region
  unsigned lm_user_words = 0; // local memory [0, n) longwords holds symbols; frames follow
};

// Returns false if `diagnostics` got an error; the module is then unusable. Throws nothing.
bool lower(llvm::Module& module, const LowerOptions& options, Lowered& result,
           std::vector<ixp::Diagnostic>& diagnostics);

std::vector<std::string> stage_names(); // in execution order

// Number of copies of a per-context variable, and of frames in local memory, for the contexts that
// run: a context's number determines the position of its copy. In four-context mode the even
// contexts exist.
unsigned context_copies(mev2::ContextMode mode, unsigned contexts);

} // namespace mecc::lower
