// For variables aligned to their size, base + index equals base OR index. The shift of the index
// does the OR in the same word (alu_shf[address, base, OR, index, <<2]); an addition needs one
// more.
//
//   %p = gep i32, ptr inttoptr (i32 128), %i       %offset = shl %i, 2
//   %v = load i32, %p                              %p = inttoptr (or %offset, 128)
//
// An access through the pointer proves that the address is in the variable. It must be in the block
// of the address computation; otherwise the address might be unused and out of bounds.
#include "mecc/codegen/improve.h"

#include "mecc/lower/local_variables.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

#include <bit>

using namespace llvm;

namespace mecc::codegen {
namespace {

struct Variable {
  uint64_t address, bytes;

  bool aligned_to_size() const {
    const uint64_t size = std::bit_ceil(bytes);
    return address % size == 0;
  }
};

std::vector<Variable> local_variables(const Module& m) {
  std::vector<Variable> all;
  const NamedMDNode* list = m.getNamedMetadata(lower::kLocalVariables);
  if (!list) return all;
  const auto number = [](const MDNode& n, unsigned k) {
    return mdconst::extract<ConstantInt>(n.getOperand(k))->getZExtValue();
  };
  for (const MDNode* n : list->operands())
    all.push_back({number(*n, 0), number(*n, 1)});
  return all;
}

// base + constant + the sum of index * scale
struct Address {
  uint64_t base;
  int64_t constant;
  MapVector<Value*, APInt> variable;
  unsigned zeros = 32; // low bits of the sum that are 0
};

std::optional<uint64_t> number_of(const Value* pointer) {
  if (isa<ConstantPointerNull>(pointer)) return 0;
  const auto* cast = dyn_cast<ConstantExpr>(pointer);
  if (!cast || cast->getOpcode() != Instruction::IntToPtr) return std::nullopt;
  const auto* number = dyn_cast<ConstantInt>(cast->getOperand(0));
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

std::optional<Address> address_of(GetElementPtrInst& gep) {
  const auto base = number_of(gep.getPointerOperand());
  APInt constant(32, 0);
  Address a;
  const DataLayout& dl = gep.getDataLayout();
  if (!base || gep.getPointerAddressSpace() != 0 ||
      !cast<GEPOperator>(gep).collectOffset(dl, 32, a.variable, constant) || a.variable.empty())
    return std::nullopt;
  a.base = *base;
  a.constant = constant.getSExtValue();
  for (const auto& [index, scale] : a.variable)
    a.zeros = std::min(a.zeros,
                       scale.countr_zero() + computeKnownBits(index, dl).countMinTrailingZeros());
  return a;
}

class OrAddresses {
public:
  explicit OrAddresses(Function& f) : function_(f), variables_(local_variables(*f.getParent())) {}

  unsigned run() {
    unsigned changed = 0;
    for (Instruction& i : make_early_inc_range(instructions(function_)))
      if (auto* gep = dyn_cast<GetElementPtrInst>(&i)) changed += rewrite(*gep);
    return changed;
  }

private:
  bool rewrite(GetElementPtrInst& gep) {
    const auto a = address_of(gep);
    if (!a) return false;
    const Variable* v = variable_at(a->base);
    if (!v || !v->aligned_to_size()) return false;
    const int64_t behind = static_cast<int64_t>(a->base - v->address) + a->constant;
    if (!is_accessed(gep, behind, a->zeros)) return false;
    IRBuilder<> b(&gep);
    Value* sum = nullptr;
    for (const auto& [index, scale] : a->variable) {
      Value* part = b.CreateMul(b.CreateSExtOrTrunc(index, b.getInt32Ty()), b.getInt(scale));
      sum = sum ? b.CreateAdd(sum, part) : part;
    }
    // Not marked disjoint: selection would turn it back into a sum where it adds a constant.
    Value* whole = b.CreateOr(sum, b.getInt32(static_cast<uint32_t>(v->address)));
    Value* pointer = b.CreateIntToPtr(whole, gep.getType());
    if (behind)
      pointer = b.CreateConstGEP1_32(b.getInt8Ty(), pointer, static_cast<unsigned>(behind));
    gep.replaceAllUsesWith(pointer);
    gep.eraseFromParent();
    return true;
  }

  const Variable* variable_at(uint64_t address) const {
    const auto found = find_if(variables_, [&](const Variable& v) {
      return address >= v.address && address < v.address + v.bytes;
    });
    return found == variables_.end() ? nullptr : &*found;
  }

  // True if the variable is accessed whenever the address is computed, at an offset smaller than
  // the alignment of the sum.
  static bool is_accessed(const Instruction& pointer, int64_t behind, unsigned zeros) {
    const auto close = [&](int64_t bytes) {
      return bytes >= 0 && (zeros >= 32 || bytes < int64_t{1} << zeros);
    };
    const auto with = [&](const User* user) {
      return cast<Instruction>(user)->getParent() == pointer.getParent();
    };
    for (const User* user : pointer.users()) {
      if (!with(user)) continue;
      const Value* address = getLoadStorePointerOperand(user);
      if (address == &pointer && close(behind)) return true;
      const auto* more = dyn_cast<GetElementPtrInst>(user);
      APInt constant(32, 0);
      if (!more || more->getPointerOperand() != &pointer ||
          !more->accumulateConstantOffset(more->getDataLayout(), constant) ||
          !close(behind + constant.getSExtValue()))
        continue;
      for (const User* access : more->users())
        if (with(access) && getLoadStorePointerOperand(access) == more) return true;
    }
    return false;
  }

  Function& function_;
  const std::vector<Variable> variables_;
};

} // namespace

PreservedAnalyses OrAddressesPass::run(Function& f, FunctionAnalysisManager&) {
  const unsigned changed = OrAddresses(f).run();
  count(Optimisation::OrAddresses, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
