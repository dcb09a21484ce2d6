// LLVM's branch folding moves the instructions with which both successors of a block begin into the
// block. Debug instructions of one successor move with them; the other successor loses its own. Two
// passes, before and after, return them to their block: a print of a branch would appear on both
// paths, and a variable would keep an old value.
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <map>
#include <memory>
#include <vector>

using namespace llvm;

namespace mecc::codegen {
namespace {

struct Copy {
  MachineInstr* instruction;
  unsigned block; // its BBID
};
using Copies = std::vector<Copy>; // of debug instructions before branch folding, by number - 1

// Numbers blocks and debug instructions.
class DebugBranchesBefore final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugBranchesBefore(std::shared_ptr<Copies> copies)
      : MachineFunctionPass(ID), copies_(std::move(copies)) {}
  StringRef getPassName() const override { return "MEv2 debug instructions of branches"; }

  bool runOnMachineFunction(MachineFunction& mf) override {
    copies_->clear();
    unsigned block = 0;
    for (MachineBasicBlock& mbb : mf) {
      mbb.setBBID({++block, 0});
      for (MachineInstr& mi : mbb)
        if (mi.isDebugInstr()) {
          copies_->push_back({mf.CloneMachineInstr(&mi), block});
          mi.setDebugInstrNum(static_cast<unsigned>(copies_->size()));
        }
    }
    return true;
  }

private:
  std::shared_ptr<Copies> copies_;
};
char DebugBranchesBefore::ID;

class DebugBranchesAfter final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugBranchesAfter(std::shared_ptr<Copies> copies)
      : MachineFunctionPass(ID), copies_(std::move(copies)) {}
  StringRef getPassName() const override { return "MEv2 return debug instructions to branches"; }

  bool runOnMachineFunction(MachineFunction& mf) override {
    std::map<unsigned, MachineBasicBlock*> blocks; // those that are left
    for (MachineBasicBlock& mbb : mf)
      if (mbb.getBBID()) blocks[mbb.getBBID()->BaseID] = &mbb;
    std::vector<MachineInstr*> found(copies_->size());
    for (MachineBasicBlock& mbb : mf)
      for (MachineInstr& mi : mbb)
        if (const unsigned number = mi.peekDebugInstrNum()) {
          found[number - 1] = &mi;
          mi.dropDebugNumber();
        }
    for (size_t n = copies_->size(); n-- > 0;) { // the last first: each goes to the begin
      const Copy& copy = (*copies_)[n];
      const auto home = blocks.find(copy.block);
      if (home == blocks.end() || !is_branch(*home->second)) continue;
      if (!found[n])
        restore(*copy.instruction, *home->second);
      else if (is_hoisted(*found[n], *home->second))
        move(*found[n], *home->second);
    }
    return true;
  }

private:
  // Only a block with one predecessor loses instructions to it.
  static bool is_branch(const MachineBasicBlock& mbb) {
    return mbb.pred_size() == 1 && (*mbb.pred_begin())->succ_size() > 1;
  }
  // False: still at home, or in a block split from it.
  static bool is_hoisted(const MachineInstr& mi, const MachineBasicBlock& home) {
    const MachineBasicBlock* now = mi.getParent();
    return now != &home && (now->getBBID() || now == *home.pred_begin());
  }

  static void move(MachineInstr& mi, MachineBasicBlock& home) {
    MachineBasicBlock& from = *mi.getParent();
    if (mi.isDebugValue() && (&from != *home.pred_begin() || is_clobbered(mi))) end_registers(mi);
    home.splice(home.begin(), &from, mi);
  }
  static bool is_clobbered(const MachineInstr& value) {
    const TargetRegisterInfo* tri = value.getMF()->getSubtarget().getRegisterInfo();
    return any_of(make_range(std::next(value.getIterator()), value.getParent()->instr_end()),
                  [&](const MachineInstr& later) {
                    return any_of(value.debug_operands(), [&](const MachineOperand& o) {
                      return o.isReg() && o.getReg() && later.modifiesRegister(o.getReg(), tri);
                    });
                  });
  }
  static void end_registers(MachineInstr& value) {
    if (any_of(value.debug_operands(), [](const MachineOperand& o) { return !o.isImm(); }))
      value.setDebugValueUndef();
  }

  // The instruction may have been anywhere in the block: so constants are right for points only.
  static void restore(MachineInstr& copy, MachineBasicBlock& home) {
    if (copy.isDebugValue()) {
      if (!copy.getDebugVariable()->getName().starts_with("ixp_debug.")) copy.setDebugValueUndef();
      end_registers(copy);
    }
    home.insert(home.begin(), &copy);
  }

  std::shared_ptr<Copies> copies_;
};
char DebugBranchesAfter::ID;

} // namespace

std::pair<FunctionPass*, FunctionPass*> create_debug_branches() {
  const auto copies = std::make_shared<Copies>();
  return {new DebugBranchesBefore(copies), new DebugBranchesAfter(copies)};
}

} // namespace mecc::codegen
