// Allocatable and reserved registers, and frames in local memory.
#include "mecc/codegen/global_registers.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

#define DEBUG_TYPE "mev2"
#define GET_REGINFO_TARGET_DESC
#include "MEv2GenRegisterInfo.inc"
#define GET_SUBTARGETINFO_TARGET_DESC
#define GET_SUBTARGETINFO_CTOR
#include "MEv2GenSubtargetInfo.inc"

namespace llvm {

using namespace mecc::codegen;

MEv2RegisterInfo::MEv2RegisterInfo() : MEv2GenRegisterInfo(MEv2::B15) {}

// Nothing is saved, but the allocator takes these registers last.
const MCPhysReg* MEv2RegisterInfo::getCalleeSavedRegs(const MachineFunction* mf) const {
  const auto& known = static_cast<const MEv2TargetMachine&>(mf->getTarget()).conventions;
  const auto found = known.find(&mf->getFunction());
  return found == known.end() ? CSR_None_SaveList : found->second.kept.data();
}

const uint32_t* MEv2RegisterInfo::getCallPreservedMask(const MachineFunction&,
                                                       CallingConv::ID) const {
  return CSR_None_RegMask;
}

// Reserves everything but the context's own GPRs. Frames far from the frame pointer need two
// registers: B14 holds the frame pointer, A15 a temporary address.
BitVector MEv2RegisterInfo::getReservedRegs(const MachineFunction& mf) const {
  BitVector reserved(getNumRegs(), true);
  const Settings& s = settings(mf);
  const unsigned registers = s.mode == mev2::ContextMode::Eight ? 16 : 32;
  for (unsigned n = 0; n < registers; ++n) {
    reserved.reset(MEv2::A0 + n);
    reserved.reset(MEv2::B0 + n);
  }
  if (s.far_frames) {
    reserved.set(kFarAddress);
    reserved.set(kFramePointer);
  }
  for (const unsigned r : global_registers(*mf.getFunction().getParent(), s.mode).given_up)
    reserved.set(r);
  return reserved;
}

Register MEv2RegisterInfo::getFrameRegister(const MachineFunction&) const {
  return kFramePointer;
}

bool MEv2RegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator i, int, unsigned operand,
                                           RegScavenger*) const {
  const MachineFunction& mf = *i->getMF();
  const int slot = i->getOperand(operand).getIndex();
  const int64_t bytes = mf.getFrameInfo().getObjectOffset(slot) +
                        4 * static_cast<int64_t>(mf.getInfo<MEv2FunctionInfo>()->frame_base);
  i->getOperand(operand).ChangeToImmediate(bytes);
  return false;
}

namespace {

// Detects whether code that cannot identify an address as a local's may see it and compare it with
// null. Volatile accesses, which LLVM counts as captures, are ignored.
struct AddressShown final : CaptureTracker {
  bool shown = false;
  void tooManyUses() override { shown = true; }
  bool captured(const Use* use) override {
    const User* user = use->getUser();
    if (isa<LoadInst>(user) || (isa<StoreInst>(user) && use->getOperandNo() == 1)) return false;
    return shown = true;
  }
};

bool shows_address_of_local(const MachineFrameInfo& frame) {
  AddressShown tracker;
  for (int i = frame.getObjectIndexBegin(); i < frame.getObjectIndexEnd(); ++i)
    if (frame.getStackID(i) != TargetStackID::NoAlloc && frame.getObjectAllocation(i))
      PointerMayBeCaptured(frame.getObjectAllocation(i), &tracker);
  return tracker.shown;
}

} // namespace

void MEv2FrameLowering::processFunctionBeforeFrameFinalized(MachineFunction& mf,
                                                            RegScavenger*) const {
  const auto& machine = static_cast<const MEv2TargetMachine&>(mf.getTarget());
  unsigned base = 0;
  for (const MachineBasicBlock& mbb : mf)
    for (const MachineInstr& mi : mbb)
      if (mi.getOpcode() == MEv2::CgCall)
        base = std::max(base, machine.frames[mi.getOperand(0).getGlobal()->getName().str()]);
  // Address 0 is null, so without variables in local memory the first frame skips that longword.
  if (base == 0 && settings(mf).lm_first_word == 0 && shows_address_of_local(mf.getFrameInfo()))
    base = 1;
  const uint64_t align = std::max<uint64_t>(4, mf.getFrameInfo().getMaxAlign().value());
  mf.getInfo<MEv2FunctionInfo>()->frame_base = static_cast<unsigned>(alignTo(4 * base, align) / 4);
}

// The frame's size is known here, and its slots are not yet replaced.
void MEv2FrameLowering::emitPrologue(MachineFunction& mf, MachineBasicBlock&) const {
  const auto& machine = static_cast<const MEv2TargetMachine&>(mf.getTarget());
  machine.frames[mf.getName().str()] =
      mf.getInfo<MEv2FunctionInfo>()->frame_base +
      static_cast<unsigned>((mf.getFrameInfo().getStackSize() + 3) / 4);
}

MEv2Subtarget::MEv2Subtarget(const Triple& triple, StringRef cpu, StringRef features,
                             const MEv2TargetMachine& machine)
    : MEv2GenSubtargetInfo(triple, cpu.empty() ? "ixp2400" : cpu, cpu, features), machine_(machine),
      lowering_(machine, *this) {}

} // namespace llvm
