// Addresses of variables in memory.
#pragma once

#include "mecc/lower/job.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

namespace mecc::lower {

// Address of one variable. With several copies, context n's copy is n * stride bytes further.
struct Place {
  Region region = Region::Local;
  uint32_t address = 0;
  uint32_t stride = 0; // 0: one copy
};
using Places = llvm::MapVector<llvm::GlobalVariable*, Place>;

// Locals of all functions, except register objects (objects.h), overlapped: frames of functions
// that are never active at the same time share memory. Offsets are from the start of the context's
// block.
struct Frames {
  llvm::DenseMap<llvm::AllocaInst*, uint32_t> offsets;
  uint32_t bytes = 0, align = 4;
};
Frames lay_out_frames(llvm::Module& m);

// Bytes of a constant as in memory, big-endian; empty if it contains an unknown address. Addresses
// of variables with several copies are those of `context`.
std::optional<std::vector<uint8_t>> bytes_of(const llvm::Constant& c, const llvm::DataLayout& dl,
                                             const Places& places, unsigned context);

} // namespace mecc::lower
