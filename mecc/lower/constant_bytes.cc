// Initialisers as bytes.
#include "mecc/lower/place.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

class Writer {
public:
  Writer(const DataLayout& dl, const Places& places, unsigned context)
      : dl_(dl), places_(places), context_(context) {}

  std::vector<uint8_t> bytes;

  bool write(const Constant& c, uint64_t at) {
    if (isa<UndefValue>(c) || c.isNullValue()) return true;
    if (const auto* data = dyn_cast<ConstantDataSequential>(&c)) return write_elements(*data, at);
    if (isa<ConstantArray, ConstantStruct>(c)) return write_operands(c, at);
    const std::optional<APInt> value = number_of(c);
    if (!value) return false;
    write_number(*value, dl_.getTypeStoreSize(c.getType()), at);
    return true;
  }

private:
  void write_number(const APInt& value, uint64_t size, uint64_t at) {
    const APInt wide = value.zextOrTrunc(static_cast<unsigned>(8 * size));
    for (uint64_t n = 0; n < size; ++n)
      bytes[at + n] = static_cast<uint8_t>(
          wide.extractBitsAsZExtValue(8, static_cast<unsigned>(8 * (size - 1 - n))));
  }

  bool write_elements(const ConstantDataSequential& data, uint64_t at) {
    const uint64_t size = data.getElementByteSize();
    for (unsigned n = 0; n < data.getNumElements(); ++n)
      if (!write(*data.getElementAsConstant(n), at + n * size)) return false;
    return true;
  }

  bool write_operands(const Constant& c, uint64_t at) {
    for (unsigned n = 0; n < c.getNumOperands(); ++n) {
      uint64_t offset = 0;
      if (auto* s = dyn_cast<StructType>(c.getType()))
        offset = dl_.getStructLayout(s)->getElementOffset(n);
      else
        offset = n * dl_.getTypeAllocSize(c.getType()->getArrayElementType());
      if (!write(*cast<Constant>(c.getOperand(n)), at + offset)) return false;
    }
    return true;
  }

  std::optional<APInt> address_of(const GlobalVariable& g) const {
    const auto place = places_.find(const_cast<GlobalVariable*>(&g));
    if (place == places_.end()) return std::nullopt;
    return APInt(32, place->second.address + context_ * place->second.stride);
  }

  std::optional<APInt> number_of(const Constant& c) const {
    if (const auto* n = dyn_cast<ConstantInt>(&c)) return n->getValue();
    if (c.isNullValue()) return APInt(32, 0);
    if (const auto* g = dyn_cast<GlobalVariable>(&c)) return address_of(*g);
    const auto* e = dyn_cast<ConstantExpr>(&c);
    if (!e) return std::nullopt;
    const unsigned width = e->getType()->isPointerTy() ? 32 : e->getType()->getIntegerBitWidth();
    const std::optional<APInt> first = number_of(*e->getOperand(0));
    if (!first) return std::nullopt;
    switch (e->getOpcode()) {
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast:
    case Instruction::Trunc: return first->zextOrTrunc(width);
    case Instruction::GetElementPtr: {
      APInt offset(32, 0);
      if (!cast<GEPOperator>(e)->accumulateConstantOffset(dl_, offset)) return std::nullopt;
      return *first + offset;
    }
    case Instruction::Add:
    case Instruction::Sub: {
      const std::optional<APInt> second = number_of(*e->getOperand(1));
      if (!second) return std::nullopt;
      return e->getOpcode() == Instruction::Add ? *first + *second : *first - *second;
    }
    default: return std::nullopt;
    }
  }

  const DataLayout& dl_;
  const Places& places_;
  unsigned context_;
};

} // namespace

std::optional<std::vector<uint8_t>> bytes_of(const Constant& c, const DataLayout& dl,
                                             const Places& places, unsigned context) {
  Writer w(dl, places, context);
  w.bytes.resize(dl.getTypeAllocSize(c.getType()));
  if (!w.write(c, 0)) return std::nullopt;
  return std::move(w.bytes);
}

} // namespace mecc::lower
