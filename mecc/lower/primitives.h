// The external functions that code generation knows by name, and their attributes.
#pragma once

#include "isa/isa.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace mecc::lower {

// How a command reports completion: the argument `sync` of the primitives.
enum class Sync : uint32_t { SigDone = 0, CtxSwap = 1, None = 2 };

// "cmd_SRAM_READ" for a call of @__me_cmd_SRAM_READ; empty for any other instruction.
llvm::StringRef primitive_of(const llvm::Instruction& i);

struct CommandArguments { // operand numbers in a command primitive; -1: absent
  int transfer = -1, count = -1, sync = -1, signal = -1;
};
// Empty for primitives that are no commands.
std::optional<CommandArguments> command_arguments(llvm::StringRef primitive);
// Instruction-set entry of a primitive's command. Null if it is no command or unknown; instruction
// selection reports unknown ones.
const mev2::OpcodeInfo* command_of(llvm::StringRef primitive);

// Adds known attributes (memory effects, that they return) to the primitives' declarations, so that
// LLVM optimises around them.
void describe_primitives(llvm::Module& m);

// Marks a register object's address as captured until resolve_objects(). This keeps LLVM from
// splitting the object into scalars or merging it with another variable.
constexpr char kKeep[] = "__me_object";
void keep_object(llvm::IRBuilder<>& b, llvm::Value* object);
void release_objects(llvm::Module& m); // all marked ones
// Marks the start of an object's lifetime: it has no value before.
void begin_object(llvm::IRBuilder<>& b, llvm::Value* object);

// Reads an integer of at most 32 bits in an assembly statement without instructions.
void keep_value(llvm::IRBuilder<>& b, llvm::Value* value);
bool keeps_value(const llvm::Instruction& i); // true for such a statement

llvm::FunctionCallee declare_command(llvm::Module& m, llvm::StringRef opcode,
                                     bool indirect = false);
llvm::FunctionCallee declare_wait_all(llvm::Module& m);
llvm::FunctionCallee declare_ctx(llvm::Module& m);
// ptr @__me_local_address(i32): a byte of local memory. Between place() and the end of
// expand_implicit_io() it distinguishes such pointers from those to data in SRAM (memory_choice.h).
llvm::FunctionCallee declare_local_address(llvm::Module& m);

} // namespace mecc::lower
