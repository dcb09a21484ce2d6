// Uses register objects directly as operands, instead of moving their values through GPRs.
//
// A read moves down to its uses, a write moves up to the computation in its block. The only use of
// a read moves up itself if a write of the register precedes it: "x = *p; *p = 0; y -= x". None
// passes an instruction that touches the register; implicit operands list the registers that
// commands and waits access, and register masks of swaps those that other contexts change.
// Registers that may change at any time (next-neighbour registers, registers written only by other
// microengines) stay in their block, pass no unit form at all, and are read once.
#include "mecc/codegen/global_registers.h"
#include "mecc/codegen/lm_registers.h"
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

namespace mecc::codegen {

namespace Name = MEv2::OpName;

namespace {

constexpr unsigned kWordBytes = 5;

// Read port of a register. Two registers on one port cannot be sources of one word.
unsigned port(Register r) {
  if (!r.isPhysical()) return 0;
  if (MEv2::SInXferRegClass.contains(r) || MEv2::DInXferRegClass.contains(r)) return 1;
  if (MEv2::NnInRegRegClass.contains(r)) return 2;
  if (is_local_memory(r)) return 3;
  return 0; // GPRs, absolute ones too: handled in banks.cc
}

class Folder {
public:
  Folder(MachineFunction& mf, const BitVector& asynchronous)
      : mf_(mf), asynchronous_(asynchronous), mri_(mf.getRegInfo()),
        tii_(*mf.getSubtarget().getInstrInfo()), tri_(*mf.getSubtarget().getRegisterInfo()),
        statics_(global_registers(*mf.getFunction().getParent(), settings(mf).mode).given_up) {}

  void run() {
    for (MachineBasicBlock& mbb : mf_)
      for (MachineInstr& mi : make_early_inc_range(mbb))
        if (mi.getOpcode() == MEv2::CgMov && mi.getOperand(0).getReg().isVirtual() &&
            mi.getOperand(1).getReg().isPhysical() && is_object(mi.getOperand(1).getReg()))
          fold_read(mi);
    for (MachineBasicBlock& mbb : mf_)
      for (MachineInstr& mi : make_early_inc_range(mbb))
        if (mi.getOpcode() == MEv2::CgMov && mi.getOperand(0).getReg().isPhysical() &&
            mi.getOperand(1).getReg().isVirtual())
          fold_write(mi);
  }

private:
  // GPRs pass arguments, unless a variable of the program has them.
  bool is_object(Register r) const { return !MEv2::GPRRegClass.contains(r) || is_static(r); }
  bool is_static(Register r) const { return is_contained(statics_, r); }
  bool volatile_register(Register r) const { return asynchronous_.test(r); }

  // True if an access to `r` must not move over this instruction.
  bool blocks(const MachineInstr& mi, Register r, bool write) const {
    if (mi.isCall() || mi.isInlineAsm() || mi.modifiesRegister(r, &tri_)) return true;
    if ((write || is_stepping(r)) && mi.readsRegister(r, &tri_)) return true;
    // Slots may share words.
    return (volatile_register(r) || is_local_memory(r)) && mi.hasUnmodeledSideEffects();
  }

  enum class Walk { Clear, Blocked, Open };
  // Walks backwards from `i` to the move, or to the beginning of the block (Open).
  Walk walk_up(const MachineBasicBlock& mbb, MachineBasicBlock::const_iterator i,
               const MachineInstr& move, Register r) const {
    while (i != mbb.begin()) {
      --i;
      if (&*i == &move) return Walk::Clear;
      if (&*i == passed_) continue;
      if (blocks(*i, r, false)) return Walk::Blocked;
    }
    return Walk::Open;
  }
  bool allows(const MachineInstr& mi, unsigned n, Register r) const {
    if (mi.getOpcode() == MEv2::CgSum) return n > 0 && MEv2::SrcRegClass.contains(r);
    const TargetRegisterClass* rc = tii_.getRegClass(mi.getDesc(), n, &tri_, mf_);
    return rc && rc->contains(r);
  }

  bool touches(const MachineInstr& mi, Register r) const {
    return mi.modifiesRegister(r, &tri_) || mi.readsRegister(r, &tri_);
  }

  // ---- reads

