// Objects outside the GPRs: transfer registers, signals, next-neighbour registers, shared GPRs,
// local memory. In IR they are allocas (or globals) with !mecc.object metadata. Until the object
// passes assign numbers, they are frame indices (or global addresses) in machine code.
#pragma once

#include "mecc/codegen/mev2.h"

#include "llvm/CodeGen/SelectionDAGNodes.h"

namespace llvm {
class AllocaInst;
class GlobalVariable;
class MachineFunction;
class SelectionDAG;
} // namespace llvm

namespace mecc::codegen {

enum class ObjectKind : uint8_t {
  LocalMemory, // no metadata, or "lm"
  SIn,
  SOut,
  SBoth,
  DIn,
  DOut,
  DBoth,
  Signal,
  SignalPair,
  NnIn,
  NnOut,
  SharedGpr,
  StaticGpr,
};

// Event marked by a CgObjHint.
enum class ObjectHint : int {
  Read,      // the hardware reads it
  Write,     // the hardware writes it
  Undefined, // its value is dead, according to the source
  Begin,     // control reaches its declaration
  Pin,       // it has this number (the count)
};

struct ObjectInfo {
  ObjectKind kind = ObjectKind::LocalMemory;
  std::string name; // as in the source
  std::optional<unsigned> pin;
  unsigned words = 0;
};

inline bool is_global_register(ObjectKind k) {
  return k == ObjectKind::SharedGpr || k == ObjectKind::StaticGpr;
}

ObjectInfo object_info(const llvm::AllocaInst&);
ObjectInfo object_info(const llvm::MachineFunction&, int frame_index);
ObjectInfo object_info(const llvm::GlobalVariable&);

// Excludes register objects from the frame's layout.
void mark_objects(llvm::MachineFunction&);

// Lowers loads and stores of address space 0: objects, frame slots and local-memory addresses.
llvm::SDValue lower_memory(llvm::SDValue, llvm::SelectionDAG&);

// An object address: base object (a frame index or global, as an operand of an object form), byte
// offset, and an optional variable `index` in bytes. No base: not an object.
struct ObjectAddress {
  llvm::SDValue base;
  int64_t offset = 0;
  llvm::SDValue index;
};
ObjectAddress object_address(llvm::SDValue, llvm::SelectionDAG&);

} // namespace mecc::codegen
