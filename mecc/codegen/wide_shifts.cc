// Gives each half of a 64-bit shift by a variable a value of its own: one path shifts by less than
// 32, the other by more, where one half is 0.
//
//   %r = shl i64 %x, %n        %l = shl %low, (and %n, 31)
//                              br (and %n, 32), %far, %near
//                              near: %h = fshl %high, %low, %n        low half %l, high half %h
//                              far:                                   low half 0,  high half %l
//
// Selection would give each half a branch. Paths that know a half of 0 get blocks of their own
// (own_addresses.cc), which need no words for it.
#include "mecc/codegen/improve.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

struct Halves {
  Value *low, *high;
};

Halves halves_of(Value* wide, IRBuilder<>& b) {
  Value *low = nullptr, *high = nullptr;
  if (match(wide, m_c_Or(m_Shl(m_ZExt(m_Value(high)), m_SpecificInt(32)), m_ZExt(m_Value(low)))) &&
      low->getType()->isIntegerTy(32) && high->getType()->isIntegerTy(32))
    return {low, high};
  if (match(wide, m_ZExt(m_Value(low))) && low->getType()->isIntegerTy(32))
    return {low, b.getInt32(0)};
  return {b.CreateTrunc(wide, b.getInt32Ty()),
          b.CreateTrunc(b.CreateLShr(wide, 32), b.getInt32Ty())};
}

Value* joined(const Halves& h, IRBuilder<>& b) {
  Value* high = b.CreateShl(b.CreateZExt(h.high, b.getInt64Ty()), 32);
  return b.CreateOr(high, b.CreateZExt(h.low, b.getInt64Ty()));
}

// Replaces a value by its halves, joined in each block that uses it: blocks that know a half see
// that there.
void replace(Instruction& wide, const Halves& halves) {
  DenseMap<BasicBlock*, Value*> joined_in;
  const auto in = [&](BasicBlock* block, Instruction* at) {
    Value*& own = joined_in[block];
    if (!own) {
      IRBuilder<> b(at);
      b.SetCurrentDebugLocation(wide.getDebugLoc());
      own = joined(halves, b);
    }
    return own;
  };
  BasicBlock* const home = wide.getParent();
  Value* const here = in(home, &wide);
  for (Use& use : make_early_inc_range(wide.uses())) {
    auto* phi = dyn_cast<PHINode>(use.getUser());
    BasicBlock* block =
        phi ? phi->getIncomingBlock(use) : cast<Instruction>(use.getUser())->getParent();
    if (block != home) use.set(in(block, &*block->getFirstInsertionPt()));
  }
  wide.replaceAllUsesWith(here);
  wide.eraseFromParent();
}

// The high half of a shift to the left by less than 32. `at` precedes the shift.
Value* high_of_left(const Halves& of, Value* amount, const Instruction& at, IRBuilder<>& b) {
  if (match(of.high, m_Zero()) && match(of.low, m_One())) return of.high;
  const DataLayout& dl = at.getModule()->getDataLayout();
  Value *x = nullptr, *y = nullptr;
  const bool difference = match(amount, m_Sub(m_Value(x), m_Value(y)));
  const bool never_0 =
      isKnownNonZero(amount, SimplifyQuery(dl)) ||
      (difference && isImpliedByDomCondition(ICmpInst::ICMP_NE, x, y, &at, dl) == true);
  if (!never_0)
    return b.CreateIntrinsic(b.getInt32Ty(), Intrinsic::fshl, {of.high, of.low, amount});
  Value* back = difference ? b.CreateSub(y, x) : b.CreateNeg(amount);
  return b.CreateIntrinsic(b.getInt32Ty(), Intrinsic::fshr, {of.high, of.low, back});
}

bool expand(BinaryOperator& shift) {
  const DataLayout& dl = shift.getModule()->getDataLayout();
  const KnownBits known = computeKnownBits(shift.getOperand(1), dl);
  if (known.isConstant() || known.Zero[5] || known.One[5]) return false; // selection knows the path
  IRBuilder<> b(&shift);
  const Halves of = halves_of(shift.getOperand(0), b);
  Value* amount = b.CreateTrunc(shift.getOperand(1), b.getInt32Ty());
  if (Value* x = nullptr;
      match(shift.getOperand(1), m_ZExt(m_Value(x))) && x->getType()->isIntegerTy(32))
    amount = x;
  const bool left = shift.getOpcode() == Instruction::Shl;
  Value* moved = b.CreateBinOp(shift.getOpcode(), left ? of.low : of.high, b.CreateAnd(amount, 31));
  // Frozen: a branch on poison would be undefined, unlike the shift.
  Value* is_far = b.CreateIsNotNull(b.CreateFreeze(b.CreateAnd(amount, 32)));
  Instruction *far = nullptr, *near = nullptr;
  SplitBlockAndInsertIfThenElse(is_far, shift.getIterator(), &far, &near,
                                MDBuilder(b.getContext()).createUnlikelyBranchWeights());
  b.SetInsertPoint(near);
  const auto& before = *cast<Instruction>(is_far);
  Value* crossed =
      left ? high_of_left(of, amount, before, b)
           : b.CreateIntrinsic(b.getInt32Ty(), Intrinsic::fshr, {of.high, of.low, amount});
  b.SetInsertPoint(far);
  Value* filled =
      shift.getOpcode() == Instruction::AShr ? b.CreateAShr(of.high, 31) : b.getInt32(0);
  const auto choice = [&](Value* from_near, Value* from_far) {
    PHINode* phi = PHINode::Create(b.getInt32Ty(), 2, "", shift.getParent()->begin());
    phi->setDebugLoc(shift.getDebugLoc());
    phi->addIncoming(from_near, near->getParent());
    phi->addIncoming(from_far, far->getParent());
    return phi;
  };
  Value *outer = choice(moved, filled), *inner = choice(crossed, moved);
  replace(shift, left ? Halves{outer, inner} : Halves{inner, outer});
  return true;
}

} // namespace

PreservedAnalyses WideShiftsPass::run(Function& f, FunctionAnalysisManager&) {
  SmallVector<BinaryOperator*, 8> shifts;
  for (Instruction& i : instructions(f))
    if (i.isShift() && i.getType()->isIntegerTy(64)) shifts.push_back(cast<BinaryOperator>(&i));
  const auto changed =
      static_cast<unsigned>(count_if(shifts, [](BinaryOperator* s) { return expand(*s); }));
  count(Optimisation::WideShifts, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
