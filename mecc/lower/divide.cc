// The hardware has no division. Division by a constant becomes shifts or the high half of a product
// (Hacker's Delight, chapter 10), about ten instructions. Division by a variable calls the library,
// about two hundred.
#include "mecc/lower/job.h"
#include "mecc/lower/runtime.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/DivisionByConstantInfo.h>

using namespace llvm;

namespace mecc::lower {

namespace {

bool is_division(const Instruction& i) {
  switch (i.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: return true;
  default: return false;
  }
}

bool is_signed(const Instruction& i) {
  return i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
}

bool is_remainder(const Instruction& i) {
  return i.getOpcode() == Instruction::URem || i.getOpcode() == Instruction::SRem;
}

Value* high_half(IRBuilder<>& b, Value* x, const APInt& magic, bool is_signed) {
  Type* wide = b.getInt64Ty();
  Value* m = ConstantInt::get(wide, is_signed ? magic.sext(64) : magic.zext(64));
  Value* product = b.CreateMul(is_signed ? b.CreateSExt(x, wide) : b.CreateZExt(x, wide), m);
  return b.CreateTrunc(b.CreateLShr(product, 32), b.getInt32Ty());
}

Value* unsigned_quotient(IRBuilder<>& b, Value* x, const APInt& divisor) {
  if (divisor.isPowerOf2()) return b.CreateLShr(x, divisor.logBase2());
  const auto info = UnsignedDivisionByConstantInfo::get(divisor);
  Value* q = info.PreShift ? b.CreateLShr(x, info.PreShift) : x;
  q = high_half(b, q, info.Magic, false);
  if (info.IsAdd) q = b.CreateAdd(b.CreateLShr(b.CreateSub(x, q), 1), q);
  return info.PostShift ? b.CreateLShr(q, info.PostShift) : q;
}

// Rounds towards zero: adds |divisor| - 1 to negative dividends first.
Value* signed_power_of_two(IRBuilder<>& b, Value* x, const APInt& divisor) {
  const unsigned width = divisor.getBitWidth(), shift = divisor.abs().logBase2();
  Value* sign = b.CreateAShr(x, width - 1);
  Value* q = b.CreateAShr(b.CreateAdd(x, b.CreateLShr(sign, width - shift)), shift);
  return divisor.isNegative() ? b.CreateNeg(q) : q;
}

Value* signed_quotient(IRBuilder<>& b, Value* x, const APInt& divisor) {
  if (divisor.isOne()) return x;
  if (divisor.isAllOnes()) return b.CreateNeg(x);
  if (divisor.abs().isPowerOf2()) return signed_power_of_two(b, x, divisor);
  const auto info = SignedDivisionByConstantInfo::get(divisor);
  Value* q = high_half(b, x, info.Magic, true);
  if (divisor.isStrictlyPositive() && info.Magic.isNegative()) q = b.CreateAdd(q, x);
  if (divisor.isNegative() && info.Magic.isStrictlyPositive()) q = b.CreateSub(q, x);
  if (info.ShiftAmount) q = b.CreateAShr(q, info.ShiftAmount);
  return b.CreateAdd(q, b.CreateLShr(q, 31));
}

// Division by a nonzero constant; null if the library routine is better (64 bits).
Value* by_constant(IRBuilder<>& b, Instruction& i, Value* x, const APInt& divisor) {
  const bool power = is_signed(i) ? divisor.abs().isPowerOf2() : divisor.isPowerOf2();
  if (divisor.getBitWidth() > 32 && !power) return nullptr;
  if (is_remainder(i) && !is_signed(i) && power) return b.CreateAnd(x, divisor - 1);
  Value* q = is_signed(i) ? signed_quotient(b, x, divisor) : unsigned_quotient(b, x, divisor);
  return is_remainder(i) ? b.CreateSub(x, b.CreateMul(q, ConstantInt::get(x->getType(), divisor)))
                         : q;
}

Value* by_library(Module& m, IRBuilder<>& b, Instruction& i, Value* x, Value* y) {
  Type* type = x->getType();
  const std::string name = fmt::format("__me_{}{}", i.getOpcodeName(), type->getIntegerBitWidth());
  const FunctionCallee f = m.getOrInsertFunction(name, type, type, type);
  DISubprogram* scope = i.getFunction()->getSubprogram();
  if (scope && !i.getDebugLoc()) // optimisers drop locations of moved code, but calls need one
    b.SetCurrentDebugLocation(DILocation::get(i.getContext(), 0, 0, scope));
  return b.CreateCall(f, {x, y});
}

void expand(Job& job, Instruction& i) {
  IRBuilder<> b(&i);
  Type* type = i.getType();
  const unsigned width = type->getIntegerBitWidth();
  if (width > 64)
    return job.report.error(i, fmt::format("division of {} bits, at most 64 are supported", width));
  IntegerType* wide = width <= 32 ? b.getInt32Ty() : b.getInt64Ty();
  const auto widened = [&](Value* v) {
    return is_signed(i) ? b.CreateSExt(v, wide) : b.CreateZExt(v, wide);
  };
  Value *x = widened(i.getOperand(0)), *y = widened(i.getOperand(1)), *result = nullptr;
  if (const auto* c = dyn_cast<ConstantInt>(y); c && !c->isZero())
    result = by_constant(b, i, x, c->getValue());
  if (!result) result = by_library(job.module, b, i, x, y);
  i.replaceAllUsesWith(b.CreateTrunc(result, type));
  i.eraseFromParent();
}

bool is_undefined(const Function& f) {
  return is_division_function(f.getName()) && f.isDeclaration();
}

void report_undefined(Job& job, const Function& f) {
  for (const User* call : f.users())
    job.report.error(*cast<Instruction>(call),
                     fmt::format("division by a variable needs '{}' of the run-time library, which "
                                 "is not linked; divide by a constant, or link the library",
                                 f.getName().str()));
}

} // namespace

void expand_division(Job& job) {
  for (Function& f : job.module) {
    SmallVector<Instruction*, 8> divisions;
    for (Instruction& i : instructions(f))
      if (is_division(i)) divisions.push_back(&i);
    for (Instruction* i : divisions)
      expand(job, *i);
  }
  if (any_of(job.module, is_undefined)) link_divisions(job);
  for (Function& f : job.module)
    if (is_undefined(f))
      report_undefined(job, f);
    else if (is_division_function(f.getName()))
      f.setLinkage(GlobalValue::InternalLinkage);
}

} // namespace mecc::lower
