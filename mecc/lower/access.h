// Loads and stores of memories outside the microengine, and the commands that do them.
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

// What a memory moves at least, and how.
struct Unit {
  Region region;
  unsigned granule; // bytes: 4, or 8 for DRAM
  const char* read; // record of mecc/target/MEv2Commands.td; null: cannot
  const char* write;
  unsigned mask_shift;    // of the byte mask in the override word of a write; 0: has none
  uint32_t base;          // added to addresses
  unsigned most_granules; // of one command
  unsigned words() const { return granule / 4; }
};
const Unit& unit_of(Region r);

// One load or store: `bytes` bytes at root + offset.
struct Access {
  llvm::Instruction* at = nullptr;
  const Unit* unit = nullptr;
  llvm::WeakTrackingVH root; // pointer or i32; may come from a load that becomes a command
  int64_t offset = 0;
  unsigned bytes = 0;
  bool is_store = false, is_volatile = false;
  // The root's address modulo the granule, when known.
  std::optional<unsigned> root_phase;
};

// The root's value as an i32.
llvm::Value* address_of(llvm::IRBuilder<>& b, const Access& a);

// True when two accesses cannot touch the same byte.
bool are_disjoint(const Access& a, const Access& b);

// Says of a volatile access that its neighbours may join it in a burst: it is volatile because of
// what its variable is declared, not because the user asked for each access.
void mark_combinable(llvm::Instruction& access);
bool is_combinable(const llvm::Instruction& access);

// Splits address arithmetic into a variable part, which neighbours then share, and a constant one.
void split_addresses(llvm::Function& f);

// Nothing when the instruction does not touch memory outside.
std::optional<Access> access_of(llvm::Instruction& i, bool data_in_sram);

// Emits commands into one function. Transfer registers and signals of implicit I/O are few: one
// object for each kind and size, used again and again.
class Commands {
public:
  explicit Commands(llvm::Function& f) : function_(f) {}

  // Reads `granules` from address + offset; the words, lowest address first.
  llvm::SmallVector<llvm::Value*, 16> read(llvm::IRBuilder<>& b, const Unit& unit,
                                           llvm::Value* address, int64_t offset, unsigned granules);
  // Writes whole granules.
  void write(llvm::IRBuilder<>& b, const Unit& unit, llvm::Value* address, int64_t offset,
             llvm::ArrayRef<llvm::Value*> words);
  // Writes one granule where `mask` (i32, bit 0 is the last byte) says so.
  void write_masked(llvm::IRBuilder<>& b, const Unit& unit, llvm::Value* address, int64_t offset,
                    llvm::ArrayRef<llvm::Value*> words, llvm::Value* mask);
  // Changes those bits of a longword of the scratchpad, which has no byte masks, that are set in
  // `bits`, to those of `word`, which has no others. Other bits may change meanwhile.
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
