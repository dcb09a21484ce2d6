// One's complement sums in the forms that the hardware computes: the carry of an addition enters
// the next one, and a rotation exchanges the halves of a longword.
//
//   u64 s = a + b + c; (u32)s + (s >> 32), plus its carry            a + b, +carry c, +carry 0
//   r = a + b, plus its carry; r + c, plus its carry                 a + b, +carry c, +carry 0
//   y = (x >> 16) + (x & 0xffff); (y >> 16) + (y & 0xffff)           (x + (x rotated by 16)) >> 16
//
// Halves are added at the end of a sum only, unless the sum could exceed a longword.
//
// All sums of the same longwords with the carry around the end are equal modulo 2^32 - 1, and 0
// only if all longwords are 0. So they are equal.
#include "mecc/codegen/improve.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

constexpr size_t kMostTerms = 15;
constexpr uint64_t kHalf = 0xffff, kLongword = 0xffffffff;
using Terms = SmallVector<Value*, kMostTerms + 1>;

// ---- halves of a longword

// (x >> 16) + (x & 0xffff), if only another such sum uses it: x; else null. A sum with a carry
// stays apart: LLVM would add the carry to the rotated sum too.
Value* folded_once(Value* v) {
  Value *x = nullptr, *carry = nullptr;
  const bool is = v->getType()->isIntegerTy(32) && v->hasNUses(2) &&
                  match(v, m_c_Add(m_LShr(m_Value(x), m_SpecificInt(16)),
                                   m_And(m_Deferred(x), m_SpecificInt(kHalf))));
  if (!is) return nullptr;
  const bool with_carry =
      match(x, m_c_Add(m_ZExt(m_Value(carry)), m_Value())) && carry->getType()->isIntegerTy(1);
  return with_carry ? nullptr : x;
}

// Sum whose upper half is the one's complement sum of x's halves.
Value* halves_sum(Value* x, IRBuilder<>& b) {
  return b.CreateAdd(x, b.CreateIntrinsic(Intrinsic::fshl, {x->getType()}, {x, x, b.getInt32(16)}));
}

// LLVM's form of (x >> n) + (x & mask): (x >> n) * (1 - 2^n) + x.
Value* restore_halves(Instruction& i, IRBuilder<>& b) {
  Value* x = nullptr;
  const APInt* factor = nullptr;
  uint64_t n = 0;
  const unsigned width = i.getType()->getScalarSizeInBits();
  if (!match(&i, m_c_Add(m_OneUse(m_Mul(m_LShr(m_Value(x), m_ConstantInt(n)), m_APInt(factor))),
                         m_Deferred(x))) ||
      n >= width || *factor != 1 - APInt::getOneBitSet(width, static_cast<unsigned>(n)))
    return nullptr;
  const APInt mask = APInt::getLowBitsSet(width, static_cast<unsigned>(n));
  return b.CreateAdd(b.CreateLShr(x, n), b.CreateAnd(x, b.getInt(mask)));
}

// Only the lower half of the second sum is used, so it has no mask of its own.
Value* fold_lower_half(Instruction& i, IRBuilder<>& b) {
  Value* y = nullptr;
  const auto half =
      m_And(m_c_Add(m_LShr(m_Value(y), m_SpecificInt(16)), m_Deferred(y)), m_SpecificInt(kHalf));
  const bool inverted = match(&i, m_Xor(m_OneUse(half), m_SpecificInt(kHalf)));
  if (!inverted && !match(&i, half)) return nullptr;
  Value* x = folded_once(y);
  if (!x) return nullptr;
  Value* sum = halves_sum(x, b);
  return b.CreateLShr(inverted ? b.CreateNot(sum) : sum, 16);
}

// Terms of a sum; its partial sums are in the block of the sum and have no other uses.
void terms_of(Value* v, const Instruction& sum, Terms& terms) {
  auto* i = dyn_cast<BinaryOperator>(v);
  const bool partial = i && i->getOpcode() == Instruction::Add &&
                       (i == &sum || (i->hasOneUse() && i->getParent() == sum.getParent()));
  if (!partial || terms.size() > kMostTerms) {
    terms.push_back(v);
    return;
  }
  terms_of(i->getOperand(0), sum, terms);
  terms_of(i->getOperand(1), sum, terms);
}

