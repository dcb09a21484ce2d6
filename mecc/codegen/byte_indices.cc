// Carries indices of local memory in bytes where that saves the shift in front of accesses.
//
//   %i = phi [0, ...], [%next, ...]            %i = phi [0, ...], [%next, ...]
//   %p = gep i64, ptr null, %i                 %p = gep i64, ptr null, (lshr exact %i, 3)
//   %next = and (add %i, 1), 31                %next = and (add %i, 8), 248
//
// Selection removes the shift to the right together with the scale of the access.
#include "mecc/codegen/improve.h"

#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>
#include <set>
#include <vector>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::codegen {
namespace {

constexpr unsigned kMostMembers = 32;

// The exponent of the power of two by which an address scales its only index.
std::optional<unsigned> scale_of(const Use& use) {
  const APInt* factor = nullptr;
  if (match(use.getUser(), m_Mul(m_Value(), m_Power2(factor)))) return factor->logBase2();
  const auto* gep = dyn_cast<GetElementPtrInst>(use.getUser());
  APInt constant(32, 0);
  MapVector<Value*, APInt> indices;
  if (!gep || gep->getPointerAddressSpace() != 0 || use.getOperandNo() == 0 ||
      !gep->collectOffset(gep->getDataLayout(), 32, indices, constant) || indices.size() != 1 ||
      !indices.front().second.isPowerOf2() || indices.front().second.isOne())
    return std::nullopt;
  return indices.front().second.logBase2();
}

// False if the word that scales the index also adds a base.
bool only_scales(const User& address) {
  return isa<GetElementPtrInst>(address) ||
         any_of(address.users(), [](const User* u) { return match(u, m_Or(m_Value(), m_Zero())); });
}

// The instruction in front of which a value for this use is computed.
Instruction* place_of(const Use& use) {
  auto* user = cast<Instruction>(use.getUser());
  auto* phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use)->getTerminator() : user;
}

// Values connected by PHIs, selects and operations with constants.
class Web {
public:
  Web(PHINode& first, const BlockFrequencyInfo& frequencies, LazyValueInfo& ranges)
      : frequencies_(frequencies), ranges_(ranges) {
    members_.insert(&first);
    for (size_t n = 0; n < members_.size() && members_.size() <= kMostMembers; ++n)
      for_connected(*members_[n], [&](Value* v) {
        if (carries(v)) members_.insert(cast<Instruction>(v));
      });
  }

  ArrayRef<Instruction*> members() const { return members_.getArrayRef(); }

  // True if accesses that lose their shift run more often than instructions that are added.
  bool pays() {
    if (members_.size() > kMostMembers || !find_scale()) return false;
    std::set<std::pair<const Value*, const BasicBlock*>> addresses;
    for (Instruction* m : members_) {
      for (const Use& operand : m->operands())
        if (!leaf(operand)) return false;
      for (const Use& use : m->uses())
        if (is_member(use.getUser()))
          continue;
        else if (scale_of(use)) {
          if (only_scales(*use.getUser()) &&
              addresses.insert({m, place_of(use)->getParent()}).second)
            gain_ += frequency(use);
        } else if (!has_room(use))
          return false;
        else if (!is_comparison(use))
          gain_ -= frequency(use);
    }
    return gain_ > 0;
  }

  void scale() {
    DenseMap<Value*, Value*> scaled;
    for (Instruction* m : members_) {
      Instruction* bytes = m->clone();
      bytes->insertBefore(m);
      bytes->setName(m->getName() + ".bytes");
      if (isa<OverflowingBinaryOperator>(bytes)) bytes->dropPoisonGeneratingFlags();
      scaled[m] = bytes;
    }
    for (Instruction* m : members_)
      for (Use& operand : cast<Instruction>(scaled[m])->operands())
        if (is_scaled(operand)) operand.set(in_bytes(operand, scaled));
    for (Instruction* m : members_)
      replace(*m, *scaled[m]);
    for (Instruction* m : members_) {
      m->replaceAllUsesWith(PoisonValue::get(m->getType()));
      m->eraseFromParent();
    }
  }

private:
  static bool carries(const Value* v) {
    const auto* i = dyn_cast<Instruction>(v);
    return i && i->getType()->isIntegerTy(32) &&
           (isa<PHINode, SelectInst>(i) ||
            (is_contained({Instruction::Add, Instruction::Or, Instruction::And, Instruction::Shl},
                          i->getOpcode()) &&
             isa<ConstantInt>(i->getOperand(1))));
  }

  // False for operands that remain: the condition of a select, the amount of a shift.
  static bool is_scaled(const Use& operand) {
    const User* user = operand.getUser();
    if (isa<SelectInst>(user)) return operand.getOperandNo() != 0;
    return operand.getOperandNo() == 0 || isa<PHINode>(user) ||
           !match(user, m_Shl(m_Value(), m_Value()));
  }

  template <typename Do> static void for_connected(Instruction& i, const Do& apply) {
    for (Use& operand : i.operands())
      if (is_scaled(operand)) apply(operand.get());
    for (Use& use : i.uses())
      if (carries(use.getUser()) && is_scaled(use)) apply(use.getUser());
  }

