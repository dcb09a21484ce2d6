// LLVM's allocation of registers loses track of debug values where it splits a live range more than
// once: the value of a variable seems to stay in a physical register that other values now share.
// Three passes find the values that each definition writes, and end debug values of others.
#include "mecc/codegen/target_machine.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

using namespace llvm;

namespace mecc::codegen {

// Values are virtual registers before allocation.
struct AllocatedValues {
  using Variable = std::pair<const DILocalVariable*, const DILocation*>; // inlined at
  static Variable variable(const MachineInstr& value) {
    return {value.getDebugVariable(), value.getDebugLoc()->getInlinedAt()};
  }

  std::map<Variable, std::set<unsigned>> variables;
  std::map<const MachineInstr*, std::map<unsigned, unsigned>> writes; // by physical register
  EquivalenceClasses<unsigned> copies; // values that copies joined in a physical register
};

namespace {

class DebugRegisterVariables final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugRegisterVariables(std::shared_ptr<AllocatedValues> values)
      : MachineFunctionPass(ID), values_(std::move(values)) {}
  StringRef getPassName() const override { return "MEv2 registers of variables"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    *values_ = {};
    for (const MachineBasicBlock& mbb : mf)
      for (const MachineInstr& mi : mbb) {
        if (!mi.isDebugValue()) continue;
        std::set<unsigned>& registers = values_->variables[AllocatedValues::variable(mi)];
        for (const MachineOperand& o : mi.debug_operands())
          if (o.isReg() && o.getReg().isVirtual()) registers.insert(o.getReg());
      }
    return false;
  }

private:
  std::shared_ptr<AllocatedValues> values_;
};
char DebugRegisterVariables::ID;

class DebugRegisterWrites final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugRegisterWrites(std::shared_ptr<AllocatedValues> values)
      : MachineFunctionPass(ID), values_(std::move(values)) {}
  StringRef getPassName() const override { return "MEv2 writes of allocated registers"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.addRequired<VirtRegMap>();
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    const VirtRegMap& map = getAnalysis<VirtRegMap>();
    for (const MachineBasicBlock& mbb : mf)
      for (const MachineInstr& mi : mbb) {
        for (const MachineOperand& o : mi.all_defs())
          if (o.getReg().isVirtual() && map.hasPhys(o.getReg()))
            values_->writes[&mi][map.getPhys(o.getReg())] = map.getOriginal(o.getReg());
        if (mi.isCopy()) join(mi.getOperand(0).getReg(), mi.getOperand(1).getReg(), map);
      }
    return false;
  }

private:
  // Rewriting removes a copy within one physical register.
  void join(Register to, Register from, const VirtRegMap& map) {
    if (to.isVirtual() && from.isVirtual() && map.hasPhys(to) && map.hasPhys(from) &&
        map.getPhys(to) == map.getPhys(from))
      values_->copies.unionSets(map.getOriginal(to), map.getOriginal(from));
  }

  std::shared_ptr<AllocatedValues> values_;
};
char DebugRegisterWrites::ID;

class DebugRegisters final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugRegisters(std::shared_ptr<AllocatedValues> values)
      : MachineFunctionPass(ID), values_(std::move(values)) {}
  StringRef getPassName() const override { return "MEv2 debug values of allocated registers"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    tri_ = mf.getSubtarget().getRegisterInfo();
    for (MachineBasicBlock& mbb : mf)
      for (MachineInstr& mi : mbb)
        if (mi.isDebugValue() && !is_right(mi)) mi.setDebugValueUndef();
    return true;
  }

private:
  bool is_right(const MachineInstr& value) const {
    return all_of(value.debug_operands(), [&](const MachineOperand& o) {
      return !o.isReg() || !o.getReg().isPhysical() || is_right(value, o.getReg());
    });
  }

  // True if the last writes on all paths to the debug value write a value of its variable.
  bool is_right(const MachineInstr& value, MCRegister r) const {
    const auto variable = AllocatedValues::variable(value);
    const MachineBasicBlock& home = *value.getParent();
    if (const MachineInstr* last = last_write({home.begin(), value.getIterator()}, r))
      return writes(*last, r, variable);
    std::vector<const MachineBasicBlock*> work(home.pred_begin(), home.pred_end());
    std::set<const MachineBasicBlock*> seen;
    while (!work.empty()) {
      const MachineBasicBlock* mbb = work.back();
      work.pop_back();
      if (!seen.insert(mbb).second) continue;
      if (const MachineInstr* last = last_write({mbb->begin(), mbb->end()}, r)) {
        if (!writes(*last, r, variable)) return false;
      } else {
        work.insert(work.end(), mbb->pred_begin(), mbb->pred_end());
      }
    }
    return true;
  }

  using Range = iterator_range<MachineBasicBlock::const_iterator>;
  const MachineInstr* last_write(Range range, MCRegister r) const {
    for (const MachineInstr& mi : reverse(range))
      if (mi.modifiesRegister(r, tri_)) return &mi;
    return nullptr;
  }

  // True, too, if no allocated register is written: an argument or a result of a call.
  bool writes(const MachineInstr& mi, MCRegister r, AllocatedValues::Variable variable) const {
    const auto all = values_->writes.find(&mi);
    if (all == values_->writes.end() || !all->second.count(r)) return true;
    const unsigned written = all->second.at(r);
    const auto registers = values_->variables.find(variable);
    return registers != values_->variables.end() && any_of(registers->second, [&](unsigned known) {
             return values_->copies.isEquivalent(known, written);
           });
  }

  std::shared_ptr<AllocatedValues> values_;
  const TargetRegisterInfo* tri_ = nullptr;
};
char DebugRegisters::ID;

} // namespace

DebugRegisterPasses create_debug_registers() {
  const auto values = std::make_shared<AllocatedValues>();
  return {new DebugRegisterVariables(values), new DebugRegisterWrites(values),
          new DebugRegisters(values)};
}

} // namespace mecc::codegen
