// Pointers to register objects as an object and an offset in bytes.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace mecc::lower {

// The offset of a pointer that address arithmetic alone derives from `object`, as an i32 computed
// where the builder stands.
llvm::Value* offset_in(llvm::IRBuilder<>& b, llvm::Value* pointer, llvm::Value* object);

// Phis and selects of pointers into one register object become ones of offsets.
void replace_walking_pointers(llvm::Function& f);

// Loads through a phi or select of pointers into several objects become loads of all of them and a
// choice between the values.
void replace_chosen_loads(llvm::Function& f);

// Commands whose transfer register varies get it by the override word of indirect_ref.
void index_commands(llvm::Function& f);

} // namespace mecc::lower