// The second sum of halves may have further terms.
Value* fold_halves(Instruction& i, IRBuilder<>& b) {
  if (i.getOpcode() != Instruction::Add || !i.getType()->isIntegerTy(32)) return nullptr;
  Terms terms;
  terms_of(&i, i, terms);
  for (Value* high : terms) {
    Value* y = nullptr;
    if (!match(high, m_OneUse(m_LShr(m_Value(y), m_SpecificInt(16))))) continue;
    const auto low = find_if(terms, [&](Value* t) {
      return match(t, m_OneUse(m_And(m_Specific(y), m_SpecificInt(kHalf))));
    });
    Value* x = low == terms.end() ? nullptr : folded_once(y);
    if (!x) continue;
    terms.erase(low);
    terms.erase(find(terms, high));
    Value* sum = b.CreateLShr(halves_sum(x, b), 16);
    for (Value* t : terms)
      sum = b.CreateAdd(sum, t);
    return sum;
  }
  return nullptr;
}

// The longword whose halves the sum adds.
Value* summed_halves(Value* sum) {
  Value* x = nullptr;
  const auto rotated = m_FShl(m_Deferred(x), m_Deferred(x), m_SpecificInt(16));
  return match(sum, m_Add(m_Value(x), rotated)) ? x : nullptr;
}

// True if only the one's complement sum of the value's halves is used.
bool adds_halves(const Value& v) {
  const auto is_shifted = [](const User* u) {
    return match(u, m_LShr(m_Value(), m_SpecificInt(16)));
  };
  const auto is_sum = [&](const User* u) {
    return summed_halves(const_cast<User*>(u)) == &v && all_of(u->users(), [&](const User* half) {
             return is_shifted(half) ||
                    (match(half, m_Not(m_Specific(u))) && all_of(half->users(), is_shifted));
           });
  };
  return !v.use_empty() && all_of(v.users(), [&](const User* u) {
    const bool rotates = match(u, m_FShl(m_Specific(&v), m_Specific(&v), m_SpecificInt(16)));
    return rotates ? all_of(u->users(), is_sum) : is_sum(u);
  });
}

// A term whose halves have been added, in a sum whose halves will be: both sums are equal.
Value* add_later(Instruction& i, IRBuilder<>& b) {
  if (i.getOpcode() != Instruction::Add || !i.getType()->isIntegerTy(32) || !adds_halves(i))
    return nullptr;
  Terms terms;
  terms_of(&i, i, terms);
  Value* whole = nullptr;
  for (Value*& t : terms)
    if (Value* halves = nullptr;
        !whole && match(t, m_OneUse(m_LShr(m_Value(halves), m_SpecificInt(16)))))
      if ((whole = summed_halves(halves))) t = whole;
  if (!whole) return nullptr;
  APInt most(64, 0);
  for (const Value* t : terms)
    most += computeKnownBits(t, i.getDataLayout()).getMaxValue().zext(64);
  if (!most.isIntN(32)) return nullptr;
  Value* sum = terms.front();
  for (Value* t : drop_begin(terms))
    sum = b.CreateAdd(sum, t);
  return sum;
}

// ---- longwords

// a + b, plus its carry
struct EndAround {
  Value *a, *b, *compared; // `compared` is one of the two

  bool is_only_use_of(const Value& v) const { return v.hasNUses(&v == compared ? 2 : 1); }
};
std::optional<EndAround> end_around(Value* v) {
  Value *sum = nullptr, *a = nullptr, *b = nullptr, *compared = nullptr;
  ICmpInst::Predicate than{};
  if (!v->getType()->isIntegerTy(32) ||
      !match(v, m_c_Add(m_Value(sum),
                        m_ZExt(m_OneUse(m_c_ICmp(than, m_Deferred(sum), m_Value(compared)))))) ||
      than != ICmpInst::ICMP_ULT || !sum->hasNUses(2) ||
      !match(sum, m_Add(m_Value(a), m_Value(b))) || (compared != a && compared != b))
    return std::nullopt;
  return EndAround{a, b, compared};
}

class Carried {
public:
  explicit Carried(Instruction& sum) : sum_(sum) {}

