// Products whose factors are known to be narrow, which need fewer steps (mul_step). Selection sees
// the bits of values in the block of the product; here comparisons that lead to it count too:
//
//   if (elapsed > 5000) elapsed = 5000;          call i32 @__me_mul16x16(%elapsed, 777)
//   tokens += elapsed * 777;
#include "mecc/codegen/improve.h"

#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

// True if two shifts replace the product: the factor is 2^n, 2^n + 2^m or 2^n - 2^m.
bool is_shifts(const Value* factor) {
  const APInt* c = nullptr;
  if (!match(factor, m_APInt(c)) || c->isZero()) return match(factor, m_Zero());
  const APInt odd = c->lshr(c->countr_zero());
  return odd.isOne() || (odd - 1).isPowerOf2() || (odd + 1).isPowerOf2() || (-odd + 1).isPowerOf2();
}

// Name of the primitive for factors of these widths in bits; empty if it is the full product.
StringRef primitive_for(unsigned wide, unsigned narrow) {
  if (narrow <= 8 && wide <= 24) return "__me_mul24x8";
  return wide <= 16 ? "__me_mul16x16" : "";
}

bool narrow(BinaryOperator& product, LazyValueInfo& ranges) {
  const auto bits = [&](unsigned n) {
    return ranges.getConstantRangeAtUse(product.getOperandUse(n), /*UndefAllowed=*/false)
        .getUnsignedMax()
        .getActiveBits();
  };
  unsigned wide = bits(0), few = bits(1);
  Value *a = product.getOperand(0), *b = product.getOperand(1);
  if (wide < few) {
    std::swap(wide, few);
    std::swap(a, b);
  }
  const StringRef name = primitive_for(wide, few);
  if (name.empty()) return false;
  Type* const word = product.getType();
  IRBuilder<> builder(&product);
  CallInst* call =
      builder.CreateCall(product.getModule()->getOrInsertFunction(name, word, word, word), {a, b});
  call->setDoesNotAccessMemory();
  product.replaceAllUsesWith(call);
  product.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses NarrowProductsPass::run(Function& f, FunctionAnalysisManager& analyses) {
  unsigned changed = 0;
  LazyValueInfo& ranges = analyses.getResult<LazyValueAnalysis>(f);
  for (Instruction& i : make_early_inc_range(instructions(f)))
    if (i.getOpcode() == Instruction::Mul && i.getType()->isIntegerTy(32) &&
        !is_shifts(i.getOperand(1)))
      changed += narrow(cast<BinaryOperator>(i), ranges);
  count(Optimisation::NarrowProducts, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
