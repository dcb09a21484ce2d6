// Instruction selection may change bits of a value that no instruction needs. A debug record that
// shows such bits gets an expression of the value's operands, or no location. A pass before CodeGen
// Prepare ends records of loads, which masks them if their users ignore bits.
#include "mecc/codegen/target_machine.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Local.h"

#include <list>
#include <map>
#include <optional>
#include <vector>

using namespace llvm;

namespace mecc::codegen {
namespace {

std::vector<DbgVariableRecord*> debug_values(Function& f) {
  std::vector<DbgVariableRecord*> out;
  for (Instruction& i : instructions(f))
    for (DbgVariableRecord& r : filterDbgVars(i.getDbgRecordRange()))
      if (r.isDbgValue() && !r.isKillLocation()) out.push_back(&r);
  return out;
}

// Bits that the record's expression shows: the mask's, or all.
APInt shown(const DbgVariableRecord& r, unsigned bits) {
  const ArrayRef<uint64_t> ops = r.getExpression()->getElements();
  if (ops.size() >= 3 && ops[0] == dwarf::DW_OP_constu && ops[2] == dwarf::DW_OP_and)
    return APInt(64, ops[1]).zextOrTrunc(bits);
  return APInt::getAllOnes(bits);
}

// A left shift without its flags, which the destructor restores.
class PlainShift {
public:
  explicit PlainShift(Instruction& shift)
      : shift_(shift), nuw_(shift.hasNoUnsignedWrap()), nsw_(shift.hasNoSignedWrap()) {
    set(false, false);
  }
  PlainShift(const PlainShift&) = delete;
  PlainShift& operator=(const PlainShift&) = delete;
  ~PlainShift() { set(nuw_, nsw_); }

private:
  void set(bool nuw, bool nsw) {
    shift_.setHasNoUnsignedWrap(nuw);
    shift_.setHasNoSignedWrap(nsw);
  }

  Instruction& shift_;
  const bool nuw_, nsw_;
};

bool is_left_shift(const Instruction& i) {
  return i.getOpcode() == Instruction::Shl;
}

// Bits of values that instructions need. A left shift's flags promise bits of its operand, so that
// LLVM's analysis counts these as needed; CodeGen Prepare and selection drop the flags.
class NeededBits {
public:
  explicit NeededBits(Function& f) : assumptions_(f), tree_(f), bits_(f, assumptions_, tree_) {
    std::list<PlainShift> shifts;
    for (Instruction& i : instructions(f))
      if (is_left_shift(i)) shifts.emplace_back(i);
    bits_.isInstructionDead(&f.getEntryBlock().front()); // analyses the function
  }

  APInt of(Instruction& i) { return bits_.getDemandedBits(&i); }
  APInt of(Use& use) {
    auto& user = *cast<Instruction>(use.getUser());
    if (!user.getType()->isIntegerTy())
      return APInt::getAllOnes(use->getType()->getIntegerBitWidth());
    std::optional<PlainShift> shift;
    if (is_left_shift(user)) shift.emplace(user);
    return bits_.getDemandedBits(&use);
  }

private:
  AssumptionCache assumptions_;
  DominatorTree tree_;
  DemandedBits bits_;
};

class DebugLoads final : public FunctionPass {
public:
  static char ID;
  DebugLoads() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "MEv2 debug values of loads"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override { needs.setPreservesAll(); }

  bool runOnFunction(Function& f) override {
    if (!f.getSubprogram()) return false;
    NeededBits needed(f);
    const auto loses_bits = [&](const DbgVariableRecord& r, Value* v) {
      auto* load = dyn_cast<LoadInst>(v);
      if (!load || !load->isSimple() || !load->getType()->isIntegerTy() || !is_masked(*load))
        return false;
      const APInt bits = needed.of(*load);
      return !shown(r, bits.getBitWidth()).isSubsetOf(bits);
    };
    for (DbgVariableRecord* r : debug_values(f))
      if (any_of(r->location_ops(), [&](Value* v) { return loses_bits(*r, v); }))
        r->setKillLocation();
    return false;
  }

private:
  // True if all users ignore bits, as CodeGen Prepare demands.
  static bool is_masked(const LoadInst& load) {
    SmallVector<const User*> work(load.users());
    SmallPtrSet<const User*, 8> seen;
    while (!work.empty()) {
      const User* user = work.pop_back_val();
      if (!seen.insert(user).second || isa<TruncInst>(user)) continue;
      const unsigned opcode = cast<Instruction>(user)->getOpcode();
      if (opcode == Instruction::PHI)
        work.append(user->user_begin(), user->user_end());
      else if ((opcode != Instruction::And && opcode != Instruction::Shl) ||
               !isa<ConstantInt>(user->getOperand(1)))
        return false;
    }
    return true;
  }
};
char DebugLoads::ID;

class DebugBits final : public FunctionPass {
public:
  static char ID;
  DebugBits() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "MEv2 debug bits"; }
  void getAnalysisUsage(AnalysisUsage& needs) const override { needs.setPreservesAll(); }

