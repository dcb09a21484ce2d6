// A counter used only to end its loop counts down to 0: the condition codes of the subtraction end
// the loop, without a comparison.
//
//   %n = phi [0, ...], [%next, ...]            %n = phi [200, ...], [%next, ...]
//   %next = add %n, 1                          %next = add %n, -1
//   br (icmp eq %next, 200), ...               br (icmp eq %next, 0), ...
#include "mecc/codegen/improve.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

struct Counter {
  PHINode* value;
  BinaryOperator* next;
  ICmpInst* test; // tests `next`
  ConstantInt* step;
  Value *first, *last; // entry value of `value`; final value of `next`
};

bool only_used_by(const Value& v, const User* a, const User* b) {
  return all_of(v.users(), [&](const User* u) { return u == a || u == b; });
}

// The loop's counter, if only the branch at the loop's end uses it.
std::optional<Counter> counter_of(const Loop& loop) {
  const BasicBlock *before = loop.getLoopPredecessor(), *latch = loop.getLoopLatch();
  const auto* branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  if (!before || !branch || !branch->isConditional()) return std::nullopt;
  auto* test = dyn_cast<ICmpInst>(branch->getCondition());
  if (!test || !test->isEquality() || !test->hasOneUse()) return std::nullopt;
  auto* next = dyn_cast<BinaryOperator>(test->getOperand(0));
  if (!next || next->getOpcode() != Instruction::Add || !next->getType()->isIntegerTy(32))
    return std::nullopt;
  auto* value = dyn_cast<PHINode>(next->getOperand(0));
  auto* step = dyn_cast<ConstantInt>(next->getOperand(1));
  if (!value || !step || value->getParent() != loop.getHeader() ||
      value->getIncomingValueForBlock(latch) != next || !only_used_by(*value, next, nullptr) ||
      !only_used_by(*next, value, test) || !loop.isLoopInvariant(test->getOperand(1)))
    return std::nullopt;
  return Counter{
      value, next, test, step, value->getIncomingValueForBlock(before), test->getOperand(1)};
}

// Trip count (last - first) / step. Null if the division leaves a remainder, or the loop counts
// down to 0 already.
Value* turns_of(const Counter& c, IRBuilder<>& b) {
  const auto *first = dyn_cast<ConstantInt>(c.first), *last = dyn_cast<ConstantInt>(c.last);
  if (c.step->isMinusOne() && last && last->isZero()) return nullptr;
  if (c.step->isOne()) return b.CreateSub(c.last, c.first, "turns");
  if (c.step->isMinusOne()) return b.CreateSub(c.first, c.last, "turns");
  if (!first || !last || c.step->isZero()) return nullptr;
  const APInt way = last->getValue() - first->getValue(), &step = c.step->getValue();
  if (way.isZero() || way.isNegative() != step.isNegative() || !way.srem(step).isZero())
    return nullptr;
  return b.getInt(way.sdiv(step));
}

// Rewrites debug records to last - step * counter, the variable's former value.
void restate_variables(const Counter& c, Value& counter) {
  SmallVector<DbgVariableIntrinsic*, 0> none; // filled only for LLVM's older form of debug info
  SmallVector<DbgVariableRecord*, 4> records;
  findDbgUsers(none, &counter, &records);
  const uint64_t factor = (-c.step->getValue()).getZExtValue();
  for (DbgVariableRecord* record : records) {
    if (record->hasArgList()) {
      record->setKillLocation();
      continue;
    }
    SmallVector<uint64_t, 8> value;
    if (factor != 1) value.append({dwarf::DW_OP_constu, factor, dwarf::DW_OP_mul});
    if (const auto* last = dyn_cast<ConstantInt>(c.last)) {
      value.append({dwarf::DW_OP_constu, last->getZExtValue(), dwarf::DW_OP_plus});
      record->setExpression(
          DIExpression::prependOpcodes(record->getExpression(), value, /*StackValue=*/true));
      continue;
    }
    value.append({dwarf::DW_OP_LLVM_arg, 1, dwarf::DW_OP_plus});
    const auto* both = DIExpression::convertToVariadicExpression(record->getExpression());
    record->addVariableLocationOps(
        c.last, DIExpression::appendOpsToArg(both, value, 0, /*StackValue=*/true));
  }
}

bool count_down(const Loop& loop) {
  const std::optional<Counter> c = counter_of(loop);
  if (!c) return false;
  BasicBlock* const before = loop.getLoopPredecessor();
  IRBuilder<> b(before->getTerminator());
  Value* const turns = turns_of(*c, b);
  if (!turns) return false;
  restate_variables(*c, *c->value);
  restate_variables(*c, *c->next);
  c->value->setIncomingValueForBlock(before, turns);
  c->next->setOperand(1, ConstantInt::getAllOnesValue(c->next->getType()));
  c->next->setHasNoUnsignedWrap(false);
  c->next->setHasNoSignedWrap(false);
  c->test->setOperand(1, ConstantInt::get(c->next->getType(), 0));
  return true;
}

} // namespace

PreservedAnalyses CountDownPass::run(Function& f, FunctionAnalysisManager& analyses) {
  unsigned changed = 0;
  for (const Loop* loop : analyses.getResult<LoopAnalysis>(f).getLoopsInPreorder())
    changed += count_down(*loop);
  count(Optimisation::CountDown, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
