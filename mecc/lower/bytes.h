// Bytes inside longwords, big-endian: byte 0 of a sequence of words is bits 31:24 of the first.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace mecc::lower {

using Words = llvm::SmallVector<llvm::Value*, 16>;

// The `bytes` bytes from byte `at` on as an integer of 8 * bytes bits.
llvm::Value* extract_bytes(llvm::IRBuilder<>& b, llvm::ArrayRef<llvm::Value*> words, unsigned at,
                           unsigned bytes);

// The longword of bytes [at, at + 4) of `value`, an integer of `bytes` bytes; bytes outside it (at
// may be negative) are 0.
llvm::Value* longword_of(llvm::IRBuilder<>& b, llvm::Value* value, unsigned bytes, int at);

// A loaded or stored value as an integer of 8 * bytes bits, and back.
llvm::Value* to_integer(llvm::IRBuilder<>& b, llvm::Value* v, unsigned bytes);
llvm::Value* from_integer(llvm::IRBuilder<>& b, llvm::Value* v, llvm::Type* type);

// Bits of a longword whose bytes are in `mask` (bit 3 is byte 0, the highest).
uint32_t bits_of_mask(unsigned mask);

} // namespace mecc::lower