  // The other source of the word that reads operand n.
  static const MachineOperand* partner(const MachineInstr& mi, unsigned n) {
    static constexpr std::pair<unsigned, unsigned> kPairs[] = {{Name::left, Name::right},
                                                               {Name::left2, Name::right2}};
    if (mi.getOpcode() == MEv2::CgSum) // the first two terms; later terms are paired with the sum,
                                       // a GPR
      return n == 1 || n == 2 ? &mi.getOperand(3 - n) : nullptr;
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

  // True if the register still holds the value read by the move, on every path to the instruction.
  bool arrives(const MachineInstr& move, const MachineInstr& mi, Register r) const {
    Walk w = walk_up(*mi.getParent(), mi.getIterator(), move, r);
    if (w != Walk::Open) return w == Walk::Clear;
    if (volatile_register(r) || is_stepping(r)) return false;
    SmallVector<const MachineBasicBlock*, 8> work(mi.getParent()->predecessors());
    SmallPtrSet<const MachineBasicBlock*, 16> seen;
    while (!work.empty()) {
      const MachineBasicBlock* mbb = work.pop_back_val();
      if (!seen.insert(mbb).second) continue;
      w = walk_up(*mbb, mbb->end(), move, r);
      if (w == Walk::Blocked || (w == Walk::Open && mbb->pred_empty())) return false;
      if (w == Walk::Open) work.append(mbb->pred_begin(), mbb->pred_end());
    }
    return true;
  }

  bool can_read(const MachineInstr& move, const MachineOperand& use, Register from) const {
    const MachineInstr& mi = *use.getParent();
    if (mi.isPHI() || mi.isInlineAsm()) return false;
    if (is_stepping(from) && (!reads_once(mi) || touches(mi, from))) return false;
    if (!mi.isCopy()) {
      const unsigned n = use.getOperandNo();
      if (use.isTied() || !allows(mi, n, from)) return false;
      const MachineOperand* other = partner(mi, n);
      if (other && other->isReg() && port(from) && port(other->getReg()) == port(from))
        return false;
    }
    return arrives(move, mi, from);
  }

  static bool is_word(const MachineInstr& mi) {
    return mi.isCopy() || mi.getDesc().getSize() == kWordBytes;
  }
  // True if it reads each operand in one word only.
  static bool reads_once(const MachineInstr& mi) {
    switch (mi.getOpcode()) {
    case MEv2::CgSum:
    case MEv2::CgBrCcrr:
    case MEv2::CgBrCcri:
    case MEv2::CgBrCcir:
    case MEv2::CgBrTestrr:
    case MEv2::CgBrTestri: return true;
    default: return is_word(mi);
    }
  }

  // If the move has to stay, reading the register directly pays only when it removes a bank
  // constraint between two sources.
  static bool reads_another(const MachineOperand& use) {
    for (const MachineOperand& o : use.getParent()->explicit_uses())
      if (&o != &use && o.isReg()) return true;
    return false;
  }

  void fold_read(MachineInstr& move) {
    const Register v = move.getOperand(0).getReg(), from = move.getOperand(1).getReg();
    raise_use(move, v, from);
    if ((volatile_register(from) || is_stepping(from)) && !mri_.hasOneNonDBGUse(v)) return;
    SmallVector<MachineOperand*, 4> uses;
    bool all = true;
    for (MachineOperand& use : mri_.use_nodbg_operands(v))
      if (can_read(move, use, from))
        uses.push_back(&use);
      else
        all = false;
    for (MachineOperand* use : uses) {
      if (!all && !reads_another(*use)) continue;
      if (!can_read(move, *use, from)) continue; // its partner has been folded meanwhile
      MachineInstr& mi = *use->getParent();
      read_register(*use, from);
      if (is_stepping(from)) move_pointer(mi, pointer_of(from));
    }
    if (!mri_.use_nodbg_empty(v)) return;
    if (!volatile_register(from) && !is_stepping(from)) show_debuggers(move, v, from);
    erase(move, v);
  }

  // Moves the only use above the instruction that would keep it from reading the register.
  void raise_use(MachineInstr& move, Register v, Register from) {
    if (settings(mf_).source_order || !mri_.hasOneNonDBGUse(v)) return;
    MachineInstr& use = *mri_.use_instr_nodbg_begin(v);
    if (use.getParent() != move.getParent() || use.isPHI() || use.isCopy() || !is_word(use) ||
        use.isTerminator() || use.mayLoadOrStore() || use.hasUnmodeledSideEffects() ||
        any_of(use.operands(),
               [](const MachineOperand& o) { return o.isReg() && o.getReg().isPhysical(); }))
      return;
    MachineBasicBlock::iterator to = std::next(MachineBasicBlock::iterator(move));
    while (&*to != &use && !blocks(*to, from, false))
      ++to;
    for (const MachineOperand& o : use.explicit_uses()) {
      if (!o.isReg() || o.getReg() == v) continue;
      const MachineInstr* other = mri_.getUniqueVRegDef(o.getReg());
      if (other && other->getOpcode() == MEv2::CgMov &&
          port(other->getOperand(1).getReg()) == port(from))
        return; // it can read one of them only
      for (auto i = to; &*i != &use; ++i)
        if (i->definesRegister(o.getReg(), &tri_)) return;
    }
    if (&*to != &use) use.getParent()->splice(to, use.getParent(), use.getIterator());
  }

  void read_register(MachineOperand& use, Register from) {
    if (use.getParent()->isCopy()) use.getParent()->setDesc(tii_.get(MEv2::CgMov));
    use.setReg(from);
    use.setIsKill(false);
  }

  // Renames debug operands of the value wherever the register still holds it.
  void show_debuggers(const MachineInstr& move, Register v, Register from) {
    SmallVector<MachineOperand*, 4> shown;
    for (MachineOperand& use : mri_.use_operands(v))
      if (use.isDebug() && arrives(move, *use.getParent(), from)) shown.push_back(&use);
    for (MachineOperand* use : shown)
      use->setReg(from);
  }

  // ---- writes

  // True if the form writes its result once, at the end, and does not read it back.
  bool can_write(const MachineInstr& mi, unsigned n, Register to) const {
    switch (mi.getOpcode()) {
    case MEv2::CgMulHi:
    case MEv2::CgSlotAddress:
    case MEv2::CgImm: return false; // of two words
    default: break;
    }
    if (is_stepping(to) && !is_word(mi)) return false;
    return !mi.isCopy() && !mi.isPHI() && !mi.isInlineAsm() && !mi.isRegTiedToUseOperand(n) &&
           allows(mi, n, to);
  }
  static bool one_word(const MachineInstr& immediate) {
    mev2::Instruction probe;
    return mev2::fit_immed(static_cast<uint32_t>(immediate.getOperand(1).getImm()), probe);
  }

  // True if every other use of the value can read the register, once `source` has written it there.
  bool all_read(const MachineInstr& source, Register v, Register to) const {
    return all_of(mri_.use_nodbg_operands(v), [&](const MachineOperand& use) {
      return use.getParent() == passed_ || can_read(source, use, to);
    });
  }

  void fold_write(MachineInstr& move) {
    const Register to = move.getOperand(0).getReg(), v = move.getOperand(1).getReg();
    if (!is_object(to)) return;
    MachineInstr* source = mri_.getUniqueVRegDef(v);
    if (!source) return;
    if (source->getOpcode() == MEv2::CgImm && one_word(*source)) {
      MachineInstrBuilder put =
          BuildMI(*move.getParent(), move, move.getDebugLoc(), tii_.get(MEv2::CgImm), to)
              .addImm(source->getOperand(1).getImm());
      // The operand keeps LLVM from omitting a repeated store: a frame slot may be the longword.
      if (is_local_memory(to)) put.addReg(to, RegState::Implicit);
      if (is_stepping(to)) move_pointer(*put, pointer_of(to));
      move.eraseFromParent();
      if (mri_.use_nodbg_empty(v)) erase(*source, v);
      return;
    }
    if (source->getParent() != move.getParent()) return;
    passed_ = &move;
    const bool only = mri_.hasOneNonDBGUse(v),
               kept = only || (is_static(to) && all_read(*source, v, to));
    passed_ = nullptr;
    if (!kept) return;
    const int n = source->findRegisterDefOperandIdx(v, &tri_);
    if (n < 0 || !can_write(*source, static_cast<unsigned>(n), to)) return;
    for (auto i = std::next(source->getIterator()); &*i != &move; ++i)
      if (blocks(*i, to, true)) return;
    // A form that changes the register itself, or its pointer, keeps its result.
    if (is_local_memory(to) ? steps(*source, pointer_of(to)) : source->modifiesRegister(to, &tri_))
      return;
    mri_.markUsesInDebugValueAsUndef(v);
    source->getOperand(static_cast<unsigned>(n)).setReg(to);
    for (MachineOperand& use : make_early_inc_range(mri_.use_nodbg_operands(v)))
      if (use.getParent() != &move) read_register(use, to);
    if (is_stepping(to)) move_pointer(*source, pointer_of(to));
    move.eraseFromParent();
  }

  static bool steps(const MachineInstr& mi, unsigned pointer) {
    return any_of(mi.operands(), [&](const MachineOperand& o) {
      return o.isReg() && is_stepping(o.getReg()) && pointer_of(o.getReg()) == pointer;
    });
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
  const std::vector<unsigned> statics_;  // GPRs that variables of the program have
  const MachineInstr* passed_ = nullptr; // a move that walk_up() disregards
};

} // namespace

void fold_objects(MachineFunction& mf, const BitVector& asynchronous) {
  Folder(mf, asynchronous).run();
}

} // namespace mecc::codegen
