// The passes that give register objects their place.
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

// On IR, before all other passes: turns accesses to register objects into primitives.
llvm::FunctionPass* create_object_accesses();

// Last of all on IR: puts what commands name right in front of them.
llvm::FunctionPass* create_object_parts();

// Behind create_object_accesses(): all other stores, which are to local memory, become naturally
// aligned ones.
llvm::FunctionPass* create_aligned_stores();

// Checks what commands and accesses ask of their objects, colours, and rewrites the forms of
// CgUnits.td from objects to physical registers and signal numbers.
llvm::FunctionPass* create_objects();

// Reports misuses: write registers that are read, commands longer than their buffer, ...
void check_objects(const llvm::MachineFunction&, const ObjectTable&);

// On IR, for a module with too few transfer registers: copies words out of them as soon as possible.
// False if there are none it could.
bool copy_objects(llvm::Module&);

// Replaces objects by their numbers. Returns the physical registers, transfer and next-neighbour,
// that others may touch at any time.
llvm::BitVector rewrite_objects(llvm::MachineFunction&, const ObjectTable&, const ObjectLiveness&);

// Makes registers of objects operands of the forms that use or compute their values.
void fold_objects(llvm::MachineFunction&, const llvm::BitVector& asynchronous);

void report(const llvm::MachineFunction&, const llvm::DebugLoc&, const llvm::Twine&);

} // namespace mecc::codegen
