// Local memory through LM_ADDR_1: an access is "point, then use *l$index1[k]", and pointing costs
// an instruction and the three behind it. So the pointer is set where its value changes only:
// accesses by the same address (the same virtual register, in SSA form, or the same constant) share
// it, along the flow too, and a loop that uses one address sets it in front.
//
// The pointer belongs to the context, so swaps leave it alone; calls and far frame slots do not.
#include "mecc/codegen/subtarget.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"

#include <map>

using namespace llvm;

namespace mecc::codegen {
namespace {

namespace Name = MEv2::OpName;

class LmPointers final : public MachineFunctionPass {
public:
  static char id;
  LmPointers() : MachineFunctionPass(id) {}
  StringRef getPassName() const override { return "MEv2 local-memory pointers"; }

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.addRequired<MachineLoopInfoWrapperPass>();
    needs.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    mf_ = &mf;
    tii_ = mf.getSubtarget().getInstrInfo();
    if (settings(mf).far_frames) return false; // spills may come between pointing and access
    constants_.clear();
    for (MachineLoop* loop : getAnalysis<MachineLoopInfoWrapperPass>().getLI())
      hoist(*loop);
    solve();
    for (MachineBasicBlock& block : mf)
      rewrite(block);
    return true;
  }

private:
  // What LM_ADDR_1 holds: nothing known, or the value of a register.
  using State = Register;

  static bool accesses(const MachineInstr& mi) {
    return mi.getOpcode() == MEv2::CgLmLoad || mi.getOpcode() == MEv2::CgLmStore;
  }
  static const MachineOperand& address(const MachineInstr& mi) {
    const int n = MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()), Name::left);
    return mi.getOperand(static_cast<unsigned>(n));
  }
  static bool is_constant(const MachineInstr* def) {
    return def && def->getOpcode() == MEv2::CgImm;
  }
  // The register that stands for all registers of that value.
  State value_of(Register r) {
    const MachineInstr* def = r.isVirtual() ? mf_->getRegInfo().getUniqueVRegDef(r) : nullptr;
    return is_constant(def) ? constants_.try_emplace(def->getOperand(1).getImm(), r).first->second
                            : r;
  }
  State after(const MachineInstr& mi, State before) {
    if (accesses(mi) || mi.getOpcode() == MEv2::CgLmPoint) return value_of(address(mi).getReg());
    return mi.isCall() ? State() : before;
  }

  void point(MachineBasicBlock& block, MachineBasicBlock::iterator at, const DebugLoc& where,
             Register to) {
    BuildMI(block, at, where, tii_->get(MEv2::CgLmPoint)).addReg(to);
  }

  // The one address that all accesses of a loop use and that is known in front of it.
  Register only_address(const MachineLoop& loop, DebugLoc& where) {
    Register only;
    for (const MachineBasicBlock* block : loop.blocks())
      for (const MachineInstr& mi : *block) {
        if (mi.isCall()) return Register();
        if (!accesses(mi)) continue;
        const Register r = address(mi).getReg();
        if (only && value_of(r) != value_of(only)) return Register();
        only = r;
        where = mi.getDebugLoc();
      }
    if (!only || !only.isVirtual()) return Register();
    const MachineInstr* def = mf_->getRegInfo().getUniqueVRegDef(only);
    if (is_constant(def)) return constant_before(loop, *def);
    return def && !loop.contains(def->getParent()) ? only : Register();
  }

  Register constant_before(const MachineLoop& loop, const MachineInstr& def) {
    MachineBasicBlock* const front = loop.getLoopPreheader();
    if (!front) return Register();
    const Register fresh = mf_->getRegInfo().createVirtualRegister(&MEv2::GPRRegClass);
    BuildMI(*front, front->getFirstTerminator(), def.getDebugLoc(), tii_->get(MEv2::CgImm), fresh)
        .addImm(def.getOperand(1).getImm());
    return fresh;
  }

  void hoist(MachineLoop& loop) {
    DebugLoc where;
    MachineBasicBlock* const front = loop.getLoopPreheader();
    const Register only = front ? only_address(loop, where) : Register();
    if (only) return point(*front, front->getFirstTerminator(), where, only);
    for (MachineLoop* inner : loop)
      hoist(*inner);
  }

  // Forward: known where all ways into a block agree.
  void solve() {
    entry_.clear();
    std::map<const MachineBasicBlock*, State> exit; // without those no way leads to yet
    for (bool changed = true; changed;) {
      changed = false;
      for (const MachineBasicBlock& block : *mf_) {
        std::optional<State> in;
        if (block.pred_empty()) in = State();
        for (const MachineBasicBlock* before : block.predecessors())
          if (const auto out = exit.find(before); out != exit.end())
            in = !in || *in == out->second ? out->second : State();
        if (!in) continue;
        State s = entry_[&block] = *in;
        for (const MachineInstr& mi : block)
          s = after(mi, s);
        const auto [out, fresh] = exit.try_emplace(&block, s);
        changed |= fresh || out->second != s;
        out->second = s;
      }
    }
  }

  void rewrite(MachineBasicBlock& block) {
    State s = entry_[&block];
    for (MachineInstr& mi : make_early_inc_range(block)) {
      const State next = after(mi, s);
      const bool again = s && next == s;
      if (accesses(mi)) {
        if (!again) point(block, mi, mi.getDebugLoc(), address(mi).getReg());
        replace(mi);
      } else if (mi.getOpcode() == MEv2::CgLmPoint && again) {
        mi.eraseFromParent();
      }
      s = next;
    }
  }

  void replace(MachineInstr& mi) {
    const bool load = mi.getOpcode() == MEv2::CgLmLoad;
    const unsigned offset = static_cast<unsigned>(mi.getOperand(2).getImm());
    const Register word = MEv2::Lm1_0 + offset;
    MachineBasicBlock& block = *mi.getParent();
    if (load)
      BuildMI(block, mi, mi.getDebugLoc(), tii_->get(MEv2::CgMov), mi.getOperand(0).getReg())
          .addReg(word);
    else
      BuildMI(block, mi, mi.getDebugLoc(), tii_->get(MEv2::CgMov), word).add(mi.getOperand(0));
    const Register pointer = address(mi).getReg();
    mi.eraseFromParent();
    MachineInstr* def = pointer.isVirtual() ? mf_->getRegInfo().getUniqueVRegDef(pointer) : nullptr;
    if (!is_constant(def) || !mf_->getRegInfo().use_nodbg_empty(pointer)) return;
    mf_->getRegInfo().markUsesInDebugValueAsUndef(pointer);
    def->eraseFromParent();
  }

  MachineFunction* mf_ = nullptr;
  const TargetInstrInfo* tii_ = nullptr;
  std::map<const MachineBasicBlock*, State> entry_;
  std::map<int64_t, Register> constants_; // the first register of each constant
};
char LmPointers::id;

} // namespace

FunctionPass* create_lm_pointers() {
  return new LmPointers;
}

} // namespace mecc::codegen
