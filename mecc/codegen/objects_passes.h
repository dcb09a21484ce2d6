// The passes that assign registers to register objects.
#pragma once

#include "mecc/codegen/objects_table.h"

namespace llvm {
class DebugLoc;
class FunctionPass;
class MachineFunction;
class Module;
class Twine;
} // namespace llvm

namespace mecc::codegen {

class ObjectLiveness;

// On IR, before all other passes: replaces accesses to register objects by primitives.
llvm::FunctionPass* create_object_accesses();

// Last pass on IR: computes the object parts used by a command right before it.
llvm::FunctionPass* create_object_parts();

// After create_object_accesses(): makes all remaining stores, which are to local memory, naturally
// aligned.
llvm::FunctionPass* create_aligned_stores();

// Checks the use of objects by commands and accesses, assigns numbers, and rewrites the forms of
// CgUnits.td from objects to physical registers and signal numbers.
llvm::FunctionPass* create_objects();

// Reports misuses: write registers that are read, commands longer than their buffer, ...
void check_objects(const llvm::MachineFunction&, const ObjectTable&);

// On IR, for a module with too few transfer registers: copies words out of them as soon as
// possible. False if it could copy none.
bool copy_objects(llvm::Module&);

// Replaces objects by their numbers. Returns the physical registers, transfer and next-neighbour,
// that may change at any time.
llvm::BitVector rewrite_objects(llvm::MachineFunction&, const ObjectTable&, const ObjectLiveness&);

// Makes registers of objects operands of the forms that use or compute their values.
void fold_objects(llvm::MachineFunction&, const llvm::BitVector& asynchronous);

void report(const llvm::MachineFunction&, const llvm::DebugLoc&, const llvm::Twine&);

} // namespace mecc::codegen
