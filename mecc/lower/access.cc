#include "mecc/lower/access.h"
#include "mecc/lower/memory_choice.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::lower {

namespace {

// Offset of RBUF and TBUF data in the MSF's address space (docs/isa.md).
constexpr uint32_t kMsfBuffers = 0x2000;

constexpr Unit kUnits[] = {
    {Region::Sram, 4, "SRAM_READ", "SRAM_WRITE", 12, 0, 8},
    {Region::Dram, 8, "DRAM_READ", "DRAM_WRITE", 12, 0, 4},
    {Region::Scratch, 4, "SCRATCH_READ", "SCRATCH_WRITE", 0, 0, 8},
    {Region::Rbuf, 4, "MSF_READ", nullptr, 0, kMsfBuffers, 8},
    {Region::Tbuf, 4, nullptr, "MSF_WRITE", 0, kMsfBuffers, 8},
};

constexpr char kCombinable[] = "mecc.combinable";
constexpr uint32_t kMaskEnable = 1u << 20; // of the override word
// Offsets that fit the second address operand of a command.
constexpr int64_t kLargestOffset = 127;

std::optional<unsigned> phase_of(const Value* root, unsigned granule, Align known_at_offset,
                                 int64_t offset, const DataLayout& dl) {
  if (known_at_offset.value() >= granule) return static_cast<unsigned>(-offset & (granule - 1));
  const KnownBits bits = computeKnownBits(root, dl);
  const APInt low = APInt::getLowBitsSet(bits.getBitWidth(), Log2_32(granule));
  if (!low.isSubsetOf(bits.Zero | bits.One)) return std::nullopt;
  return static_cast<unsigned>((bits.One & low).getZExtValue());
}

// Splits an address into a root and the sum of its constants.
std::pair<Value*, int64_t> split_root(Value* v, const DataLayout& dl) {
  uint32_t offset = 0;
  while (true) {
    if (v->getType()->isPointerTy()) {
      APInt part(32, 0);
      v = v->stripAndAccumulateConstantOffsets(dl, part, /*AllowNonInbounds=*/true);
      offset += static_cast<uint32_t>(part.getZExtValue());
      if (Operator::getOpcode(v) != Instruction::IntToPtr) break;
      v = cast<Operator>(v)->getOperand(0);
      if (!v->getType()->isIntegerTy(32)) break;
      continue;
    }
    Value* rest = nullptr;
    const APInt* constant = nullptr;
    if (match(v, m_Add(m_Value(rest), m_APInt(constant)))) {
      v = rest;
    } else if (match(v, m_APInt(constant)) && !constant->isZero()) {
      v = ConstantInt::get(v->getType(), 0);
    } else if (match(v, m_PtrToInt(m_Value(rest)))) {
      v = rest;
      continue;
    } else {
      break;
    }
    offset += static_cast<uint32_t>(constant->getZExtValue());
  }
  return {v, static_cast<int32_t>(offset)};
}

} // namespace

Value* address_of(IRBuilder<>& b, const Access& a) {
  Value* root = a.root;
  if (!root->getType()->isPointerTy()) return root;
  // A pointer loaded through a command is a number already.
  if (auto* number = dyn_cast<IntToPtrInst>(root); number && number->getSrcTy()->isIntegerTy(32))
    return number->getOperand(0);
  return b.CreatePtrToInt(root, b.getInt32Ty());
}

bool are_disjoint(const Access& a, const Access& b) {
  if (a.unit != b.unit) return true;
  return a.root == b.root && (a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset);
}

const Unit& unit_of(Region r) {
  return kUnits[static_cast<unsigned>(r) - 1];
}

std::optional<Access> access_of(Instruction& i, bool data_in_sram) {
  Value* pointer = getLoadStorePointerOperand(&i);
  if (!pointer) return std::nullopt;
  auto space = pointer->getType()->getPointerAddressSpace();
  if (space == 0) {
    if (!data_in_sram || is_local(pointer)) return std::nullopt;
    space = static_cast<unsigned>(Region::Sram);
  }
  const DataLayout& dl = i.getModule()->getDataLayout();
  Access a;
  a.at = &i;
  a.unit = &unit_of(static_cast<Region>(space));
  const auto [root, offset] = split_root(pointer, dl);
  a.root = root;
  a.offset = offset;
  a.bytes = static_cast<unsigned>(dl.getTypeStoreSize(getLoadStoreType(&i)));
  a.is_store = isa<StoreInst>(i);
  a.is_volatile = i.isVolatile() && !is_combinable(i);
  a.root_phase = phase_of(a.root, a.unit->granule, getLoadStoreAlignment(&i), a.offset, dl);
  return a;
}

void mark_combinable(Instruction& access) {
  access.setMetadata(kCombinable, MDNode::get(access.getContext(), {}));
}

bool is_combinable(const Instruction& access) {
  return access.hasMetadata(kCombinable);
}

void split_addresses(Function& f) {
  const DataLayout& dl = f.getParent()->getDataLayout();
  std::vector<GetElementPtrInst*> geps;
  for (Instruction& i : instructions(f))
    if (auto* gep = dyn_cast<GetElementPtrInst>(&i); gep && !gep->hasAllConstantIndices())
      geps.push_back(gep);
  for (GetElementPtrInst* gep : geps) {
    MapVector<Value*, APInt> scaled;
    APInt constant(32, 0);
    if (constant.getBitWidth() != dl.getIndexTypeSizeInBits(gep->getType()) ||
        !gep->collectOffset(dl, 32, scaled, constant))
      continue;
    IRBuilder<> b(gep);
    Value* variable = nullptr;
    for (const auto& [index, scale] : scaled) {
      Value* part = b.CreateMul(b.CreateSExtOrTrunc(index, b.getInt32Ty()), b.getInt(scale));
      variable = variable ? b.CreateAdd(variable, part) : part;
    }
    Value* pointer = gep->getPointerOperand();
    if (variable) pointer = b.CreateGEP(b.getInt8Ty(), pointer, variable); // else: empty elements
    if (!constant.isZero()) pointer = b.CreateGEP(b.getInt8Ty(), pointer, b.getInt(constant));
    gep->replaceAllUsesWith(pointer);
    gep->eraseFromParent();
  }
}