  bool runOnFunction(Function& f) override {
    if (!f.getSubprogram()) return false;
    NeededBits needed(f);
    whole_.clear();
    for (DbgVariableRecord* r : debug_values(f))
      while (Instruction* i = uncertain(*r, needed))
        if (reads_high_bits(*i))
          r->setKillLocation();
        else
          salvageDebugInfoForDbgValues(*i, {}, {r});
    return false;
  }

private:
  // Instruction of the location that selection may change in bits that the record shows.
  Instruction* uncertain(const DbgVariableRecord& r, NeededBits& needed) {
    if (r.isKillLocation()) return nullptr;
    for (Value* v : r.location_ops())
      if (auto* i = dyn_cast<Instruction>(v); i && i->getType()->isIntegerTy())
        if (may_change(*i, shown(r, i->getType()->getIntegerBitWidth()), needed)) return i;
    return nullptr;
  }

  // True if the result depends on bits of registers above a narrow operand.
  static bool reads_high_bits(const Instruction& i) {
    switch (i.getOpcode()) {
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem: return i.getType()->getIntegerBitWidth() < 32;
    default: return false;
    }
  }

  // Selection changes a value for the sake of a user in the same block, if the other users can read
  // operands of the value instead.
  bool may_change(Instruction& i, const APInt& shown, NeededBits& needed) {
    const auto is_read = [&](Use& use) {
      const auto& user = *cast<Instruction>(use.getUser());
      return reads(user, i) || (!reads_through(user, i) && shown.isSubsetOf(needed.of(use)));
    };
    if (!i.getType()->isIntegerTy() || any_of(i.uses(), is_read)) return false;
    return any_of(i.uses(), [&](Use& use) {
      auto& user = *cast<Instruction>(use.getUser());
      const APInt bits = needed.of(use);
      if (shown.isSubsetOf(bits) || !may_change(i, bits, *i.getParent(), 0)) return false;
      return ignores_bits(user) || whole_may_change(user, needed);
    });
  }
  bool whole_may_change(Instruction& i, NeededBits& needed) {
    const auto known = whole_.find(&i);
    if (known != whole_.end()) return known->second;
    const APInt all = APInt::getAllOnes(i.getType()->getIntegerBitWidth());
    return whole_[&i] = may_change(i, all, needed);
  }
  // True if the user needs the value itself in a register.
  static bool reads(const Instruction& user, const Instruction& value) {
    return user.getParent() != value.getParent() || isa<PHINode>(user) || isa<StoreInst>(user) ||
           isa<ReturnInst>(user) || (isa<CallInst>(user) && !isa<IntrinsicInst>(user));
  }
  // True if the operations may combine.
  static bool reads_through(const Instruction& user, const Instruction& value) {
    return isa<CastInst>(user) || isa<BinaryOperator>(value) || isa<ZExtInst>(value) ||
           isa<SExtInst>(value);
  }
  static bool ignores_bits(const Instruction& user) {
    switch (user.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Xor:
    case Instruction::Select:
    case Instruction::ZExt:
    case Instruction::SExt: return false;
    default: return true;
    }
  }

  // True if the value is shifted: another shift combines with that.
  static bool is_shift(const Value& v) {
    const auto* i = dyn_cast<Instruction>(&v);
    return i && (isa<CastInst>(i) ? is_shift(*i->getOperand(0)) : i->isShift());
  }

  // True if a simpler computation could have the needed bits of `v` and differ in others.
  static bool may_change(const Value& v, const APInt& needed, const BasicBlock& block,
                         unsigned depth) {
    if (needed.isAllOnes() || depth >= SelectionDAG::MaxRecursionDepth) return false;
    if (const auto* c = dyn_cast<ConstantInt>(&v)) return !c->getValue().isSubsetOf(needed);
    const auto* i = dyn_cast<Instruction>(&v);
    if (!i || i->getParent() != &block) return false;
    const KnownBits known = computeKnownBits(&v, block.getDataLayout());
    if (needed.isSubsetOf(known.Zero | known.One)) return true; // a constant
    const auto operand = [&](unsigned n, const APInt& bits) {
      return may_change(*i->getOperand(n), bits, block, depth + 1);
    };
    const auto* constant =
        i->getNumOperands() == 2 ? dyn_cast<ConstantInt>(i->getOperand(1)) : nullptr;
    switch (i->getOpcode()) {
    case Instruction::And:
      if (constant && needed.isSubsetOf(constant->getValue())) return true;
      [[fallthrough]];
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::Add:
    case Instruction::Sub: return operand(0, needed) || operand(1, needed);
    case Instruction::Mul: // by a constant: shifts and sums
      return (constant && is_shift(*i->getOperand(0))) || operand(0, needed) || operand(1, needed);
    case Instruction::Select: return operand(1, needed) || operand(2, needed);
    case Instruction::Trunc:
      return operand(0, needed.zext(i->getOperand(0)->getType()->getIntegerBitWidth()));
    case Instruction::Shl:
    case Instruction::LShr: {
      if (!constant || is_shift(*i->getOperand(0))) return true;
      const unsigned by = static_cast<unsigned>(constant->getZExtValue());
      return operand(0, i->getOpcode() == Instruction::Shl ? needed.lshr(by) : needed.shl(by));
    }
    case Instruction::ZExt: return !isa<ICmpInst>(i->getOperand(0));
    case Instruction::Call: return isa<IntrinsicInst>(i);
    case Instruction::PHI:
    case Instruction::Load:
    case Instruction::ICmp: return false;
    default: return true;
    }
  }

  std::map<const Instruction*, bool> whole_; // results for all bits: many users share theirs
};
char DebugBits::ID;

} // namespace

FunctionPass* create_debug_loads() {
  return new DebugLoads;
}

FunctionPass* create_debug_bits() {
  return new DebugBits;
}

} // namespace mecc::codegen
