// Repeats a block for each predecessor that brings a constant to an address in local memory, or an
// address at a constant distance from that of another predecessor. With one block for several
// constants, the address is computed, and each access waits for its pointer; in a block of its own
// it is a constant, which the offset of a pointer often reaches. Constants that are all starts of
// windows need pointers of their own anyway and stay in one block. A predecessor that brings 0 as
// half of a 64-bit value gets a copy, too.
#include "mecc/codegen/improve.h"
#include "mecc/codegen/lm_registers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

constexpr unsigned kMostCopied = 400; // instructions of a function
constexpr unsigned kLargestBlock = 16;
constexpr unsigned kLargestForHalves = 24;

class Copies {
public:
  Copies(Function& f, const LoopInfo& loops) : f_(f), loops_(loops) {}

  unsigned make() {
    const ReversePostOrderTraversal<Function*> order(&f_); // copies change the PHIs behind them
    for (BasicBlock* block : order)
      if (fits(*block)) copy(*block);
    return changed_;
  }

private:
  // Computing operations that give a constant for a constant.
  static bool keeps_constant(const Instruction& i) {
    const auto varies = [](const Value* v) { return !isa<Constant>(v); };
    return isa<BinaryOperator, CastInst, GetElementPtrInst>(i) &&
           count_if(i.operands(), varies) == 1;
  }

  // A value as root + constant; constants have no root.
  struct Place {
    const Value* root;
    APInt constant;
  };
  static Place place_of(const Value& v) {
    Value* x = nullptr;
    const APInt* c = nullptr;
    if (match(&v, m_APInt(c))) return {nullptr, *c};
    if (match(&v, m_AddLike(m_Value(x), m_APInt(c)))) return {x, *c};
    return {isa<Constant>(v) ? nullptr : &v, APInt::getZero(32)};
  }

  // True if another predecessor brings an address at a constant distance. Both are root OR
  // constant.
  static bool is_near(const PHINode& phi, const BasicBlock& way) {
    const Place p = place_of(*phi.getIncomingValueForBlock(&way));
    if (!p.root) return false;
    const unsigned zeros =
        computeKnownBits(p.root, way.getModule()->getDataLayout()).countMinTrailingZeros();
    return p.constant.getActiveBits() <= zeros &&
           any_of(phi.blocks(), [&](const BasicBlock* other) {
             const Place q = place_of(*phi.getIncomingValueForBlock(other));
             return q.root == p.root && q.constant.getActiveBits() <= zeros &&
                    q.constant.getZExtValue() != p.constant.getZExtValue();
           });
  }

  // True if all values are constant starts of windows of longwords, more than there are pointers.
  static bool starts_windows(const PHINode& phi) {
    return phi.getNumIncomingValues() > kPointers && phi.getType()->isIntegerTy() &&
           all_of(phi.incoming_values(), [](const Value* v) {
             const Place p = place_of(*v);
             return !p.root && p.constant.urem(kWindowWords) == 0;
           });
  }

  // Only constants fold in simplification.
  static void add_constants(BasicBlock& block) {
    for (Instruction& i : make_early_inc_range(block)) {
      Value* x = nullptr;
      const APInt *a = nullptr, *b = nullptr;
      if (!match(&i, m_AddLike(m_AddLike(m_Value(x), m_APInt(a)), m_APInt(b)))) continue;
      auto* sum =
          BinaryOperator::CreateAdd(x, ConstantInt::get(i.getType(), *a + *b), "", i.getIterator());
      sum->setDebugLoc(i.getDebugLoc());
      i.replaceAllUsesWith(sum);
      i.eraseFromParent();
    }
  }

  bool is_address(const PHINode& phi) const {
    SmallVector<const Value*, 8> work{&phi};
    SmallPtrSet<const Value*, 8> seen;
    while (!work.empty()) {
      const Value* v = work.pop_back_val();
      if (!seen.insert(v).second) continue;
      for (const User* user : v->users()) {
        const auto& i = *cast<Instruction>(user);
        if (getLoadStorePointerOperand(&i) == v) return true;
        if (keeps_constant(i) || (isa<PHINode>(i) && !loops_.isLoopHeader(i.getParent())))
          work.push_back(&i);
      }
    }
    return false;
  }

  // True if the value is a half of one with 64 bits.
  static bool is_half(const PHINode& phi) {
    return any_of(phi.users(), [](const User* user) {
      return isa<ZExtInst>(user) && user->getType()->isIntegerTy(64);
    });
  }

