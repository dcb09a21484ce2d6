// Register objects: allocas and globals that represent transfer registers, signals, shared
// registers, next-neighbour registers or local memory. Metadata !mecc.object !{!"kind", !"user's
// name"[, !"pin", i32 n]} describes them and is read by code generation.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>

namespace mecc::lower {

enum class Kind {
  SIn,   // S transfer registers the hardware writes ("s_in")
  SOut,  // S transfer registers the hardware reads
  SBoth, // both, with the same number
  DIn,
  DOut,
  DBoth,
  Signal,
  SignalPair,
  NnIn, // next-neighbour registers of this microengine
  NnOut,
  Gpr,       // must become general-purpose registers
  Lm,        // local memory
  SharedGpr, // absolute general-purpose registers
  StaticGpr, // general-purpose registers set aside in every function
};

llvm::StringRef spelling(Kind k);
std::optional<Kind> kind_of_annotation(llvm::StringRef word); // "sram_read_reg"

// Kind of an alloca or a global; empty for ordinary memory.
std::optional<Kind> kind_of(const llvm::Value* object);
std::string user_name(const llvm::Value* object);
void set_object(llvm::Value* object, Kind k, llvm::StringRef user_name);
void set_pin(llvm::Value* object, unsigned number);

bool is_transfer(Kind k);
bool is_signal(Kind k);
bool is_register(Kind k); // has no address: all but local memory
bool is_write_only(Kind k);

// The object from which a pointer is derived by address arithmetic alone, or null.
llvm::Value* object_of(llvm::Value* pointer);
// The same, but null for objects in local memory.
llvm::Value* register_object_of(llvm::Value* pointer);
bool leads_to_register_object(llvm::Value* pointer); // also through phi and select

// Words of the dialect on globals, except for their memory: "shared", "import", "export",
// "visible", "remote".
void add_flag(llvm::GlobalVariable& g, llvm::StringRef flag);
bool has_flag(const llvm::GlobalVariable& g, llvm::StringRef flag);

} // namespace mecc::lower
