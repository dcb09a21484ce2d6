// Registers are longwords, and data written to a transfer register cannot be read back.
//
// Bytes and halves (fields of headers) are extracted from the longword, or inserted into a copy of
// it in general-purpose registers. Reads of a write register use the same copy:
//
//   store i8 %v, ptr %out + 1       %w = or (and (load %copy), 0xff00ffff), (shl (zext %v), 16)
//                                   store %w, ptr %copy;  store %w, ptr %out
#include "mecc/lower/bytes.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/offsets.h"
#include "mecc/lower/pipeline.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

void collect_accesses(Value* pointer, std::vector<Instruction*>& out) {
  for (User* user : pointer->users()) {
    if (isa<LoadInst, StoreInst>(user))
      out.push_back(cast<Instruction>(user));
    else if (isa<GEPOperator>(user))
      collect_accesses(user, out);
  }
}

bool is_longword(const Instruction& i) {
  return getLoadStoreType(const_cast<Instruction*>(&i))->isIntegerTy(32) &&
         getLoadStoreAlignment(const_cast<Instruction*>(&i)) >= 4;
}

// One access, and its position in the object.
struct Spot {
  Instruction* at;
  unsigned bytes;
  Value* offset; // i32
  std::optional<unsigned> constant;
};

class Widener {
public:
  Widener(Job& job, Value& object)
      : job_(job), object_(object), kind_(*kind_of(&object)), dl_(job.module.getDataLayout()) {}

  void run() {
    std::vector<Instruction*> accesses;
    collect_accesses(&object_, accesses);
    if (auto* local = dyn_cast<AllocaInst>(&object_);
        local && any_of(accesses, [&](Instruction* i) { return needs_copy(*i); }))
      make_copy(*local);
    for (Instruction* i : accesses)
      rewrite(*i);
  }

private:
  bool needs_copy(const Instruction& i) const {
    return isa<StoreInst>(i) ? !is_longword(i) : is_write_only(kind_);
  }

  void make_copy(AllocaInst& local) {
    IRBuilder<> b(&local);
    const uint64_t bytes = dl_.getTypeAllocSize(local.getAllocatedType());
    copy_ = b.CreateAlloca(ArrayType::get(b.getInt32Ty(), (bytes + 3) / 4), nullptr,
                           local.getName() + ".copy");
    copy_->setAlignment(Align(4));
  }

  Spot spot_of(IRBuilder<>& b, Instruction& i) const {
    Spot s{&i, static_cast<unsigned>(dl_.getTypeStoreSize(getLoadStoreType(&i))),
           offset_in(b, getLoadStorePointerOperand(&i), &object_), std::nullopt};
    if (const auto* c = dyn_cast<ConstantInt>(s.offset))
      s.constant = static_cast<unsigned>(c->getZExtValue());
    return s;
  }

  static Value* word_pointer(IRBuilder<>& b, Value* base, Value* word) {
    return b.CreateGEP(b.getInt32Ty(), base, word);
  }

  uint64_t object_bytes() const {
    if (const auto* local = dyn_cast<AllocaInst>(&object_))
      return dl_.getTypeAllocSize(local->getAllocatedType());
    return dl_.getTypeAllocSize(cast<GlobalVariable>(object_).getValueType());
  }

  // Drops accesses outside the object: undefined in C, here they would touch other objects'
  // registers.
  bool drop_outside(Instruction& i) {
    APInt offset(32, 0);
    const Value* base = getLoadStorePointerOperand(&i)->stripAndAccumulateConstantOffsets(
        dl_, offset, /*AllowNonInbounds=*/true);
    const int64_t at = offset.getSExtValue();
    const auto bytes = static_cast<int64_t>(dl_.getTypeStoreSize(getLoadStoreType(&i)));
    if (base != &object_ || (at >= 0 && at + bytes <= static_cast<int64_t>(object_bytes())))
      return false;
    job_.report.warning(i,
                        fmt::format("'{}' has {} bytes in registers, and this is byte {}; the "
                                    "access is left out",
                                    user_name(&object_), object_bytes(), at),
                        "registers");
    if (isa<LoadInst>(i)) i.replaceAllUsesWith(PoisonValue::get(i.getType()));
    i.eraseFromParent();
    return true;
  }

  void rewrite(Instruction& i) {
    if (drop_outside(i)) return;
    if (is_longword(i) && !copy_) return;
    IRBuilder<> b(&i);
    const Spot s = spot_of(b, i);
    if (!s.constant && !of_longwords(s) &&
        (s.bytes > 4 || getLoadStoreAlignment(&i).value() < PowerOf2Ceil(s.bytes)))
      return job_.report.error(i,
                               fmt::format("'{}' is in registers and indexed by a "
                                           "variable, but the access may cross a longword; align "
                                           "it to its size",
                                           user_name(&object_)));
    if (auto* load = dyn_cast<LoadInst>(&i))
      i.replaceAllUsesWith(from_integer(b, read(b, s, load->isVolatile()), i.getType()));
    else
      write(b, s, to_integer(b, cast<StoreInst>(i).getValueOperand(), s.bytes), i.isVolatile());
    i.eraseFromParent();
  }

  Value* load_word(IRBuilder<>& b, Value* base, Value* word, bool is_volatile) {
    return b.CreateLoad(b.getInt32Ty(), word_pointer(b, base, word), is_volatile);
  }