  // A loop keeps its shape: its header and its last block stay single.
  bool fits(const BasicBlock& block) const {
    const Loop* loop = loops_.getLoopFor(&block);
    if (isa<SwitchInst>(block.getTerminator()) || block.sizeWithoutDebug() > kLargestForHalves ||
        (loop && (loop->getHeader() == &block || loop->isLoopLatch(&block))))
      return false;
    return none_of(block, [](const Instruction& i) {
      const auto* call = dyn_cast<CallBase>(&i);
      return call && (call->cannotDuplicate() || call->isConvergent() || call->isInlineAsm());
    });
  }

  void copy(BasicBlock& block) {
    const unsigned size = block.sizeWithoutDebug();
    SmallVector<const PHINode*, 4> addresses, halves;
    for (const PHINode& phi : block.phis())
      if (is_half(phi))
        halves.push_back(&phi);
      else if (size <= kLargestBlock && is_address(phi))
        addresses.push_back(&phi);
    const SmallVector<BasicBlock*, 8> ways(predecessors(&block));
    for (BasicBlock* way : ways) {
      if (block.hasNPredecessors(1) || copied_ + size > kMostCopied) break;
      const auto brings_constant = [&](const PHINode* phi) {
        return isa<Constant>(phi->getIncomingValueForBlock(way)) ? !starts_windows(*phi)
                                                                 : is_near(*phi, *way);
      };
      const auto brings_0 = [&](const PHINode* phi) {
        return match(phi->getIncomingValueForBlock(way), m_Zero());
      };
      if (!isa<BranchInst>(way->getTerminator()) || count(ways, way) != 1 ||
          (none_of(addresses, brings_constant) && none_of(halves, brings_0)))
        continue;
      copy(block, *way);
      copied_ += size;
      ++changed_;
    }
    if (block.hasNPredecessors(1) && ways.size() > 1) { // the last way needs no copy
      FoldSingleEntryPHINodes(&block);
      SimplifyInstructionsInBlock(&block);
      add_constants(block);
    }
  }

  static void copy(BasicBlock& block, BasicBlock& way) {
    ValueToValueMapTy copies;
    DomTreeUpdater unused(DomTreeUpdater::UpdateStrategy::Eager);
    Instruction& last = *block.getTerminator();
    BasicBlock& own = *DuplicateInstructionsInSplitBetween(&block, &way, &last, copies, unused);
    Instruction& end = *last.clone();
    end.insertBefore(own.getTerminator());
    end.cloneDebugInfoFrom(&last);
    own.getTerminator()->eraseFromParent();
    const auto flags = RF_IgnoreMissingLocals | RF_NoModuleLevelChanges;
    RemapInstruction(&end, copies, flags);
    for (Instruction& i : own)
      RemapDbgRecordRange(own.getModule(), i.getDbgRecordRange(), copies, flags);
    for (BasicBlock* to : successors(&own))
      for (PHINode& phi : to->phis()) {
        Value* value = phi.getIncomingValueForBlock(&block);
        Value* mapped = copies.lookup(value);
        phi.addIncoming(mapped ? mapped : value, &own);
      }
    repair(block, own, copies);
    block.removePredecessor(&own, /*KeepOneInputPHIs=*/true);
    SimplifyInstructionsInBlock(&own);
    add_constants(own);
  }

  // Uses behind both blocks take the value of the one they came through.
  static void repair(BasicBlock& block, BasicBlock& own, const ValueToValueMapTy& copies) {
    for (Instruction& i : block) {
      SmallVector<Use*, 8> outside;
      for (Use& use : i.uses()) {
        auto* user = cast<Instruction>(use.getUser());
        auto* phi = dyn_cast<PHINode>(user);
        if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != &block)
          outside.push_back(&use);
      }
      if (outside.empty()) continue;
      SSAUpdater values;
      values.Initialize(i.getType(), i.getName());
      values.AddAvailableValue(&block, &i);
      values.AddAvailableValue(&own, copies.lookup(&i));
      for (Use* use : outside)
        values.RewriteUse(*use);
      SmallVector<DbgValueInst*, 1> intrinsics; // the module has records
      SmallVector<DbgVariableRecord*, 8> records;
      findDbgValues(intrinsics, &i, &records);
      erase_if(records, [&](const DbgVariableRecord* r) { return r->getParent() == &block; });
      values.UpdateDebugValues(&i, records);
    }
  }

  Function& f_;
  const LoopInfo& loops_;
  unsigned copied_ = 0;
  unsigned changed_ = 0;
};

} // namespace

PreservedAnalyses OwnAddressesPass::run(Function& f, FunctionAnalysisManager& analyses) {
  if (f.hasOptSize()) return PreservedAnalyses::all();
  const unsigned changed = Copies(f, analyses.getResult<LoopAnalysis>(f)).make();
  count(Optimisation::OwnAddresses, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
