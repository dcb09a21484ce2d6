// The classes that LLVM's generated code expects under these names, in namespace llvm.
#pragma once

#include "mecc/codegen/mev2.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SelectionDAGTargetInfo.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

#define GET_REGINFO_HEADER
#include "MEv2GenRegisterInfo.inc"
#define GET_INSTRINFO_HEADER
#include "MEv2GenInstrInfo.inc"
#define GET_SUBTARGETINFO_HEADER
#include "MEv2GenSubtargetInfo.inc"

namespace llvm {

class MEv2Subtarget;

struct MEv2FunctionInfo final : MachineFunctionInfo {
  MEv2FunctionInfo(const Function&, const MEv2Subtarget*) {}
  MachineFunctionInfo*
  clone(BumpPtrAllocator& allocator, MachineFunction& to,
        const DenseMap<MachineBasicBlock*, MachineBasicBlock*>&) const override {
    return to.cloneInfo<MEv2FunctionInfo>(*this);
  }
  Register return_address; // virtual register with B15's value on entry
  unsigned frame_base = 0; // longwords from the context's frame pointer
};

class MEv2RegisterInfo final : public MEv2GenRegisterInfo {
public:
  MEv2RegisterInfo();
  const MCPhysReg* getCalleeSavedRegs(const MachineFunction*) const override;
  const uint32_t* getCallPreservedMask(const MachineFunction&, CallingConv::ID) const override;
  BitVector getReservedRegs(const MachineFunction&) const override;
  bool eliminateFrameIndex(MachineBasicBlock::iterator, int, unsigned,
                           RegScavenger*) const override;
  Register getFrameRegister(const MachineFunction&) const override;
  // A register's bank is decided before allocation (banks.cc) and does not change.
  const TargetRegisterClass* getLargestLegalSuperClass(const TargetRegisterClass* rc,
                                                       const MachineFunction&) const override {
    return rc;
  }
};

class MEv2InstrInfo final : public MEv2GenInstrInfo {
public:
  MEv2InstrInfo();
  const MEv2RegisterInfo& getRegisterInfo() const { return registers_; }

  void copyPhysReg(MachineBasicBlock&, MachineBasicBlock::iterator, const DebugLoc&, MCRegister dst,
                   MCRegister src, bool kill) const override;
  void storeRegToStackSlot(MachineBasicBlock&, MachineBasicBlock::iterator, Register src, bool kill,
                           int slot, const TargetRegisterClass*, const TargetRegisterInfo*,
                           Register) const override;
  void loadRegFromStackSlot(MachineBasicBlock&, MachineBasicBlock::iterator, Register dst, int slot,
                            const TargetRegisterClass*, const TargetRegisterInfo*,
                            Register) const override;
  Register isLoadFromStackSlot(const MachineInstr&, int& slot) const override;
  Register isStoreToStackSlot(const MachineInstr&, int& slot) const override;
  std::optional<DestSourcePair> isCopyInstrImpl(const MachineInstr&) const override;

  bool analyzeBranch(MachineBasicBlock&, MachineBasicBlock*& taken, MachineBasicBlock*& other,
                     SmallVectorImpl<MachineOperand>& cond, bool) const override;
  unsigned removeBranch(MachineBasicBlock&, int* bytes) const override;
  unsigned insertBranch(MachineBasicBlock&, MachineBasicBlock* taken, MachineBasicBlock* other,
                        ArrayRef<MachineOperand> cond, const DebugLoc&, int* bytes) const override;
  bool reverseBranchCondition(SmallVectorImpl<MachineOperand>& cond) const override;
  bool isReallyTriviallyReMaterializable(const MachineInstr&) const override;

private:
  MEv2RegisterInfo registers_;
};

class MEv2FrameLowering final : public TargetFrameLowering {
public:
  MEv2FrameLowering() : TargetFrameLowering(StackGrowsUp, Align(4), 0) {}
  // Allocates the frame above the frames of all callees.
  void processFunctionBeforeFrameFinalized(MachineFunction&, RegScavenger*) const override;
  void determineCalleeSaves(MachineFunction&, BitVector& saved, RegScavenger*) const override {
    saved.resize(MEv2::NUM_TARGET_REGS);
  }
  void emitPrologue(MachineFunction&, MachineBasicBlock&) const override;
  void emitEpilogue(MachineFunction&, MachineBasicBlock&) const override {}
  bool hasReservedCallFrame(const MachineFunction&) const override { return true; }
  MachineBasicBlock::iterator
  eliminateCallFramePseudoInstr(MachineFunction&, MachineBasicBlock& mbb,
                                MachineBasicBlock::iterator i) const override {
    return mbb.erase(i);
  }
  bool hasFP(const MachineFunction&) const override { return false; }
};

class MEv2TargetLowering final : public TargetLowering {
public:
  MEv2TargetLowering(const TargetMachine&, const MEv2Subtarget&);

