// Registers of objects as operands: what a move brought from one is read where it is wanted, and
// what a move puts into one is computed there.
//
// A read moves down to its uses, a write moves up to the computation. Both stay in their block and
// pass nothing that touches the register: commands and waits say by implicit operands what they
// read and write. Registers that others may touch at any time (shared GPRs, next-neighbour
// registers, what only other microengines write) pass no unit form at all, and are read once.
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

namespace mecc::codegen {

namespace Name = MEv2::OpName;

namespace {

// Registers that share one read port: two of them cannot be sources of one word.
unsigned port(Register r) {
  if (!r.isPhysical()) return 0;
  if (MEv2::SInXferRegClass.contains(r) || MEv2::DInXferRegClass.contains(r)) return 1;
  if (MEv2::NnInRegRegClass.contains(r)) return 2;
  return 0; // GPRs, absolute ones too: banks.cc sees to that
}

bool is_gpr(Register r) {
  return MEv2::GPRRegClass.contains(r);
}

class Folder {
public:
  Folder(MachineFunction& mf, const BitVector& asynchronous)
      : mf_(mf), asynchronous_(asynchronous), mri_(mf.getRegInfo()),
        tii_(*mf.getSubtarget().getInstrInfo()), tri_(*mf.getSubtarget().getRegisterInfo()) {}

  void run() {
    for (MachineBasicBlock& mbb : mf_)
      for (MachineInstr& mi : make_early_inc_range(mbb))
        if (mi.getOpcode() == MEv2::CgMov && mi.getOperand(0).getReg().isVirtual() &&
            mi.getOperand(1).getReg().isPhysical() && !is_gpr(mi.getOperand(1).getReg()))
          fold_read(mi);
    for (MachineBasicBlock& mbb : mf_)
      for (MachineInstr& mi : make_early_inc_range(mbb))
        if (mi.getOpcode() == MEv2::CgMov && mi.getOperand(0).getReg().isPhysical() &&
            mi.getOperand(1).getReg().isVirtual())
          fold_write(mi);
  }

private:
  bool shared(Register r) const {
    return MEv2::AbsGPRARegClass.contains(r) || MEv2::AbsGPRBRegClass.contains(r);
  }
  bool volatile_register(Register r) const { return shared(r) || asynchronous_.test(r); }

  // May an access to `r` not move over this?
  bool blocks(const MachineInstr& mi, Register r, bool write) const {
    if (mi.isCall() || mi.modifiesRegister(r, &tri_)) return true;
    if (write && mi.readsRegister(r, &tri_)) return true;
    return volatile_register(r) && mi.hasUnmodeledSideEffects();
  }
  // ... from `first` to `last` of one block, both excluded.
  bool blocked(const MachineInstr& first, const MachineInstr& last, Register r, bool write) const {
    for (auto i = std::next(first.getIterator()); &*i != &last; ++i)
      if (blocks(*i, r, write)) return true;
    return false;
  }
  static bool before(const MachineInstr& a, const MachineInstr& b) {
    for (auto i = std::next(a.getIterator()); i != a.getParent()->end(); ++i)
      if (&*i == &b) return true;
    return false;
  }
  bool allows(const MachineInstr& mi, unsigned n, Register r) const {
    const TargetRegisterClass* rc = tii_.getRegClass(mi.getDesc(), n, &tri_, mf_);
    return rc && rc->contains(r);
  }

  // ---- reads

  // The other source of the word that reads operand n.
  static const MachineOperand* partner(const MachineInstr& mi, unsigned n) {
    static constexpr std::pair<unsigned, unsigned> kPairs[] = {{Name::left, Name::right},
                                                               {Name::left2, Name::right2}};
    const auto index = [&](unsigned name) {
      return MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()),
                                      static_cast<uint16_t>(name));
    };
    for (const auto& [a, b] : kPairs) {
      const int l = index(a), r = index(b);
      if (l < 0 || r < 0) continue;
      if (static_cast<unsigned>(l) == n) return &mi.getOperand(static_cast<unsigned>(r));
      if (static_cast<unsigned>(r) == n) return &mi.getOperand(static_cast<unsigned>(l));
    }
    return nullptr;
  }

