// Variables that every context has for itself lie together, in one block per memory and context.
// Where a context's block starts depends on the context alone: a function computes it once, and
// `main` hands it down to the functions that it calls.
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
  uint32_t stride = 0; // to the next context's; 0: there is one for all
};

class Blocks {
public:
  explicit Blocks(Job& job) : job_(job) {}

  Block& operator[](Region r) { return blocks_[index(r)]; }

  // These functions will ask for pointers into the block: they, and who calls them, get its start
  // as an argument. Functions are new ones afterwards.
  void hand_down(Region r, const llvm::SetVector<llvm::Function*>& wanting);

  // A pointer to an address that all contexts share.
  llvm::Value* pointer_at(llvm::Function& f, Region r, uint32_t address, llvm::Type* type) const;
  // A pointer so many bytes into the block of the executing context.
  llvm::Value* pointer(llvm::Function& f, Region r, uint32_t offset, llvm::Type* type);

private:
  static size_t index(Region r) { return static_cast<size_t>(r); }
  // Pointers to local memory and to data in SRAM have the same type.
  bool says_local(Region r) const { return r == Region::Local && job_.options.data_in_sram; }
  // The function's body is in another one now.
  void follow(llvm::Function& from, llvm::Function& to);
  llvm::Value* start(llvm::Function& f, Region r);

  Job& job_;
  std::array<Block, kRegions> blocks_ = {};
  std::map<std::pair<llvm::Function*, size_t>, llvm::Value*> starts_;
  llvm::DenseMap<llvm::Function*, llvm::Value*> contexts_;
};

} // namespace mecc::lower