  SDValue LowerOperation(SDValue, SelectionDAG&) const override;
  SDValue PerformDAGCombine(SDNode*, DAGCombinerInfo&) const override;
  void ReplaceNodeResults(SDNode*, SmallVectorImpl<SDValue>&, SelectionDAG&) const override;
  MachineBasicBlock* EmitInstrWithCustomInserter(MachineInstr&, MachineBasicBlock*) const override;
  SDValue LowerFormalArguments(SDValue, CallingConv::ID, bool,
                               const SmallVectorImpl<ISD::InputArg>&, const SDLoc&, SelectionDAG&,
                               SmallVectorImpl<SDValue>&) const override;
  SDValue LowerCall(CallLoweringInfo&, SmallVectorImpl<SDValue>&) const override;
  SDValue LowerReturn(SDValue, CallingConv::ID, bool, const SmallVectorImpl<ISD::OutputArg>&,
                      const SmallVectorImpl<SDValue>&, const SDLoc&, SelectionDAG&) const override;
  bool CanLowerReturn(CallingConv::ID, MachineFunction&, bool,
                      const SmallVectorImpl<ISD::OutputArg>&, LLVMContext&) const override;

  ConstraintType getConstraintType(StringRef constraint) const override;
  void schedule_in_source_order() { setSchedulingPreference(Sched::Source); }
  std::pair<unsigned, const TargetRegisterClass*>
  getRegForInlineAsmConstraint(const TargetRegisterInfo*, StringRef constraint, MVT) const override;

  // Keeps stores of bytes and halfwords in order: each also writes the other bytes of its longword.
  using TargetLowering::getTargetMMOFlags;
  MachineMemOperand::Flags getTargetMMOFlags(const Instruction&) const override;

  MVT getScalarShiftAmountTy(const DataLayout&, EVT) const override { return MVT::i32; }
  EVT getSetCCResultType(const DataLayout&, LLVMContext&, EVT) const override { return MVT::i32; }
  bool isTruncateFree(Type* from, Type* to) const override;
  bool isTruncateFree(EVT from, EVT to) const override;
  bool hasAndNot(SDValue) const override { return true; }
  bool decomposeMulByConstant(LLVMContext&, EVT, SDValue) const override { return true; }
  bool isLegalICmpImmediate(int64_t v) const override { return v >= 0 && v <= 255; }
  // Local memory: a pointer plus a small offset in a window.
  bool isLegalAddressingMode(const DataLayout&, const AddrMode& mode, Type*, unsigned space,
                             Instruction*) const override {
    return !mode.BaseGV && mode.Scale == 0 && mode.HasBaseReg &&
           (mode.BaseOffs == 0 || (space == 0 && mode.BaseOffs > 0 && mode.BaseOffs < 64));
  }
  bool isLegalAddImmediate(int64_t v) const override { return v >= -255 && v <= 255; }
  bool convertSelectOfConstantsToMath(EVT) const override { return true; }
  // A carry is a value only after a comparison.
  bool shouldFormOverflowOp(unsigned, EVT, bool) const override { return false; }
  unsigned getJumpTableEncoding() const override;
};

namespace MEv2ISD {
enum : unsigned {
  FIRST = ISD::BUILTIN_OP_END,
  ADD64,
  SUB64,
  SUM,
  MUL24X8,
  MUL16X16,
  ALL_BUT,
  FFS,
  SELECT,
  BRCC,
  RET,
  KILL,
  CALL,
  JUMP_TABLE,
};
} // namespace MEv2ISD

class MEv2Subtarget final : public MEv2GenSubtargetInfo {
public:
  MEv2Subtarget(const Triple&, StringRef cpu, StringRef features, const MEv2TargetMachine&);
  void ParseSubtargetFeatures(StringRef cpu, StringRef tune, StringRef features);

  const MEv2InstrInfo* getInstrInfo() const override { return &instructions_; }
  const MEv2RegisterInfo* getRegisterInfo() const override {
    return &instructions_.getRegisterInfo();
  }
  const MEv2FrameLowering* getFrameLowering() const override { return &frames_; }
  const MEv2TargetLowering* getTargetLowering() const override { return &lowering_; }
  void schedule_in_source_order() { lowering_.schedule_in_source_order(); }
  const SelectionDAGTargetInfo* getSelectionDAGInfo() const override { return &dag_; }
  const MEv2TargetMachine& machine() const { return machine_; }

private:
  const MEv2TargetMachine& machine_;
  MEv2InstrInfo instructions_;
  MEv2FrameLowering frames_;
  MEv2TargetLowering lowering_;
  SelectionDAGTargetInfo dag_;
};

} // namespace llvm
