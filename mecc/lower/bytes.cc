#include "mecc/lower/bytes.h"

using namespace llvm;

namespace mecc::lower {

namespace {

Value* shifted_left(IRBuilder<>& b, Value* v, unsigned bytes) {
  return bytes ? b.CreateShl(v, 8 * bytes) : v;
}
Value* shifted_right(IRBuilder<>& b, Value* v, unsigned bytes) {
  return bytes ? b.CreateLShr(v, 8 * bytes) : v;
}

// Four bytes from byte `at` on; bytes after the last word are 0.
Value* longword_at(IRBuilder<>& b, ArrayRef<Value*> words, unsigned at) {
  Value* first = words[at / 4];
  const unsigned shift = 8 * (at % 4);
  if (shift == 0) return first;
  if (at / 4 + 1 >= words.size()) return b.CreateShl(first, shift);
  return b.CreateIntrinsic(Intrinsic::fshl, {b.getInt32Ty()},
                           {first, words[at / 4 + 1], b.getInt32(shift)});
}

Value* extract_upto_four(IRBuilder<>& b, ArrayRef<Value*> words, unsigned at, unsigned bytes) {
  Value* v = nullptr;
  if (at % 4 + bytes <= 4)
    v = shifted_right(b, words[at / 4], 4 - at % 4 - bytes);
  else
    v = shifted_right(b, longword_at(b, words, at), 4 - bytes);
  return b.CreateTrunc(v, b.getIntNTy(8 * bytes));
}

} // namespace

Value* extract_bytes(IRBuilder<>& b, ArrayRef<Value*> words, unsigned at, unsigned bytes) {
  if (bytes <= 4) return extract_upto_four(b, words, at, bytes);
  Type* type = b.getIntNTy(8 * bytes);
  Value* high = b.CreateZExt(extract_bytes(b, words, at, bytes - 4), type);
  Value* low = b.CreateZExt(extract_upto_four(b, words, at + bytes - 4, 4), type);
  return b.CreateOr(b.CreateShl(high, 32), low);
}

Value* longword_of(IRBuilder<>& b, Value* value, unsigned bytes, int at) {
  const int right = static_cast<int>(bytes) - at - 4; // bytes of value after the longword
  Type* word = b.getInt32Ty();
  if (right >= 0)
    return b.CreateZExtOrTrunc(shifted_right(b, value, static_cast<unsigned>(right)), word);
  return shifted_left(b, b.CreateZExtOrTrunc(value, word), static_cast<unsigned>(-right));
}

Value* to_integer(IRBuilder<>& b, Value* v, unsigned bytes) {
  Type* type = b.getIntNTy(8 * bytes);
  if (v->getType()->isPointerTy()) return b.CreatePtrToInt(v, type);
  return b.CreateZExt(v, type);
}

Value* from_integer(IRBuilder<>& b, Value* v, Type* type) {
  if (type->isPointerTy()) return b.CreateIntToPtr(v, type);
  return b.CreateTrunc(v, type);
}

uint32_t bits_of_mask(unsigned mask) {
  uint32_t bits = 0;
  for (unsigned n = 0; n < 4; ++n)
    if (mask >> n & 1) bits |= 0xffu << (8 * n);
  return bits;
}

} // namespace mecc::lower
