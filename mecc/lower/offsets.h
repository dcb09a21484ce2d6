// Represents pointers to register objects as an object and an offset in bytes.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace mecc::lower {

// Offset of a pointer derived from `object` by address arithmetic alone, as an i32 computed at the
// builder's position.
llvm::Value* offset_in(llvm::IRBuilder<>& b, llvm::Value* pointer, llvm::Value* object);

// Replaces phis and selects of pointers into one register object by phis and selects of offsets.
void replace_walking_pointers(llvm::Function& f);

// Replaces loads through a phi or select of pointers into several objects by loads of all of them
// and a select of the values.
void replace_chosen_loads(llvm::Function& f);

// Passes a variable transfer register to its command in the override word of indirect_ref.
void index_commands(llvm::Function& f);

} // namespace mecc::lower
