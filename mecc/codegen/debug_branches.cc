// LLVM's branch folding moves the instructions with which both successors of a block begin into the
// block. Debug instructions of one successor move with them; the other successor loses its own. Two
// passes, before and after, return them to their block: a print of a branch would appear on both
// paths, and a variable would keep an old value. If no block is left, they end.
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
// The only predecessor of a block.
struct Above {
  unsigned block;
  bool is_branch;
};
// The function before branch folding.
struct Before {
  std::vector<Copy> copies;        // of debug instructions, by number - 1
  std::map<unsigned, Above> above; // by block
};

// Numbers blocks and debug instructions.
class DebugBranchesBefore final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugBranchesBefore(std::shared_ptr<Before> before)
      : MachineFunctionPass(ID), before_(std::move(before)) {}
  StringRef getPassName() const override { return "MEv2 debug instructions of branches"; }

  bool runOnMachineFunction(MachineFunction& mf) override {
    *before_ = {};
    unsigned block = 0;
    for (MachineBasicBlock& mbb : mf) {
      mbb.setBBID({++block, 0});
      for (MachineInstr& mi : mbb)
        if (mi.isDebugInstr()) {
          before_->copies.push_back({mf.CloneMachineInstr(&mi), block});
          mi.setDebugInstrNum(static_cast<unsigned>(before_->copies.size()));
        }
    }
    for (MachineBasicBlock& mbb : mf)
      if (mbb.pred_size() == 1) {
        const MachineBasicBlock& above = **mbb.pred_begin();
        before_->above[mbb.getBBID()->BaseID] = {above.getBBID()->BaseID, above.succ_size() > 1};
      }
    return true;
  }

private:
  std::shared_ptr<Before> before_;
};
char DebugBranchesBefore::ID;

class DebugBranchesAfter final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugBranchesAfter(std::shared_ptr<Before> before)
      : MachineFunctionPass(ID), before_(std::move(before)) {}
  StringRef getPassName() const override { return "MEv2 return debug instructions to branches"; }

  bool runOnMachineFunction(MachineFunction& mf) override {
    std::map<unsigned, MachineBasicBlock*> blocks; // those that are left
    for (MachineBasicBlock& mbb : mf)
      if (mbb.getBBID()) blocks[mbb.getBBID()->BaseID] = &mbb;
    std::vector<MachineInstr*> found(before_->copies.size());
    for (MachineBasicBlock& mbb : mf)
      for (MachineInstr& mi : mbb)
        if (const unsigned number = mi.peekDebugInstrNum()) {
          found[number - 1] = &mi;
          mi.dropDebugNumber();
        }
    for (size_t n = before_->copies.size(); n-- > 0;) { // the last first: each goes to the begin
      const Copy& copy = before_->copies[n];
      const auto home = blocks.find(copy.block);
      if (home == blocks.end()) {
        if (found[n] && is_left_above(*found[n], copy.block)) drop(*found[n]);
        continue;
      }
      if (!is_branch(*home->second)) continue;
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

  // True if the instruction is in a branch above its block, which is gone: all paths reach it.
  bool is_left_above(const MachineInstr& mi, unsigned block) const {
    const auto now = mi.getParent()->getBBID();
    bool branch = false;
    for (size_t n = 0; now && n < before_->above.size(); ++n) {
      const auto above = before_->above.find(block);
      if (above == before_->above.end()) return false;
      branch |= above->second.is_branch;
      block = above->second.block;
      if (block == now->BaseID) return branch;
    }
    return false;
  }
  static void drop(MachineInstr& mi) {
    if (mi.isDebugValue())
      mi.setDebugValueUndef();
    else
      mi.eraseFromParent();
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

  std::shared_ptr<Before> before_;
};
char DebugBranchesAfter::ID;

} // namespace

std::pair<FunctionPass*, FunctionPass*> create_debug_branches() {
  const auto before = std::make_shared<Before>();
  return {new DebugBranchesBefore(before), new DebugBranchesAfter(before)};
}

} // namespace mecc::codegen