  // True for whole longwords, at any index.
  static bool of_longwords(const Spot& s) {
    return s.bytes % 4 == 0 && getLoadStoreAlignment(s.at).value() >= 4;
  }

  // Index of the n-th longword of an access at a variable offset.
  static Value* longword(IRBuilder<>& b, const Spot& s, unsigned n) {
    Value* first = b.CreateLShr(s.offset, 2);
    return n == 0 ? first : b.CreateAdd(first, b.getInt32(n));
  }

  // Shift count that moves a small access at a variable offset to the low bits.
  static Value* shift_of(IRBuilder<>& b, const Spot& s) {
    Value* byte = b.CreateAnd(s.offset, b.getInt32(3));
    return b.CreateShl(b.CreateSub(b.getInt32(4 - s.bytes), byte), 3);
  }

  Value* read(IRBuilder<>& b, const Spot& s, bool is_volatile) {
    Value* base = is_write_only(kind_) ? copy_ : &object_;
    if (!s.constant && s.bytes < 4) {
      Value* word = load_word(b, base, longword(b, s, 0), is_volatile);
      return b.CreateTrunc(b.CreateLShr(word, shift_of(b, s)), b.getIntNTy(8 * s.bytes));
    }
    Words words;
    if (!s.constant) {
      for (unsigned n = 0; n < s.bytes / 4; ++n)
        words.push_back(load_word(b, base, longword(b, s, n), is_volatile));
      return extract_bytes(b, words, 0, s.bytes);
    }
    for (unsigned w = *s.constant / 4; w * 4 < *s.constant + s.bytes; ++w)
      words.push_back(load_word(b, base, b.getInt32(w), is_volatile));
    return extract_bytes(b, words, *s.constant % 4, s.bytes);
  }

  void store_word(IRBuilder<>& b, Value* index, Value* word, bool is_volatile) {
    if (copy_) b.CreateStore(word, word_pointer(b, copy_, index));
    b.CreateStore(word, word_pointer(b, &object_, index), is_volatile);
  }

  // Merges with the other bytes last written; shared registers can be read themselves.
  Value* merged(IRBuilder<>& b, Value* index, Value* bits, Value* mask, bool is_volatile) {
    Value* old = load_word(b, copy_ ? copy_ : &object_, index, is_volatile);
    return b.CreateOr(b.CreateAnd(old, b.CreateNot(mask)), bits);
  }

  void write(IRBuilder<>& b, const Spot& s, Value* v, bool is_volatile) {
    if (!s.constant) return write_variable(b, s, v, is_volatile);
    for (unsigned w = *s.constant / 4; w * 4 < *s.constant + s.bytes; ++w) {
      const int at = static_cast<int>(w * 4) - static_cast<int>(*s.constant);
      Value* word = longword_of(b, v, s.bytes, at);
      const uint32_t mask = covered(s, w);
      if (mask != 0xffffffff) word = merged(b, b.getInt32(w), word, b.getInt32(mask), is_volatile);
      store_word(b, b.getInt32(w), word, is_volatile);
    }
  }

  static uint32_t covered(const Spot& s, unsigned word) {
    unsigned mask = 0;
    for (unsigned byte = 0; byte < 4; ++byte)
      if (word * 4 + byte >= *s.constant && word * 4 + byte < *s.constant + s.bytes)
        mask |= 8u >> byte;
    return bits_of_mask(mask);
  }

  void write_variable(IRBuilder<>& b, const Spot& s, Value* v, bool is_volatile) {
    if (s.bytes >= 4) {
      for (unsigned n = 0; n < s.bytes / 4; ++n)
        store_word(b, longword(b, s, n), longword_of(b, v, s.bytes, static_cast<int>(4 * n)),
                   is_volatile);
      return;
    }
    Value* index = longword(b, s, 0);
    Value* shift = shift_of(b, s);
    Value* mask = b.CreateShl(b.getInt32((1u << (8 * s.bytes)) - 1), shift);
    Value* word = b.CreateShl(b.CreateZExt(v, b.getInt32Ty()), shift);
    store_word(b, index, merged(b, index, word, mask, is_volatile), is_volatile);
  }

  Job& job_;
  Value& object_;
  Kind kind_;
  const DataLayout& dl_;
  AllocaInst* copy_ = nullptr;
};

bool is_longwords(Kind k) {
  return is_transfer(k) || k == Kind::NnIn || k == Kind::NnOut || k == Kind::SharedGpr ||
         k == Kind::StaticGpr;
}

} // namespace

void widen_transfers(Job& job) {
  std::vector<Value*> objects;
  const auto add = [&](Value& v) {
    if (const std::optional<Kind> k = kind_of(&v); k && is_longwords(*k)) objects.push_back(&v);
  };
  for (GlobalVariable& g : job.module.globals())
    add(g);
  for (Function& f : job.module)
    for (Instruction& i : instructions(f))
      add(i);
  for (Value* object : objects)
    Widener(job, *object).run();
  if (!objects.empty()) {
    Pipeline().run(job.module, functions_pipeline("PROMOTE,early-cse<memssa>,dse,adce"));
    for (Function& f : job.module) // scalar replacement may recreate them
      replace_walking_pointers(f);
  }
  release_objects(job.module);
}

} // namespace mecc::lower
