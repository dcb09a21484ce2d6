// Objects that do not live in GPRs: transfer registers, signals, next-neighbour registers, shared
// GPRs, local memory. In IR they are allocas (or globals) with !mecc.object metadata; until the
// object passes give them numbers they are frame indices (or global addresses) in machine code.
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
};

// What a CgObjHint says happens here.
enum class ObjectHint : int {
  Read,      // the hardware reads it
  Write,     // the hardware writes it
  Undefined, // its value is dead, the user says
  Begin,     // control comes to its declaration
  Pin,       // it has this number (the count)
};

struct ObjectInfo {
  ObjectKind kind = ObjectKind::LocalMemory;
  std::string name; // the user's
  std::optional<unsigned> pin;
  unsigned words = 0;
};

ObjectInfo object_info(const llvm::AllocaInst&);
ObjectInfo object_info(const llvm::MachineFunction&, int frame_index);
ObjectInfo object_info(const llvm::GlobalVariable&);

// Tells the frame layout which frame indices are no local memory.
void mark_objects(llvm::MachineFunction&);

// Loads and stores of address space 0: on objects, frame slots and local-memory addresses.
llvm::SDValue lower_memory(llvm::SDValue, llvm::SelectionDAG&);

// Base object (a frame index or global, as an operand of an object form) and byte offset of an
// address; no base when it is none. `index` is what is added besides, in bytes.
struct ObjectAddress {
  llvm::SDValue base;
  int64_t offset = 0;
  llvm::SDValue index;
};
ObjectAddress object_address(llvm::SDValue, llvm::SelectionDAG&);

} // namespace mecc::codegen
