// Branches can test bits, bytes and halves of a register by themselves (br_bset, br=byte) if they
// see that the value comes from a mask. LLVM computes the mask once, in a distant block; here each
// test gets its own copy. A switch over a few bytes, whose index LLVM would compute, becomes a
// sequence of such tests. Likewise, an input state (br_inp_state) takes one word next to its test:
// if several paths bring a state to one test, each gets a test of its own.
#include "mecc/codegen/improve.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

constexpr unsigned kMostCases = 3; // LLVM handles larger switches by ranges and tables

// True if the mask is one bit, byte or half that a branch can test.
bool is_field(uint32_t mask) {
  if (isPowerOf2_32(mask)) return true;
  for (unsigned low = 0; low < 32; low += 8)
    if (mask == 0xffu << low || (low < 24 && mask == 0xffffu << low)) return true;
  return false;
}

bool is_masked(const Value* v) {
  const APInt* mask = nullptr;
  return match(v, m_And(m_Value(), m_APInt(mask))) && v->getType()->isIntegerTy(32) &&
         is_field(static_cast<uint32_t>(mask->getZExtValue()));
}

// Copies the mask of a comparison into the comparison's block.
bool bring_mask(ICmpInst& test) {
  auto* mask = dyn_cast<Instruction>(test.getOperand(0));
  if (!test.isEquality() || !isa<ConstantInt>(test.getOperand(1)) || !mask || !is_masked(mask) ||
      mask->getParent() == test.getParent())
    return false;
  Instruction* own = mask->clone();
  own->insertBefore(&test);
  test.setOperand(0, own);
  if (mask->use_empty()) mask->eraseFromParent();
  return true;
}

// A byte or half of a longword that selects a switch case: x and mask.
struct Field {
  Value* of;
  uint32_t mask;
};
std::optional<Field> field_of(Value* v) {
  Value* x = nullptr;
  const APInt* mask = nullptr;
  if (match(v, m_Trunc(m_Value(x))) && x->getType()->isIntegerTy(32) &&
      (v->getType()->isIntegerTy(8) || v->getType()->isIntegerTy(16)))
    return Field{x, (1u << v->getType()->getIntegerBitWidth()) - 1};
  if (v->getType()->isIntegerTy(32) && match(v, m_And(m_Value(x), m_APInt(mask))) && is_masked(v))
    return Field{x, static_cast<uint32_t>(mask->getZExtValue())};
  return std::nullopt;
}

void replace_by_tests(SwitchInst& choice, const Field& field) {
  BasicBlock* block = choice.getParent();
  BasicBlock* const otherwise = choice.getDefaultDest();
  struct Case {
    uint32_t value;
    BasicBlock* to;
  };
  std::vector<Case> cases;
  for (const auto& c : choice.cases())
    cases.push_back(
        {static_cast<uint32_t>(c.getCaseValue()->getZExtValue()), c.getCaseSuccessor()});
  // A PHI's value from the switch now comes from the test that leads to it.
  SmallVector<std::pair<PHINode*, Value*>, 8> incoming;
  SmallPtrSet<BasicBlock*, 4> seen;
  for (BasicBlock* to : successors(block)) {
    if (!seen.insert(to).second) continue;
    for (PHINode& phi : to->phis()) {
      incoming.push_back({&phi, phi.getIncomingValueForBlock(block)});
      while (phi.getBasicBlockIndex(block) >= 0)
        phi.removeIncomingValue(block, /*DeletePHIIfEmpty=*/false);
    }
  }
  const auto edge = [&](BasicBlock* from, BasicBlock* to) {
    for (const auto& [phi, value] : incoming)
      if (phi->getParent() == to) phi->addIncoming(value, from);
  };
  const DebugLoc at = choice.getDebugLoc();
  choice.eraseFromParent();
  for (size_t n = 0; n < cases.size(); ++n) {
    const bool last = n + 1 == cases.size();
    BasicBlock* next = last ? otherwise
                            : BasicBlock::Create(block->getContext(), "test", block->getParent(),
                                                 block->getNextNode());
    IRBuilder<> b(block);
    b.SetCurrentDebugLocation(at);
    Value* masked = b.CreateAnd(field.of, field.mask);
    b.CreateCondBr(b.CreateICmpEQ(masked, b.getInt32(cases[n].value)), cases[n].to, next);
    edge(block, cases[n].to);
    if (last) edge(block, next); // a second edge if both lead to one block
    block = next;
  }
}

bool take_apart(SwitchInst& choice) {
  if (choice.getNumCases() == 0 || choice.getNumCases() > kMostCases) return false;
  const auto field = field_of(choice.getCondition());
  if (!field) return false;
  auto* condition = dyn_cast<Instruction>(choice.getCondition());
  replace_by_tests(choice, *field);
  if (condition && condition->use_empty()) condition->eraseFromParent();
  return true;
}

bool is_input_state(const Value& v) {
  const auto* call = dyn_cast<CallInst>(&v);
  return call && call->hasOneUse() && call->getCalledFunction() &&
         call->getCalledFunction()->getName() == "__me_inp_state";
}

// The PHI of input states that the block tests, if it does nothing else.
PHINode* tested_states(BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  auto* test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  auto* states = test && test->getParent() == &block && test->hasOneUse() &&
                         isa<ConstantInt>(test->getOperand(1))
                     ? dyn_cast<PHINode>(test->getOperand(0))
                     : nullptr;
  const bool alone = states && states->getParent() == &block && states->hasOneUse() &&
                     std::next(block.phis().begin()) == block.phis().end() &&
                     block.getFirstNonPHIOrDbg() == test &&
                     test->getNextNonDebugInstruction() == branch;
  if (!alone || is_contained(successors(&block), &block)) return nullptr;
  for (const auto [state, from] : zip(states->incoming_values(), states->blocks()))
    if (!is_input_state(*state) || from->getTerminator()->getNumSuccessors() != 1) return nullptr;
  return states;
}

// Appends the test and branch to each predecessor and deletes the block.
bool test_on_each_way(BasicBlock& block) {
  const PHINode* states = tested_states(block);
  if (!states) return false;
  auto& branch = *cast<BranchInst>(block.getTerminator());
  auto& test = *cast<ICmpInst>(branch.getCondition());
  const SmallVector<BasicBlock*, 8> ways(states->blocks());
  for (BasicBlock* way : ways) {
    Instruction* end = way->getTerminator();
    IRBuilder<> b(end);
    b.SetCurrentDebugLocation(branch.getDebugLoc());
    Value* own = b.CreateICmp(test.getPredicate(), states->getIncomingValueForBlock(way),
                              test.getOperand(1));
    b.CreateCondBr(own, branch.getSuccessor(0), branch.getSuccessor(1));
    end->eraseFromParent();
    for (BasicBlock* to : successors(way)) // twice if both edges lead to one block
      for (PHINode& phi : to->phis())
        phi.addIncoming(phi.getIncomingValueForBlock(&block), way);
  }
  DeleteDeadBlock(&block);
  return true;
}

} // namespace

PreservedAnalyses NearTestsPass::run(Function& f, FunctionAnalysisManager&) {
  unsigned changed = 0;
  for (BasicBlock& block : make_early_inc_range(f)) {
    if (test_on_each_way(block)) {
      ++changed;
      continue;
    }
    if (auto* choice = dyn_cast<SwitchInst>(block.getTerminator())) changed += take_apart(*choice);
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch && branch->isConditional())
      if (auto* test = dyn_cast<ICmpInst>(branch->getCondition());
          test && test->getParent() == &block)
        changed += bring_mask(*test);
  }
  count(Optimisation::NearTests, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
