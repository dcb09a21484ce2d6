// Moves, spills and branches.
#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"

#define GET_INSTRINFO_CTOR_DTOR
#define GET_INSTRINFO_NAMED_OPS
#include "MEv2GenInstrInfo.inc"

namespace llvm {

using mecc::codegen::Condition;

MEv2InstrInfo::MEv2InstrInfo() : MEv2GenInstrInfo(MEv2::CgCallStart, MEv2::CgCallEnd) {}

void MEv2InstrInfo::copyPhysReg(MachineBasicBlock& mbb, MachineBasicBlock::iterator i,
                                const DebugLoc& at, MCRegister dst, MCRegister src,
                                bool kill) const {
  BuildMI(mbb, i, at, get(MEv2::CgMov), dst).addReg(src, getKillRegState(kill));
}

void MEv2InstrInfo::storeRegToStackSlot(MachineBasicBlock& mbb, MachineBasicBlock::iterator i,
                                        Register src, bool kill, int slot,
                                        const TargetRegisterClass*, const TargetRegisterInfo*,
                                        Register) const {
  BuildMI(mbb, i, DebugLoc(), get(MEv2::CgSlotStore))
      .addReg(src, getKillRegState(kill))
      .addFrameIndex(slot)
      .addImm(0);
}

void MEv2InstrInfo::loadRegFromStackSlot(MachineBasicBlock& mbb, MachineBasicBlock::iterator i,
                                         Register dst, int slot, const TargetRegisterClass*,
                                         const TargetRegisterInfo*, Register) const {
  BuildMI(mbb, i, DebugLoc(), get(MEv2::CgSlotLoad), dst).addFrameIndex(slot).addImm(0);
}

static Register slot_access(const MachineInstr& mi, int& slot) {
  const MachineOperand& s = mi.getOperand(1);
  if (!s.isFI() || mi.getOperand(2).getImm() != 0) return Register();
  slot = s.getIndex();
  return mi.getOperand(0).getReg();
}

Register MEv2InstrInfo::isLoadFromStackSlot(const MachineInstr& mi, int& slot) const {
  return mi.getOpcode() == MEv2::CgSlotLoad ? slot_access(mi, slot) : Register();
}

Register MEv2InstrInfo::isStoreToStackSlot(const MachineInstr& mi, int& slot) const {
  return mi.getOpcode() == MEv2::CgSlotStore ? slot_access(mi, slot) : Register();
}

std::optional<DestSourcePair> MEv2InstrInfo::isCopyInstrImpl(const MachineInstr& mi) const {
  if (mi.getOpcode() != MEv2::CgMov) return std::nullopt;
  return DestSourcePair{mi.getOperand(0), mi.getOperand(1)};
}

bool MEv2InstrInfo::isReallyTriviallyReMaterializable(const MachineInstr& mi) const {
  return mi.getOpcode() == MEv2::CgImm || MEv2GenInstrInfo::isReallyTriviallyReMaterializable(mi);
}

// ---- branches: the condition is the form's opcode and its operands but for the block -----------

static bool conditional(const MachineInstr& mi) {
  return mi.isConditionalBranch() && !mi.isBarrier();
}

bool MEv2InstrInfo::analyzeBranch(MachineBasicBlock& mbb, MachineBasicBlock*& taken,
                                  MachineBasicBlock*& other, SmallVectorImpl<MachineOperand>& cond,
                                  bool modify) const {
  MachineBasicBlock::iterator last = mbb.getLastNonDebugInstr();
  if (last == mbb.end() || !isUnpredicatedTerminator(*last)) return false;
  if (modify) // code after an unconditional branch never runs
    for (auto i = mbb.getFirstTerminator(); i != mbb.end(); ++i)
      if (i->getOpcode() == MEv2::CgBr) {
        mbb.erase(std::next(i), mbb.end());
        break;
      }
  SmallVector<MachineInstr*, 2> branches;
  for (MachineInstr& mi : mbb.terminators()) {
    if (mi.isDebugInstr()) continue;
    if (mi.getOpcode() != MEv2::CgBr && !conditional(mi)) return true;
    branches.push_back(&mi);
  }
  if (branches.size() > 2) return true;
  MachineInstr& first = *branches.front();
  const auto target = [](MachineInstr& mi) {
    return mi.getOperand(mi.getNumExplicitOperands() - 1).getMBB();
  };
  taken = target(first);
  if (first.getOpcode() == MEv2::CgBr) return branches.size() > 1;
  cond.push_back(MachineOperand::CreateImm(first.getOpcode()));
  for (unsigned n = 0; n + 1 < first.getNumExplicitOperands(); ++n)
    cond.push_back(first.getOperand(n));
  for (MachineOperand& o : cond)
    if (o.isReg()) o.setIsKill(false);
  if (branches.size() == 2) {
    if (branches[1]->getOpcode() != MEv2::CgBr) return true;
    other = target(*branches[1]);
  }
  return false;
}

unsigned MEv2InstrInfo::removeBranch(MachineBasicBlock& mbb, int*) const {
  unsigned removed = 0;
  for (auto i = mbb.getLastNonDebugInstr(); i != mbb.end(); i = mbb.getLastNonDebugInstr()) {
    if (i->getOpcode() != MEv2::CgBr && !conditional(*i)) break;
    i->eraseFromParent();
    ++removed;
  }
  return removed;
}

unsigned MEv2InstrInfo::insertBranch(MachineBasicBlock& mbb, MachineBasicBlock* taken,
                                     MachineBasicBlock* other, ArrayRef<MachineOperand> cond,
                                     const DebugLoc& at, int*) const {
  if (!cond.empty()) {
    auto branch = BuildMI(&mbb, at, get(static_cast<unsigned>(cond[0].getImm())));
    for (const MachineOperand& o : cond.drop_front())
      branch.add(o);
    branch.addMBB(taken);
  }
  MachineBasicBlock* const always = cond.empty() ? taken : other;
  if (always) BuildMI(&mbb, at, get(MEv2::CgBr)).addMBB(always);
  return !cond.empty() + (always != nullptr);
}

bool MEv2InstrInfo::reverseBranchCondition(SmallVectorImpl<MachineOperand>& cond) const {
  const auto opposite_form = [](int64_t form) -> int64_t {
    switch (form) {
    case MEv2::CgBrSet: return MEv2::CgBrClear;
    case MEv2::CgBrClear: return MEv2::CgBrSet;
    case MEv2::CgBrByteEq: return MEv2::CgBrByteNe;
    case MEv2::CgBrByteNe: return MEv2::CgBrByteEq;
    case MEv2::CgBrHalfEq: return MEv2::CgBrHalfNe;
    case MEv2::CgBrHalfNe: return MEv2::CgBrHalfEq;
    case MEv2::CgBrSignal: return MEv2::CgBrNotSignal;
    case MEv2::CgBrNotSignal: return MEv2::CgBrSignal;
    case MEv2::CgBrState: return MEv2::CgBrNotState;
    case MEv2::CgBrNotState: return MEv2::CgBrState;
    default: return 0; // compares and tests: the condition is their first operand
    }
  };
  if (const int64_t form = opposite_form(cond[0].getImm()))
    cond[0].setImm(form);
  else
    cond[1].setImm(
        static_cast<int>(mecc::codegen::opposite(static_cast<Condition>(cond[1].getImm()))));
  return false;
}

} // namespace llvm