  // The sum as a chain of additions with carry; null if it has another form.
  Value* rewritten(IRBuilder<>& b) {
    Value* s = nullptr;
    if (sum_.getType()->isIntegerTy(64) && (s = folded_twice())) {
      if (add_wide(s)) return b.CreateZExt(chain(b), sum_.getType());
    } else if (const auto e = end_around(&sum_); e && add(*e) && terms_.size() > 2) {
      return chain(b);
    }
    return nullptr;
  }

private:
  // f = (s >> 32) + (u32)s; (f >> 32) + (u32)f: s. Without the second mask, only the lower longword
  // is used.
  Value* folded_twice() const {
    Value *f = nullptr, *s = nullptr;
    const auto high = m_LShr(m_Value(f), m_SpecificInt(32));
    const bool masked = match(&sum_, m_c_Add(high, m_And(m_Deferred(f), m_SpecificInt(kLongword))));
    if (!masked && (!match(&sum_, m_c_Add(high, m_Deferred(f))) ||
                    !all_of(sum_.users(), [](const User* u) { return isa<TruncInst>(u); })))
      return nullptr;
    return f->hasNUses(2) && match(f, m_c_Add(m_LShr(m_Value(s), m_SpecificInt(32)),
                                              m_And(m_Deferred(s), m_SpecificInt(kLongword))))
               ? s
               : nullptr;
  }

  bool add(const EndAround& e) {
    Value* s = nullptr;
    const auto low = m_Trunc(m_Value(s));
    const auto high = m_Trunc(m_LShr(m_Deferred(s), m_SpecificInt(32)));
    if ((match(e.a, low) && match(e.b, high)) || (match(e.b, low) && match(e.a, high)))
      return e.is_only_use_of(*e.a) && e.is_only_use_of(*e.b) && add_wide(s);
    for (Value* v : {e.a, e.b}) {
      const auto* i = dyn_cast<Instruction>(v);
      const auto inner = i && i->getParent() == sum_.getParent() && e.is_only_use_of(*v)
                             ? end_around(v)
                             : std::nullopt;
      if (!inner)
        terms_.push_back(v);
      else if (!add(*inner))
        return false;
    }
    return terms_.size() <= kMostTerms;
  }

  // Adds the terms of a sum of 64 bits, if they are longwords and only its two halves use the sum.
  bool add_wide(Value* v) {
    auto* s = dyn_cast<Instruction>(v);
    if (!s || s->getParent() != sum_.getParent() || !s->hasNUses(2)) return false;
    Terms wide;
    terms_of(s, *s, wide);
    for (Value* t : wide) {
      Value* narrow = nullptr;
      if (const auto* c = dyn_cast<ConstantInt>(t); c && c->getValue().isIntN(32))
        narrow = ConstantInt::get(Type::getInt32Ty(t->getContext()), c->getZExtValue());
      else if (!match(t, m_ZExt(m_Value(narrow))) || narrow->getType()->getIntegerBitWidth() > 32)
        return false;
      terms_.push_back(narrow);
    }
    return terms_.size() <= kMostTerms;
  }

  Value* chain(IRBuilder<>& b) {
    Type* const word = b.getInt32Ty();
    Terms words;
    for (Value* t : terms_)
      words.push_back(b.CreateZExt(t, word));
    words.push_back(b.getInt32(0));
    FunctionCallee sum = sum_.getModule()->getOrInsertFunction(
        "__me_sum", FunctionType::get(word, /*isVarArg=*/true));
    CallInst* call = b.CreateCall(sum, words);
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::WillReturn);
    return call;
  }

  Instruction& sum_;
  Terms terms_;
};

Value* carry_along(Instruction& i, IRBuilder<>& b) {
  return i.getOpcode() == Instruction::Add ? Carried(i).rewritten(b) : nullptr;
}

// Replaces instructions by the results of `find`, users before their operands.
unsigned replace(Function& f, Value* (*find)(Instruction&, IRBuilder<>&)) {
  SmallVector<WeakTrackingVH, 64> all;
  for (BasicBlock& block : f)
    for (Instruction& i : reverse(block))
      if (isa<BinaryOperator>(i)) all.push_back(&i);
  unsigned changed = 0;
  for (const WeakTrackingVH& each : all) {
    auto* i = dyn_cast_or_null<BinaryOperator>(each);
    if (!i) continue;
    IRBuilder<> b(i);
    Value* other = find(*i, b);
    if (!other) continue;
    i->replaceAllUsesWith(other);
    RecursivelyDeleteTriviallyDeadInstructions(i);
    ++changed;
  }
  return changed;
}

} // namespace

PreservedAnalyses CarriedSumsPass::run(Function& f, FunctionAnalysisManager&) {
  unsigned changed = 0;
  for (const auto find : {restore_halves, carry_along, fold_lower_half, fold_halves, add_later})
    changed += replace(f, find);
  count(Optimisation::CarriedSums, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
