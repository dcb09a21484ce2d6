// LLVM merges blocks that end with the same instructions: one of the blocks keeps them, or a block
// split from it, and the others jump there. The debug instructions between them belong to the one
// block only: a print would appear on the paths of the others, too. Two passes, before and after,
// move points to the part of their block before the tail, and end other debug values.
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

using namespace llvm;

namespace mecc::codegen {

// Blocks before the merge, by number.
struct BlocksBefore {
  std::map<const MachineInstr*, int> block_of;
  std::map<unsigned, int> by_id; // of debug_branches.cc; blocks that were split off have none
  std::map<int, std::set<int>> targets; // successors, also behind passages
};

namespace {

bool is_code(const MachineInstr& mi) {
  return !mi.isDebugInstr() && !mi.isTerminator();
}
bool has_code(const MachineBasicBlock& mbb) {
  return any_of(mbb, is_code);
}
// A block without code that a merge may remove, or append to the block before it.
bool is_passage(const MachineBasicBlock& from, const MachineBasicBlock& mbb) {
  return !has_code(mbb) && (from.succ_size() == 1 || mbb.succ_size() == 1);
}

class DebugTailsBefore final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugTailsBefore(std::shared_ptr<BlocksBefore> blocks)
      : MachineFunctionPass(ID), blocks_(std::move(blocks)) {}
  StringRef getPassName() const override { return "MEv2 blocks before the merge of tails"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    *blocks_ = {};
    for (const MachineBasicBlock& mbb : mf) {
      for (const MachineInstr& mi : mbb)
        if (is_code(mi)) blocks_->block_of[&mi] = mbb.getNumber();
      if (mbb.getBBID()) blocks_->by_id[mbb.getBBID()->BaseID] = mbb.getNumber();
      add_targets(mbb, blocks_->targets[mbb.getNumber()]);
    }
    return false;
  }

private:
  static void add_targets(const MachineBasicBlock& mbb, std::set<int>& targets) {
    for (const MachineBasicBlock* next : mbb.successors())
      if (targets.insert(next->getNumber()).second && is_passage(mbb, *next))
        add_targets(*next, targets);
  }

  std::shared_ptr<BlocksBefore> blocks_;
};
char DebugTailsBefore::ID;

class DebugTailsAfter final : public MachineFunctionPass {
public:
  static char ID;
  explicit DebugTailsAfter(std::shared_ptr<BlocksBefore> blocks)
      : MachineFunctionPass(ID), blocks_(std::move(blocks)) {}
  StringRef getPassName() const override { return "MEv2 debug instructions of merged tails"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    for (MachineBasicBlock& mbb : mf) {
      const Origin block = origin(first_code(mbb));
      if (!block) continue;
      MachineBasicBlock* head = nullptr; // of the block that was split
      if (is_shared(mbb, *block, head)) separate(mbb, head);
    }
    return true;
  }

private:
  using Origin = std::optional<int>; // empty: not known
  Origin origin(const MachineInstr* mi) const {
    const auto found = blocks_->block_of.find(mi);
    return found == blocks_->block_of.end() ? Origin() : found->second;
  }
  static const MachineInstr* first_code(const MachineBasicBlock& mbb) {
    const auto found = find_if(mbb, is_code);
    return found == mbb.end() ? nullptr : &*found;
  }

  bool led(const MachineBasicBlock& from, int to) const {
    const auto id =
        from.getBBID() ? blocks_->by_id.find(from.getBBID()->BaseID) : blocks_->by_id.end();
    return id != blocks_->by_id.end() && blocks_->targets[id->second].count(to);
  }

  // True if a block that did not lead to `block` before leads to it now, or to both of its parts.
  bool is_shared(MachineBasicBlock& mbb, int block, MachineBasicBlock*& head) const {
    bool shared = false;
    std::vector<MachineBasicBlock*> work(mbb.pred_begin(), mbb.pred_end());
    std::set<const MachineBasicBlock*> seen;
    while (!work.empty()) {
      MachineBasicBlock* before = work.back();
      work.pop_back();
      if (!seen.insert(before).second) continue;
      bool leads = led(*before, block), own = false;
      // The block may have received a tail of another one.
      for (const MachineInstr& mi : make_filter_range(*before, is_code)) {
        const Origin from = origin(&mi);
        leads |= !from || blocks_->targets[*from].count(block);
        own |= from == block;
      }
      if (!has_code(*before) && before->succ_size() == 1)
        work.insert(work.end(), before->pred_begin(), before->pred_end());
      else if (own && !leads)
        head = before;
      else
        shared |= !leads;
    }
    return shared || (head && any_of(seen, [&](const MachineBasicBlock* before) {
                        return before->isSuccessor(head);
                      }));
  }

  static bool is_point(const MachineInstr& mi) {
    return mi.isDebugLabel()
               ? mi.getDebugLabel()->getName().starts_with("ixp_debug.")
               : mi.isDebugValue() && mi.getDebugVariable()->getName().starts_with("ixp_debug.");
  }
  static void separate(MachineBasicBlock& mbb, MachineBasicBlock* head) {
    const bool has_head = head && head->succ_size() == 1;
    for (MachineInstr& mi : make_early_inc_range(mbb)) {
      if (mi.isDebugValue() && any_of(mi.debug_operands(), [&](const MachineOperand& o) {
            return !o.isImm() || !is_point(mi);
          }))
        mi.setDebugValueUndef();
      if (!is_point(mi)) continue;
      if (has_head)
        head->splice(head->getFirstTerminator(), &mbb, mi);
      else if (mi.isDebugLabel())
        mi.eraseFromParent();
    }
  }

  std::shared_ptr<BlocksBefore> blocks_;
};
char DebugTailsAfter::ID;

} // namespace

std::pair<FunctionPass*, FunctionPass*> create_debug_tails() {
  const auto blocks = std::make_shared<BlocksBefore>();
  return {new DebugTailsBefore(blocks), new DebugTailsAfter(blocks)};
}

} // namespace mecc::codegen