  bool can_read(const MachineInstr& move, const MachineOperand& use, Register from) const {
    const MachineInstr& mi = *use.getParent();
    if (mi.getParent() != move.getParent() || !before(move, mi)) return false;
    if (mi.isCopy()) return !blocked(move, mi, from, false);
    const unsigned n = use.getOperandNo();
    if (mi.isPHI() || mi.isInlineAsm() || !allows(mi, n, from)) return false;
    for (const MachineOperand& o : mi.uses())
      if (&o != &use && o.isReg() && o.getReg() == use.getReg()) return false;
    const MachineOperand* other = partner(mi, n);
    if (other && other->isReg() && port(from) && port(other->getReg()) == port(from)) return false;
    return !blocked(move, mi, from, false);
  }

  void fold_read(MachineInstr& move) {
    const Register v = move.getOperand(0).getReg(), from = move.getOperand(1).getReg();
    SmallVector<MachineOperand*, 4> uses;
    for (MachineOperand& use : mri_.use_nodbg_operands(v)) {
      if (!can_read(move, use, from)) return;
      uses.push_back(&use);
    }
    if (uses.size() > 1 && volatile_register(from)) return;
    for (MachineOperand* use : uses) {
      MachineInstr& mi = *use->getParent();
      if (mi.isCopy()) mi.setDesc(tii_.get(MEv2::CgMov));
      use->setReg(from);
      use->setIsKill(false);
    }
    if (uses.empty() && volatile_register(from)) return;
    mri_.markUsesInDebugValueAsUndef(v);
    move.eraseFromParent();
  }

  // ---- writes

  // Forms that write their result once, at the end, and do not read it back.
  bool can_write(const MachineInstr& mi, unsigned n, Register to) const {
    switch (mi.getOpcode()) {
    case MEv2::CgMulHi:
    case MEv2::CgSlotAddress: return false;
    case MEv2::CgImm: return one_word(mi);
    default: break;
    }
    return !mi.isCopy() && !mi.isPHI() && !mi.isInlineAsm() && !mi.isRegTiedToUseOperand(n) &&
           allows(mi, n, to);
  }
  static bool one_word(const MachineInstr& immediate) {
    mev2::Instruction probe;
    return mev2::fit_immed(static_cast<uint32_t>(immediate.getOperand(1).getImm()), probe);
  }

  void fold_write(MachineInstr& move) {
    const Register to = move.getOperand(0).getReg(), v = move.getOperand(1).getReg();
    if (is_gpr(to)) return;
    MachineInstr* source = mri_.getUniqueVRegDef(v);
    if (!source) return;
    if (source->getOpcode() == MEv2::CgImm && one_word(*source)) {
      BuildMI(*move.getParent(), move, move.getDebugLoc(), tii_.get(MEv2::CgImm), to)
          .addImm(source->getOperand(1).getImm());
      move.eraseFromParent();
      if (mri_.use_nodbg_empty(v)) erase(*source, v);
      return;
    }
    if (!mri_.hasOneNonDBGUse(v) || source->getParent() != move.getParent()) return;
    const int n = source->findRegisterDefOperandIdx(v, &tri_);
    if (n < 0 || !can_write(*source, static_cast<unsigned>(n), to) ||
        blocked(*source, move, to, true))
      return;
    // A unit form that itself touches the register keeps its result to itself.
    if (source->modifiesRegister(to, &tri_)) return;
    mri_.markUsesInDebugValueAsUndef(v);
    source->getOperand(static_cast<unsigned>(n)).setReg(to);
    move.eraseFromParent();
  }

  void erase(MachineInstr& mi, Register v) {
    mri_.markUsesInDebugValueAsUndef(v);
    mi.eraseFromParent();
  }

  MachineFunction& mf_;
  const BitVector& asynchronous_;
  MachineRegisterInfo& mri_;
  const TargetInstrInfo& tii_;
  const TargetRegisterInfo& tri_;
};

} // namespace

void fold_objects(MachineFunction& mf, const BitVector& asynchronous) {
  Folder(mf, asynchronous).run();
}

} // namespace mecc::codegen
