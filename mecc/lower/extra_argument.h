// Adds an argument to functions. All calls are known: everything but `main` is private.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace mecc::lower {

// True if an argument register is free.
bool takes_another_argument(const llvm::Function& f);

// Moves the function's body into a new function with one more argument, the last. Calls still go to
// the old one, which is empty now.
llvm::Function* with_argument(llvm::Function& f, llvm::Type* type, const llvm::Twine& name);

// Redirects calls of `from` to `to`, with `value(caller)` as the additional argument, and removes
// `from`.
void redirect_calls(llvm::Function& from, llvm::Function& to,
                    llvm::function_ref<llvm::Value*(llvm::Function& caller)> value);

// Start of an entry block, before debug records that may refer to a value computed there.
llvm::BasicBlock::iterator before_debug_records(llvm::BasicBlock& entry);

} // namespace mecc::lower
