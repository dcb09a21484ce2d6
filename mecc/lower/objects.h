// Register objects: allocas and globals that stand for transfer registers, signals, shared
// registers, next-neighbour registers or local memory. What they are is written on them as
// metadata, !mecc.object !{!"kind", !"user's name"[, !"pin", i32 n]}, which code generation reads.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>

namespace mecc::lower {

enum class Kind {
  SIn,   // S transfer registers the hardware writes ("s_in")
  SOut,  // S transfer registers the hardware reads
  SBoth, // a pair of the same number
  DIn,
  DOut,
  DBoth,
  Signal,
  SignalPair,
  NnIn, // next-neighbour registers of this microengine
  NnOut,
  Gpr,       // must end in general-purpose registers
  Lm,        // local memory
  SharedGpr, // absolute general-purpose registers
};

llvm::StringRef spelling(Kind k);
std::optional<Kind> kind_of_annotation(llvm::StringRef word); // "sram_read_reg"

// Of an alloca or a global; nothing when it is ordinary memory.
std::optional<Kind> kind_of(const llvm::Value* object);
std::string user_name(const llvm::Value* object);
void set_object(llvm::Value* object, Kind k, llvm::StringRef user_name);
void set_pin(llvm::Value* object, unsigned number);

bool is_transfer(Kind k);
bool is_signal(Kind k);
bool is_register(Kind k); // has no address: all but local memory
bool is_write_only(Kind k);

// The object a pointer leads to through address arithmetic alone, or null.
llvm::Value* object_of(llvm::Value* pointer);
// The same when it is a register object.
llvm::Value* register_object_of(llvm::Value* pointer);
bool leads_to_register_object(llvm::Value* pointer); // also through phi and select

// Words of the dialect on globals that say something else than where they live: "shared",
// "import", "export", "visible", "remote".
void add_flag(llvm::GlobalVariable& g, llvm::StringRef flag);
bool has_flag(const llvm::GlobalVariable& g, llvm::StringRef flag);

} // namespace mecc::lower
