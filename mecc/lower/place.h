// Addresses of what the program keeps in memory.
#pragma once

#include "mecc/lower/job.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace mecc::lower {

// Where one variable lives. With several copies, that of context n is n * stride bytes further.
struct Place {
  Region region = Region::Local;
  uint32_t address = 0;
  uint32_t stride = 0; // 0: one copy
};
using Places = llvm::MapVector<llvm::GlobalVariable*, Place>;

// Locals of all functions, but for those that are objects (objects.h), on top of each other: frames
// of functions that never are active at the same time share memory. Offsets are from the start of
// the context's block.
struct Frames {
  llvm::DenseMap<llvm::AllocaInst*, uint32_t> offsets;
  uint32_t bytes = 0, align = 4;
};
Frames lay_out_frames(llvm::Module& m);

// The bytes of a constant as memory holds them, big-endian; null when an address in it is not
// known. Addresses of variables with several copies are those of `context`.
std::optional<std::vector<uint8_t>> bytes_of(const llvm::Constant& c, const llvm::DataLayout& dl,
                                             const Places& places, unsigned context);

// How many copies a variable of every context has.
unsigned context_copies(const LowerOptions& options);

} // namespace mecc::lower
