// Each argument of a point (debug_points.cc) gets a variable of its own, "ixp_debug.3.0", which is
// set only at its point. So no pass can move an assignment past the point, and a block that LLVM
// removes takes no assignment with it. Runs after each promotion of memory to values.
#include "mecc/lower/debug_keep.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <tuple>
#include <vector>

using namespace llvm;

namespace mecc::lower {

namespace {

struct Part { // of a variable
  const DILocalVariable* variable;
  const DILocation* inlined_at;
  uint64_t bit, bits;
};

struct Bits {
  uint64_t begin, end;
};
Bits bits_of(const DbgVariableRecord& r) {
  if (const auto part = r.getExpression()->getFragmentInfo())
    return {part->OffsetInBits, part->OffsetInBits + part->SizeInBits};
  return {0, r.getVariable()->getSizeInBits().value_or(32)};
}

uint64_t number_in(const Metadata* m) {
  return mdconst::extract<ConstantInt>(m)->getZExtValue();
}

// Finds the debug record that defines a part's value at a point; null if it is unknown.
class Reaching {
public:
  explicit Reaching(const Part& part) : part_(part) {}

  // Record in effect in `block` before `before`.
  DbgVariableRecord* at(BasicBlock& block, const DbgRecord* before) {
    DbgVariableRecord* last = nullptr;
    for (Instruction& i : block)
      for (DbgRecord& r : i.getDbgRecordRange()) {
        if (&r == before) return last ? last : into(block);
        auto* v = dyn_cast<DbgVariableRecord>(&r);
        if (v && says(*v)) last = v;
      }
    return nullptr;
  }
  // True if the part has a value somewhere in the function and no memory.
  bool is_value(Function& f) const {
    bool any = false;
    for (BasicBlock& b : f)
      for (Instruction& i : b)
        for (DbgVariableRecord& v : filterDbgVars(i.getDbgRecordRange())) {
          if (!says(v)) continue;
          if (v.isDbgDeclare()) return false;
          any = true;
        }
    return any;
  }

private:
  bool says(const DbgVariableRecord& r) const {
    if (r.getVariable() != part_.variable || r.getDebugLoc()->getInlinedAt() != part_.inlined_at)
      return false;
    const Bits b = bits_of(r);
    return b.begin < part_.bit + part_.bits && part_.bit < b.end;
  }
  static bool same(const DbgVariableRecord& a, const DbgVariableRecord& b) {
    return a.getRawLocation() == b.getRawLocation() && a.getExpression() == b.getExpression();
  }
  // Record in effect at the block's entry, on which all predecessors must agree.
  DbgVariableRecord* into(BasicBlock& block) {
    DbgVariableRecord* agreed = nullptr;
    std::vector<BasicBlock*> work(pred_begin(&block), pred_end(&block)), seen;
    if (work.empty()) return nullptr;
    while (!work.empty()) {
      BasicBlock* b = work.back();
      work.pop_back();
      if (is_contained(seen, b)) continue;
      seen.push_back(b);
      DbgVariableRecord* last = nullptr;
      for (Instruction& i : *b)
        for (DbgVariableRecord& v : filterDbgVars(i.getDbgRecordRange()))
          if (says(v)) last = &v;
      if (!last && pred_empty(b)) return nullptr;
      if (!last) work.insert(work.end(), pred_begin(b), pred_end(b));
      if (last && agreed && !same(*last, *agreed)) return nullptr;
      if (last) agreed = last;
    }
    return agreed;
  }

  Part part_;
};

class Pinner {
public:
  explicit Pinner(Module& m)
      : builder_(m, false), table_(*m.getNamedMetadata("mecc.debug_points")) {
    unsigned_ = builder_.createBasicType("unsigned int", 32, dwarf::DW_ATE_unsigned);
    for (const MDNode* what : table_.operands())
      points_[cast<MDString>(what->getOperand(0))->getString()] = what;
  }

