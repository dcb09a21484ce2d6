// Per-context variables form one block per memory and context. A block's start depends only on the
// context: it is computed once per function, and `main` passes it to the functions that it calls.
//
//   %ctx = call i32 @__me_ctx()
//   %block = add (shl %ctx, 6), 0x100000          define @f(..., i32 %block)
//   call @f(..., i32 %block)
#pragma once

#include "mecc/lower/job.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

#include <array>
#include <map>

namespace mecc::lower {

struct Block { // of one context in one memory
  uint32_t address = 0, bytes = 0;
  uint32_t stride = 0; // distance to the next context's block; 0: one shared block
};

class Blocks {
public:
  explicit Blocks(Job& job) : job_(job) {}

  Block& operator[](Region r) { return blocks_[index(r)]; }

  // Adds the block's start as an argument to the functions that will use pointers into it and to
  // their callers. This replaces the functions by new ones.
  void hand_down(Region r, const llvm::SetVector<llvm::Function*>& wanting);

  // A pointer to an address shared by all contexts.
  llvm::Value* pointer_at(llvm::Function& f, Region r, uint32_t address, llvm::Type* type) const;
  // A pointer to byte `offset` of the executing context's block.
  llvm::Value* pointer(llvm::Function& f, Region r, uint32_t offset, llvm::Type* type);

private:
  static size_t index(Region r) { return static_cast<size_t>(r); }
  // True if pointers into local memory must be marked: data in SRAM have the same pointer type.
  bool says_local(Region r) const { return r == Region::Local && job_.options.data_in_sram; }
  // Updates the cached starts after the function's body has moved.
  void follow(llvm::Function& from, llvm::Function& to);
  llvm::Value* start(llvm::Function& f, Region r);

  Job& job_;
  std::array<Block, kRegions> blocks_ = {};
  std::map<std::pair<llvm::Function*, size_t>, llvm::Value*> starts_;
  llvm::DenseMap<llvm::Function*, llvm::Value*> contexts_;
};

} // namespace mecc::lower
