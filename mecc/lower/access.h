// Loads and stores of memories outside the microengine, and the commands that perform them.
#pragma once

#include "mecc/lower/job.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

#include <map>
#include <optional>

namespace mecc::lower {

// Commands of a memory, and their limits.
struct Unit {
  Region region;
  unsigned granule; // bytes: 4, or 8 for DRAM
  const char* read; // record of isa/MEv2Commands.td; null: not readable
  const char* write;
  unsigned mask_shift;    // of the byte mask in a write's override word; 0: no mask
  uint32_t base;          // added to addresses
  unsigned most_granules; // per command
  unsigned words() const { return granule / 4; }
};
const Unit& unit_of(Region r);

// One load or store: `bytes` bytes at root + offset.
struct Access {
  llvm::Instruction* at = nullptr;
  const Unit* unit = nullptr;
  llvm::WeakTrackingVH root; // pointer or i32; a load that becomes a command may replace it
  int64_t offset = 0;
  unsigned bytes = 0;
  bool is_store = false, is_volatile = false;
  // The root's address modulo the granule, if known.
  std::optional<unsigned> root_phase;
};

// The root's value as an i32.
llvm::Value* address_of(llvm::IRBuilder<>& b, const Access& a);

// True when two accesses cannot touch the same byte.
bool are_disjoint(const Access& a, const Access& b);

// Marks a volatile access as one that may join its neighbours in a burst. It is volatile because of
// its variable's declaration, not because the source demands each access.
void mark_combinable(llvm::Instruction& access);
bool is_combinable(const llvm::Instruction& access);

// Splits address arithmetic into a variable part, shared by neighbouring accesses, and a constant.
void split_addresses(llvm::Function& f);

// Empty if the instruction does not access memory outside the microengine.
std::optional<Access> access_of(llvm::Instruction& i, bool data_in_sram);

// Emits commands into one function. Transfer registers and signals for implicit I/O are scarce, so
// one object of each kind and size is reused.
class Commands {
public:
  explicit Commands(llvm::Function& f) : function_(f) {}

  // Reads `granules` from address + offset. Returns the words, lowest address first.
  llvm::SmallVector<llvm::Value*, 16> read(llvm::IRBuilder<>& b, const Unit& unit,
                                           llvm::Value* address, int64_t offset, unsigned granules);
  // Writes whole granules.
  void write(llvm::IRBuilder<>& b, const Unit& unit, llvm::Value* address, int64_t offset,
             llvm::ArrayRef<llvm::Value*> words);
  // Writes the bytes of one granule selected by `mask` (i32, bit 0 is the last byte).
  void write_masked(llvm::IRBuilder<>& b, const Unit& unit, llvm::Value* address, int64_t offset,
                    llvm::ArrayRef<llvm::Value*> words, llvm::Value* mask);
  // Changes the bits set in `bits` of a scratchpad longword to those of `word`. The scratchpad has
  // no byte masks. `word` has no other bits set; other bits in memory may change meanwhile.
  void change_bits(llvm::IRBuilder<>& b, const Unit& unit, llvm::Value* address, int64_t offset,
                   llvm::Value* word, llvm::Value* bits);

private:
  llvm::Value* transfer(const Unit& unit, bool in, unsigned words);
  llvm::Value* signal(const Unit& unit);
  llvm::IRBuilder<> entry();
  void issue(llvm::IRBuilder<>& b, const Unit& unit, const char* opcode, llvm::Value* transfer,
             llvm::Value* address, int64_t offset, unsigned granules, llvm::Value* indirect);

  llvm::Function& function_;
  std::map<std::pair<std::string, unsigned>, llvm::Value*> transfers_;
  std::map<bool, llvm::Value*> signals_; // by "is a pair"
};

} // namespace mecc::lower
