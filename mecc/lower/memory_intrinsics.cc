// memcpy, memmove and memset become loads and stores: a short sequence if the length is a small
// constant (which implicit I/O then combines into bursts), else loops of bursts and of bytes.
#include "mecc/lower/job.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// Maximum bytes moved without a loop, and bytes per iteration. An unaligned access counts several.
struct Limits {
  uint64_t unrolled, turn;
};
Limits limits_of(Align align) {
  return align >= 4 ? Limits{64, 16} : Limits{8, 4};
}

constexpr Align kMostAligned = Align::Constant<16>(); // maximum alignment of interest

struct Side {
  Value* pointer;
  Align align;
  Value* at(IRBuilder<>& b, Value* offset) const {
    return b.CreateGEP(b.getInt8Ty(), pointer, offset);
  }
};

// One of the three intrinsics; a memset has no source but a longword with the repeated byte.
struct Transfer {
  Side to;
  std::optional<Side> from;
  Value* fill = nullptr;
  bool is_volatile = false;

  Align align() const { return from ? std::min(to.align, from->align) : to.align; }
};

Value* repeated(IRBuilder<>& b, Value* byte) {
  Value* word = b.CreateZExt(byte, b.getInt32Ty());
  word = b.CreateOr(word, b.CreateShl(word, 8));
  return b.CreateOr(word, b.CreateShl(word, 16));
}

Value* read(IRBuilder<>& b, const Transfer& t, Value* offset, unsigned bytes, Align align) {
  IntegerType* type = b.getIntNTy(8 * bytes);
  if (!t.from) return b.CreateTrunc(t.fill, type);
  return b.CreateAlignedLoad(type, t.from->at(b, offset), align, t.is_volatile);
}

void write(IRBuilder<>& b, const Transfer& t, Value* offset, Value* v, Align align) {
  b.CreateAlignedStore(v, t.to.at(b, offset), align, t.is_volatile);
}

// Copies [first, end) relative to `base`, an offset aligned to `known`: reads everything before it
// writes. Each side uses its own alignment: registers are always aligned.
void copy_unrolled(IRBuilder<>& b, const Transfer& t, Value* base, Align known, uint64_t first,
                   uint64_t end) {
  struct Piece {
    Value *offset, *value;
    uint64_t at;
  };
  const auto aligned = [&](const Side& side, uint64_t at) {
    return commonAlignment(std::min(side.align, known), at);
  };
  std::vector<Piece> pieces;
  for (uint64_t at = first; at < end;) {
    const unsigned bytes = end - at >= 4 ? 4 : end - at >= 2 ? 2 : 1;
    Value* offset = b.CreateAdd(base, b.getInt32(static_cast<uint32_t>(at)));
    pieces.push_back(
        {offset, read(b, t, offset, bytes, aligned(t.from ? *t.from : t.to, at)), at});
    at += bytes;
  }
  for (const Piece& p : pieces)
    write(b, t, p.offset, p.value, aligned(t.to, p.at));
}

// Emits a loop of `turns` (nonzero) iterations of `bytes` bytes each, from `base` on, a multiple of
// `bytes`; optionally backwards. Code is inserted before `before`.
void copy_loop(const Transfer& t, Value* base, Value* turns, uint64_t bytes, bool backwards,
               Instruction* before) {
  auto [body, turn] = SplitBlockAndInsertSimpleForLoop(turns, before);
  IRBuilder<> b(body);
  Value* n = turn;
  if (backwards) n = b.CreateSub(b.CreateSub(turns, turn), b.getInt32(1));
  Value* offset = b.CreateAdd(base, b.CreateMul(n, b.getInt32(static_cast<uint32_t>(bytes))));
  copy_unrolled(b, t, offset, commonAlignment(kMostAligned, bytes), 0, bytes);
}

