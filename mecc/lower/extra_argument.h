// Functions get one more argument. All calls are known: everything but `main` is private.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace mecc::lower {

// Is a register left for it? Arguments go in registers.
bool takes_another_argument(const llvm::Function& f);

// Moves the function's body into a new one that has one more argument, the last. Calls still go to
// the old one, which is empty now.
llvm::Function* with_argument(llvm::Function& f, llvm::Type* type, const llvm::Twine& name);

// Makes calls of `from` calls of `to`, with what `value` says for the caller, and removes `from`.
void redirect_calls(llvm::Function& from, llvm::Function& to,
                    llvm::function_ref<llvm::Value*(llvm::Function& caller)> value);

// The start of an entry block, in front of debug records, which may name a value computed there.
llvm::BasicBlock::iterator before_debug_records(llvm::BasicBlock& entry);

} // namespace mecc::lower
