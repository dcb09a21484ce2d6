// The external functions code generation knows by name, and what may be assumed of them.
#pragma once

#include "mecc/target/isa.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace mecc::lower {

// How a command reports that it is done: the argument `sync` of the primitives.
enum class Sync : uint32_t { SigDone = 0, CtxSwap = 1, None = 2 };

// "cmd_SRAM_READ" for a call of @__me_cmd_SRAM_READ; empty when the call is something else.
llvm::StringRef primitive_of(const llvm::Instruction& i);

struct CommandArguments { // which operands of a command primitive mean what; -1: has none
  int transfer = -1, count = -1, sync = -1, signal = -1;
};
// Nothing for primitives that are no commands.
std::optional<CommandArguments> command_arguments(llvm::StringRef primitive);
// What the instruction set says of a primitive's command; null when it is none, or unknown: that
// is reported when it is selected.
const mev2::OpcodeInfo* command_of(llvm::StringRef primitive);

// Writes what is known about the primitives (which memory they touch, that they return) on their
// declarations, so that LLVM optimises around them.
void describe_primitives(llvm::Module& m);

// Marks a register object as one whose address is known to others, until resolve_objects(): it
// keeps LLVM from splitting it into scalars or folding it into another variable.
constexpr char kKeep[] = "__me_object";
void keep_object(llvm::IRBuilder<>& b, llvm::Value* object);
void release_objects(llvm::Module& m); // all that are still kept
// Says that a register object has no value before.
void begin_object(llvm::IRBuilder<>& b, llvm::Value* object);

llvm::FunctionCallee declare_command(llvm::Module& m, llvm::StringRef opcode,
                                     bool indirect = false);
llvm::FunctionCallee declare_wait_all(llvm::Module& m);
llvm::FunctionCallee declare_ctx(llvm::Module& m);
// ptr @__me_local_address(i32): that byte of local memory. Between place() and the end of
// expand_implicit_io() it tells such pointers from those to data in SRAM (memory_choice.h).
llvm::FunctionCallee declare_local_address(llvm::Module& m);

} // namespace mecc::lower
