// Lets a counter that a shift computes carry a constant that its uses add. The shift does the OR
// with the constant in the same word.
//
//   %i = phi [0, ...], [%next, ...]            %i = phi [1, ...], [%next, ...]
//   %left = or disjoint %i, 1                  %right = add %i, 1
//   %right = add %i, 2                         %twice = shl %child, 1
//   %next = shl %child, 1                      %next = or disjoint %twice, 1
#include "mecc/codegen/improve.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

class Counter {
public:
  explicit Counter(PHINode& phi) : phi_(phi) {}

  // Finds the shift and a constant below its unit.
  bool fits() {
    if (!phi_.getType()->isIntegerTy(32) || phi_.getNumIncomingValues() != 2) return false;
    for (Value* v : phi_.incoming_values()) {
      const APInt* amount = nullptr;
      if (match(v, m_Shl(m_Value(), m_APInt(amount))) && amount->ult(8)) {
        next_ = cast<Instruction>(v);
        unit_ = 1u << amount->getZExtValue();
      }
    }
    return next_ &&
           all_of(phi_.incoming_values(),
                  [&](Value* v) {
                    const auto* c = dyn_cast<ConstantInt>(v);
                    return v == next_ || (c && c->getZExtValue() % unit_ == 0);
                  }) &&
           all_of(phi_.users(), [&](User* u) { return is_sum(u); }) &&
           all_of(next_->users(), [&](User* u) { return u == &phi_ || is_limit(u); }) && carried_;
  }

  void carry() {
    show_without_carried();
    IRBuilder<> b(next_->getNextNode());
    auto* sum = BinaryOperator::CreateDisjoint(Instruction::Or, next_, b.getInt32(carried_), "",
                                               std::next(next_->getIterator()));
    sum->setDebugLoc(next_->getDebugLoc());
    next_->dropPoisonGeneratingFlags();
    next_->replaceUsesWithIf(sum, [&](Use& use) { return use.getUser() != sum; });
    for (Use& use : phi_.incoming_values())
      if (const auto* c = dyn_cast<ConstantInt>(use))
        use.set(b.getInt32(static_cast<uint32_t>(c->getZExtValue()) + carried_));
    for (User* user : make_early_inc_range(sum->users()))
      if (auto* limit = dyn_cast<ICmpInst>(user))
        limit->setOperand(1, b.getInt32(number(*limit) | (unit_ - 1)));
    for (User* user : make_early_inc_range(phi_.users())) {
      auto& old = *cast<Instruction>(user);
      IRBuilder<> at(&old);
      Value* rest = number(old) == carried_
                        ? &phi_
                        : at.CreateAdd(&phi_, at.getInt32(number(old) - carried_));
      old.replaceAllUsesWith(rest);
      old.eraseFromParent();
    }
  }

private:
  // Debug values of the counter subtract the constant.
  void show_without_carried() {
    SmallVector<DbgVariableIntrinsic*, 1> unused; // the module has records
    SmallVector<DbgVariableRecord*, 4> records;
    findDbgUsers(unused, &phi_, &records);
    for (DbgVariableRecord* r : records)
      if (r->hasArgList())
        r->setKillLocation();
      else
        r->setExpression(DIExpression::prepend(r->getExpression(), DIExpression::StackValue,
                                               -int64_t{carried_}));
  }

  static uint32_t number(const Instruction& i) {
    return static_cast<uint32_t>(cast<ConstantInt>(i.getOperand(1))->getZExtValue());
  }
  bool is_sum(User* user) {
    const APInt* c = nullptr;
    if (!match(user, m_AddLike(m_Specific(&phi_), m_APInt(c)))) return false;
    if (c->ult(unit_)) carried_ = static_cast<uint32_t>(c->getZExtValue());
    return true;
  }
  // x > n, where x is a multiple of the unit
  bool is_limit(const User* user) const {
    CmpInst::Predicate p;
    const APInt* c = nullptr;
    return match(user, m_ICmp(p, m_Specific(next_), m_APInt(c))) && p == CmpInst::ICMP_UGT;
  }

  PHINode& phi_;
  Instruction* next_ = nullptr; // shift
  uint32_t unit_ = 0;           // multiple of which the counter is
  uint32_t carried_ = 0;
};

} // namespace

PreservedAnalyses CounterBasesPass::run(Function& f, FunctionAnalysisManager&) {
  unsigned changed = 0;
  for (BasicBlock& block : f)
    for (PHINode& phi : block.phis())
      if (Counter counter(phi); counter.fits()) {
        counter.carry();
        ++changed;
      }
  count(Optimisation::CounterBases, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