static Value* word_of(IRBuilder<>& b, Value* registers, unsigned n) {
  return n ? b.CreateConstGEP1_32(b.getInt32Ty(), registers, n) : registers;
}

IRBuilder<> Commands::entry() {
  BasicBlock& block = function_.getEntryBlock();
  return IRBuilder<>(&block, block.getFirstInsertionPt());
}

Value* Commands::transfer(const Unit& unit, bool in, unsigned words) {
  const bool dram = unit.region == Region::Dram;
  const Kind kind = in ? (dram ? Kind::DIn : Kind::SIn) : (dram ? Kind::DOut : Kind::SOut);
  const std::string name =
      fmt::format("implicit {} {}", dram ? "dram" : "sram", in ? "read" : "write");
  Value*& object = transfers_[{name, words}];
  if (!object) {
    IRBuilder<> b = entry();
    object = b.CreateAlloca(ArrayType::get(b.getInt32Ty(), words), nullptr, in ? "in" : "out");
    cast<AllocaInst>(object)->setAlignment(Align(unit.granule));
    set_object(object, kind, name);
  }
  return object;
}

Value* Commands::signal(const Unit& unit) {
  const bool pair = unit.region == Region::Dram;
  Value*& object = signals_[pair];
  if (!object) {
    IRBuilder<> b = entry();
    object = b.CreateAlloca(ArrayType::get(b.getInt32Ty(), pair ? 2 : 1), nullptr, "done");
    set_object(object, pair ? Kind::SignalPair : Kind::Signal, "implicit done");
  }
  return object;
}

void Commands::issue(IRBuilder<>& b, const Unit& unit, const char* opcode, Value* registers,
                     Value* address, int64_t offset, unsigned granules, Value* indirect) {
  Module& m = *function_.getParent();
  offset += unit.base;
  if (offset < 0 || offset > kLargestOffset || isa<Constant>(address)) {
    address = b.CreateAdd(address, b.getInt32(static_cast<uint32_t>(offset)));
    offset = 0;
  }
  // A DRAM command has two signals; swapping out on both needs a separate ctx_arb.
  const bool waits = unit.region == Region::Dram;
  Value* done = signal(unit);
  SmallVector<Value*, 7> arguments{registers, address, b.getInt32(static_cast<uint32_t>(offset)),
                                   b.getInt32(granules)};
  if (indirect) arguments.push_back(indirect);
  arguments.push_back(b.getInt32(static_cast<uint32_t>(waits ? Sync::SigDone : Sync::CtxSwap)));
  arguments.push_back(done);
  b.CreateCall(declare_command(m, opcode, indirect), arguments);
  if (waits) b.CreateCall(declare_wait_all(m), {done});
}

SmallVector<Value*, 16> Commands::read(IRBuilder<>& b, const Unit& unit, Value* address,
                                       int64_t offset, unsigned granules) {
  const unsigned words = granules * unit.words();
  Value* registers = transfer(unit, /*in=*/true, words);
  issue(b, unit, unit.read, registers, address, offset, granules, nullptr);
  SmallVector<Value*, 16> values;
  for (unsigned n = 0; n < words; ++n)
    values.push_back(b.CreateLoad(b.getInt32Ty(), word_of(b, registers, n)));
  return values;
}

void Commands::write(IRBuilder<>& b, const Unit& unit, Value* address, int64_t offset,
                     ArrayRef<Value*> words) {
  const unsigned count = static_cast<unsigned>(words.size());
  Value* registers = transfer(unit, /*in=*/false, count);
  for (unsigned n = 0; n < count; ++n)
    b.CreateStore(words[n], word_of(b, registers, n));
  issue(b, unit, unit.write, registers, address, offset, count / unit.words(), nullptr);
}

void Commands::write_masked(IRBuilder<>& b, const Unit& unit, Value* address, int64_t offset,
                            ArrayRef<Value*> words, Value* mask) {
  Value* registers = transfer(unit, /*in=*/false, unit.words());
  for (unsigned n = 0; n < unit.words(); ++n)
    b.CreateStore(words[n], word_of(b, registers, n));
  Value* indirect = b.CreateOr(b.CreateShl(mask, unit.mask_shift), b.getInt32(kMaskEnable));
  issue(b, unit, unit.write, registers, address, offset, 1, indirect);
}

void Commands::change_bits(IRBuilder<>& b, const Unit& unit, Value* address, int64_t offset,
                           Value* word, Value* bits) {
  const auto apply = [&](const char* opcode, Value* which) {
    if (match(which, m_Zero())) return;
    Value* registers = transfer(unit, /*in=*/false, 1);
    b.CreateStore(which, registers);
    issue(b, unit, opcode, registers, address, offset, 0, nullptr);
  };
  apply("SCRATCH_CLR", b.CreateAnd(bits, b.CreateNot(word)));
  apply("SCRATCH_SET", word);
}

} // namespace mecc::lower