  bool is_member(const User* user) const {
    return members_.contains(const_cast<Instruction*>(cast<Instruction>(user)));
  }

  bool find_scale() {
    for (const Instruction* m : members_)
      for (const Use& use : m->uses())
        if (const auto scale = scale_of(use)) {
          if (shift_ && shift_ != *scale) return false;
          shift_ = *scale;
        }
    return shift_ != 0;
  }

  int64_t frequency(const Use& use) const {
    return static_cast<int64_t>(std::min<uint64_t>(
        frequencies_.getBlockFreq(place_of(use)->getParent()).getFrequency(), INT64_MAX / 1024));
  }

  // Counts the cost of an operand from outside; false if it cannot be scaled.
  bool leaf(const Use& operand) {
    if (!is_scaled(operand) || carries(operand)) return true;
    if (isa<UndefValue>(operand)) return true;
    const auto* number = dyn_cast<ConstantInt>(operand);
    if (isa<Constant>(operand) && !number) return false;
    const bool masked = match(operand.getUser(), m_And(m_Value(), m_ConstantInt()));
    if (number ? number->getValue().shl(shift_).ugt(255) && !isa<PHINode>(operand.getUser())
               : !masked && !match(operand.get(), m_Shr(m_Value(), m_ConstantInt())))
      gain_ -= frequency(operand);
    return true;
  }

  // True if the value in bytes loses no bits.
  bool has_room(const Use& use) const {
    return ranges_.getConstantRangeAtUse(use, /*UndefAllowed=*/false)
               .getUnsignedMax()
               .countl_zero() >= shift_;
  }

  bool is_comparison(const Use& use) const {
    const auto* test = dyn_cast<ICmpInst>(use.getUser());
    const auto* number = test ? dyn_cast<ConstantInt>(test->getOperand(1)) : nullptr;
    return number && !test->isSigned() && number->getValue().countl_zero() >= shift_;
  }

  Value* in_bytes(Use& operand, const DenseMap<Value*, Value*>& scaled) {
    Value* v = operand.get();
    if (Value* bytes = scaled.lookup(v)) return bytes;
    if (isa<UndefValue>(v)) return v;
    Value*& made = made_[{v, place_of(operand)}]; // a PHI has one value for equal edges
    if (!made) made = IRBuilder<>(place_of(operand)).CreateShl(v, shift_);
    return made;
  }

  // Gives users outside the index again, next to them.
  void replace(Instruction& m, Value& bytes) {
    const auto index = [&](Instruction* place) {
      Value*& made = made_[{&bytes, place}];
      if (!made)
        made = BinaryOperator::CreateExact(Instruction::LShr, &bytes,
                                           ConstantInt::get(m.getType(), shift_), m.getName(),
                                           place->getIterator());
      return made;
    };
    for (Use& use : make_early_inc_range(m.uses())) {
      if (is_member(use.getUser())) continue;
      if (!scale_of(use) && is_comparison(use)) {
        auto* test = cast<ICmpInst>(use.getUser());
        const APInt& number = cast<ConstantInt>(test->getOperand(1))->getValue();
        test->setOperand(1, ConstantInt::get(m.getType(), number.shl(shift_)));
        use.set(&bytes);
      } else {
        // The index lacks its upper bits: the scaled one may wrap around.
        if (scale_of(use)) cast<Instruction>(use.getUser())->dropPoisonGeneratingFlags();
        use.set(index(place_of(use)));
      }
    }
    if (!m.isUsedByMetadata()) return;
    auto* shown = cast<Instruction>(
        index(isa<PHINode>(m) ? &*m.getParent()->getFirstInsertionPt() : m.getNextNode()));
    ValueAsMetadata::handleRAUW(&m, shown);
    salvageDebugInfo(*shown);
    if (shown->use_empty()) shown->eraseFromParent();
  }

  const BlockFrequencyInfo& frequencies_;
  LazyValueInfo& ranges_;
  SmallSetVector<Instruction*, 16> members_;
  unsigned shift_ = 0;
  int64_t gain_ = 0;
  std::map<std::pair<const Value*, const Instruction*>, Value*> made_;
};

} // namespace

PreservedAnalyses ByteIndicesPass::run(Function& f, FunctionAnalysisManager& analyses) {
  const auto& frequencies = analyses.getResult<BlockFrequencyAnalysis>(f);
  LazyValueInfo& ranges = analyses.getResult<LazyValueAnalysis>(f);
  SmallPtrSet<Instruction*, 16> seen;
  SmallVector<PHINode*, 16> firsts;
  for (Instruction& i : instructions(f))
    if (auto* phi = dyn_cast<PHINode>(&i); phi && phi->getType()->isIntegerTy(32))
      firsts.push_back(phi);
  std::vector<Web> webs; // ranges are asked for before anything changes
  for (PHINode* first : firsts) {
    if (seen.contains(first)) continue;
    Web web(*first, frequencies, ranges);
    seen.insert(web.members().begin(), web.members().end());
    if (web.pays()) webs.push_back(std::move(web));
  }
  for (Web& web : webs)
    web.scale();
  count(Optimisation::ByteIndices, settings_, static_cast<unsigned>(webs.size()));
  return webs.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace mecc::codegen
