// Code duplicated by loop unrolling has a point's label and the variables of its arguments
// (mecc/lower/debug_pins.cc) several times in one block. So each copy gets a label of its own,
// "ixp_debug.3#0", and variables of its own, "ixp_debug.3#0.1", which end with the block.
#include "mecc/codegen/debug_points.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <fmt/format.h>
#include <map>
#include <vector>

using namespace llvm;

namespace mecc::codegen {

namespace {

class Renamer {
public:
  explicit Renamer(Module& m) : builder_(m, false) {}

  void run(Function& f) {
    std::vector<DbgVariableRecord*> shared;
    for (BasicBlock& b : f)
      rename(b, shared);
    for (DbgVariableRecord* v : shared)
      v->eraseFromParent();
  }

private:
  using Instance = std::pair<StringRef, const DILocation*>; // name, inlined at
  using Labels = std::vector<std::pair<DbgLabelRecord*, std::vector<DbgVariableRecord*>>>;

  // Appends the variables of all copies to `shared`.
  void rename(BasicBlock& block, std::vector<DbgVariableRecord*>& shared) {
    std::map<Instance, DbgVariableRecord*> values;
    Labels labels;
    for (Instruction& i : block)
      for (DbgRecord& r : i.getDbgRecordRange()) {
        const DILocation* at = r.getDebugLoc()->getInlinedAt();
        if (auto* v = dyn_cast<DbgVariableRecord>(&r)) {
          if (!v->getVariable()->getName().starts_with("ixp_debug.")) continue;
          values[{v->getVariable()->getName(), at}] = v;
          shared.push_back(v);
          add_later(*v, labels);
        } else if (auto* label = cast<DbgLabelRecord>(&r);
                   label->getLabel()->getName().starts_with("ixp_debug.")) {
          labels.emplace_back(label, std::vector<DbgVariableRecord*>());
          const std::string prefix = label->getLabel()->getName().str() + ".";
          for (const auto& [instance, argument] : values)
            if (instance.first.starts_with(prefix) && instance.second == at)
              labels.back().second.push_back(argument);
        }
      }
    for (const auto& [label, arguments] : labels)
      rename(block, *label, arguments);
  }

  // Adds a value to the last label of its point if the label has none: InstCombine moves records
  // behind the instructions that they name.
  static void add_later(DbgVariableRecord& v, Labels& labels) {
    const StringRef point = v.getVariable()->getName().rsplit('.').first;
    for (auto& [label, arguments] : reverse(labels)) {
      if (label->getLabel()->getName() != point ||
          label->getDebugLoc()->getInlinedAt() != v.getDebugLoc()->getInlinedAt())
        continue;
      const auto is_same = [&](const DbgVariableRecord* other) {
        return other->getVariable()->getName() == v.getVariable()->getName();
      };
      const auto known = find_if(arguments, is_same);
      if (known == arguments.end())
        arguments.push_back(&v);
      else if ((*known)->isKillLocation())
        *known = &v;
      return;
    }
  }

  void rename(BasicBlock& block, DbgLabelRecord& label,
              const std::vector<DbgVariableRecord*>& arguments) {
    const DILabel* shared = label.getLabel();
    const std::string name = fmt::format("{}#{}", shared->getName().str(), instances_++);
    for (const DbgVariableRecord* argument : arguments) {
      const DILocalVariable* old = argument->getVariable();
      auto* v = cast<DbgVariableRecord>(argument->clone());
      v->setVariable(builder_.createAutoVariable(
          old->getScope(), name + old->getName().substr(shared->getName().size()).str(),
          old->getFile(), old->getLine(), old->getType()));
      widen(*v);
      v->insertBefore(&label);
      forget(*v, block);
    }
    label.setLabel(DILabel::get(shared->getContext(), shared->getScope(), name, shared->getFile(),
                                shared->getLine()));
  }

  // Masks narrow operands, whose registers have further bits. So the register of a truncated value
  // does, for which selection emits no instruction.
  static void widen(DbgVariableRecord& v) {
    const bool is_list = v.hasArgList();
    SmallVector<uint64_t> ops;
    if (!is_list) mask(v, 0, ops);
    for (const auto& op : v.getExpression()->expr_ops()) {
      op.appendToVector(ops);
      if (op.getOp() == dwarf::DW_OP_LLVM_arg) mask(v, op.getArg(0), ops);
    }
    if (ops.size() > v.getExpression()->getNumElements() &&
        !is_contained(ops, dwarf::DW_OP_stack_value))
      ops.push_back(dwarf::DW_OP_stack_value);
    v.setExpression(DIExpression::get(v.getExpression()->getContext(), ops));
    for (unsigned n = 0; n < v.getNumVariableLocationOps(); ++n)
      while (auto* narrow = dyn_cast_or_null<TruncInst>(v.getVariableLocationOp(n))) {
        if (narrow->getSrcTy()->getIntegerBitWidth() > 32) break;
        v.replaceVariableLocationOp(n, narrow->getOperand(0));
      }
  }
  static void mask(const DbgVariableRecord& v, uint64_t operand, SmallVectorImpl<uint64_t>& ops) {
    const Value* location = v.getVariableLocationOp(static_cast<unsigned>(operand));
    const unsigned bits = location && location->getType()->isIntegerTy()
                              ? location->getType()->getIntegerBitWidth()
                              : 32;
    if (bits < 32) ops.append({dwarf::DW_OP_constu, (uint64_t{1} << bits) - 1, dwarf::DW_OP_and});
  }

  // Ends the value at the block's end: successors do not use it, and the next loop iteration must
  // not see it.
  static void forget(const DbgVariableRecord& v, BasicBlock& block) {
    for (BasicBlock* next : successors(&block)) {
      auto* none = cast<DbgVariableRecord>(v.clone());
      none->setKillLocation();
      next->insertDbgRecordBefore(none, next->getFirstNonPHIOrDbgOrAlloca());
    }
  }

  DIBuilder builder_;
  unsigned instances_ = 0; // number of labels
};

} // namespace

void pin_debug_points(Module& module) {
  if (!module.getNamedMetadata("mecc.debug_points")) return;
  Renamer renamer(module);
  for (Function& f : module)
    renamer.run(f);
}

} // namespace mecc::codegen