  void run(Function& f) {
    std::vector<std::pair<BasicBlock*, DbgLabelRecord*>> labels;
    pinned_.clear();
    for (BasicBlock& b : f)
      for (Instruction& i : b)
        for (DbgRecord& r : i.getDbgRecordRange())
          if (auto* label = dyn_cast<DbgLabelRecord>(&r))
            labels.emplace_back(&b, label);
          else
            pinned_.insert(place(b, *cast<DbgVariableRecord>(r).getVariable(), r));
    for (const auto& [block, label] : labels)
      if (const auto what = points_.find(label->getLabel()->getName()); what != points_.end())
        pin(*block, *label, *what->second);
  }

private:
  void pin(BasicBlock& block, DbgLabelRecord& label, const MDNode& what) {
    unsigned number = 0;
    for (const MDOperand& expression : what.operands()) {
      const auto* tokens = dyn_cast<MDNode>(expression);
      if (!tokens || isa<DILocation>(tokens)) continue;
      for (const MDOperand& token : tokens->operands())
        if (const auto* part = dyn_cast<MDNode>(token)) {
          const Part p{cast<DILocalVariable>(part->getOperand(0)),
                       label.getDebugLoc()->getInlinedAt(), number_in(part->getOperand(1)),
                       number_in(part->getOperand(2))};
          pin(block, label, p, number++);
        }
    }
  }

  void pin(BasicBlock& block, DbgLabelRecord& label, const Part& part, unsigned number) {
    DIScope* scope = label.getLabel()->getScope();
    DILocalVariable* own = builder_.createAutoVariable(
        scope, fmt::format("{}.{}", label.getLabel()->getName().str(), number), scope->getFile(),
        label.getLabel()->getLine(), unsigned_);
    Reaching variable(part);
    if (pinned_.count(place(block, *own, label))) return;
    if (!variable.is_value(*block.getParent())) return;
    DbgVariableRecord* known = variable.at(block, &label);
    auto* v = known ? cast<DbgVariableRecord>(known->clone())
                    : DbgVariableRecord::createDbgVariableRecord(
                          PoisonValue::get(Type::getInt32Ty(block.getContext())), own,
                          DIExpression::get(block.getContext(), {}), label.getDebugLoc().get());
    v->setVariable(own);
    v->setDebugLoc(label.getDebugLoc());
    const Bits b = known ? bits_of(*known) : Bits{0, 32};
    const bool whole =
        part.bit >= b.begin && part.bit + part.bits <= b.end && b.end - b.begin <= 32;
    if (whole) {
      v->setExpression(expression(*v->getExpression(), b.end - (part.bit + part.bits), part.bits));
    } else {
      v->setExpression(DIExpression::get(block.getContext(), {}));
      v->setKillLocation();
    }
    v->insertBefore(&label);
  }

  // The same value without a fragment, shifted and masked.
  static DIExpression* expression(const DIExpression& e, uint64_t below, uint64_t bits) {
    SmallVector<uint64_t> ops;
    bool computed = false;
    for (const auto& op : e.expr_ops()) {
      computed |= op.getOp() == dwarf::DW_OP_stack_value;
      if (op.getOp() != dwarf::DW_OP_LLVM_fragment && op.getOp() != dwarf::DW_OP_stack_value)
        op.appendToVector(ops);
    }
    if (below) ops.append({dwarf::DW_OP_constu, below, dwarf::DW_OP_shr});
    if (bits < 32) ops.append({dwarf::DW_OP_constu, (uint64_t{1} << bits) - 1, dwarf::DW_OP_and});
    if (computed || below || bits < 32) ops.push_back(dwarf::DW_OP_stack_value);
    return DIExpression::get(e.getContext(), ops);
  }

  using Place = std::tuple<const BasicBlock*, const DILocalVariable*, const DILocation*>;
  static Place place(const BasicBlock& block, const DILocalVariable& variable, const DbgRecord& r) {
    return {&block, &variable, r.getDebugLoc()->getInlinedAt()};
  }

  DIBuilder builder_;
  const NamedMDNode& table_;
  // Variables set in blocks by earlier passes. The block of an unrolled loop has copies of a point,
  // and InstCombine moves records behind the instructions that they name, even past a label.
  std::set<Place> pinned_;
  std::map<StringRef, const MDNode*> points_;
  DIType* unsigned_ = nullptr;
};

} // namespace

PreservedAnalyses PinDebugPoints::run(Function& f, FunctionAnalysisManager&) {
  if (f.getParent()->getNamedMetadata("mecc.debug_points")) Pinner(*f.getParent()).run(f);
  return PreservedAnalyses::all();
}

} // namespace mecc::lower