// The same if `turns` may be zero.
void copy_loop_if_any(const Transfer& t, Value* base, Value* turns, uint64_t bytes, bool backwards,
                      Instruction* before) {
  IRBuilder<> b(before);
  Instruction* then = SplitBlockAndInsertIfThen(b.CreateICmpNE(turns, b.getInt32(0)), before,
                                                /*Unreachable=*/false);
  copy_loop(t, base, turns, bytes, backwards, then);
}

void copy_constant(const Transfer& t, uint64_t length, bool backwards, Instruction* before) {
  IRBuilder<> b(before);
  const auto [unrolled, step] = limits_of(t.align());
  const auto copy_straight = [&](uint64_t first, uint64_t end) {
    copy_unrolled(b, t, b.getInt32(0), kMostAligned, first, end);
  };
  if (length <= unrolled) return copy_straight(0, length);
  const uint64_t turns = length / step, tail = turns * step;
  // The last bytes come first or last, so that overlapping data are read before they are
  // overwritten.
  if (backwards) copy_straight(tail, length);
  copy_loop(t, b.getInt32(0), b.getInt32(static_cast<uint32_t>(turns)), step, backwards, before);
  b.SetInsertPoint(before);
  if (!backwards) copy_straight(tail, length);
}

void copy_variable(const Transfer& t, Value* length, bool backwards, Instruction* before) {
  IRBuilder<> b(before);
  Value* words = b.CreateLShr(length, 2);
  Value* tail = b.CreateAnd(length, b.getInt32(~3u));
  Value* bytes = b.CreateAnd(length, b.getInt32(3));
  if (backwards) copy_loop_if_any(t, tail, bytes, 1, backwards, before);
  copy_loop_if_any(t, b.getInt32(0), words, 4, backwards, before);
  if (!backwards) copy_loop_if_any(t, tail, bytes, 1, backwards, before);
}

void copy(const Transfer& t, Value* length, bool backwards, Instruction* before) {
  if (const auto* n = dyn_cast<ConstantInt>(length))
    return copy_constant(t, n->getZExtValue(), backwards, before);
  copy_variable(t, length, backwards, before);
}

bool may_overlap(const MemIntrinsic& call, Align align) {
  const auto* move = dyn_cast<MemMoveInst>(&call);
  if (!move) return false;
  const auto* n = dyn_cast<ConstantInt>(move->getLength());
  return move->getDestAddressSpace() == move->getSourceAddressSpace() &&
         !(n && n->getZExtValue() <= limits_of(align).unrolled);
}

void expand(MemIntrinsic& call) {
  IRBuilder<> b(&call);
  const auto side = [&](Value* pointer, MaybeAlign align) { // raises the alignment of locals
    const Align known = getOrEnforceKnownAlignment(pointer, Align(4), call.getDataLayout(), &call);
    return Side{pointer, std::max(align.valueOrOne(), known)};
  };
  Transfer t{side(call.getRawDest(), call.getDestAlign()), std::nullopt};
  t.is_volatile = call.isVolatile();
  if (auto* copying = dyn_cast<MemTransferInst>(&call))
    t.from = side(copying->getRawSource(), copying->getSourceAlign());
  else
    t.fill = repeated(b, cast<MemSetInst>(call).getValue());
  Value* length = b.CreateZExtOrTrunc(call.getLength(), b.getInt32Ty());
  if (may_overlap(call, t.align())) {
    Instruction *backwards, *forwards;
    SplitBlockAndInsertIfThenElse(b.CreateICmpUGT(t.to.pointer, t.from->pointer), &call, &backwards,
                                  &forwards);
    copy(t, length, /*backwards=*/true, backwards);
    copy(t, length, /*backwards=*/false, forwards);
  } else {
    copy(t, length, /*backwards=*/false, &call);
  }
  call.eraseFromParent();
}

} // namespace

void expand_memory_intrinsics(Job& job) {
  for (Function& f : job.module) {
    SmallVector<MemIntrinsic*, 8> calls;
    for (Instruction& i : instructions(f))
      if (auto* call = dyn_cast<MemIntrinsic>(&i)) calls.push_back(call);
    for (MemIntrinsic* call : calls)
      expand(*call);
  }
}

} // namespace mecc::lower
