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
  struct Label {
    DbgLabelRecord* record;
    std::map<StringRef, DbgVariableRecord*> arguments;          // by variable
    std::map<StringRef, std::vector<DbgVariableRecord*>> later; // up to the point's next label
  };

  // Appends the variables of all copies to `shared`.
  void rename(BasicBlock& block, std::vector<DbgVariableRecord*>& shared) {
    std::map<Instance, DbgVariableRecord*> values;
    std::vector<Label> labels;
    for (Instruction& i : block)
      for (DbgRecord& r : i.getDbgRecordRange()) {
        const DILocation* at = r.getDebugLoc()->getInlinedAt();
        if (auto* v = dyn_cast<DbgVariableRecord>(&r)) {
          const StringRef name = v->getVariable()->getName();
          if (!name.starts_with("ixp_debug.")) continue;
          values[{name, at}] = v;
          shared.push_back(v);
          if (Label* last = last_of({name.rsplit('.').first, at}, labels))
            last->later[name].push_back(v);
        } else if (auto* label = cast<DbgLabelRecord>(&r);
                   label->getLabel()->getName().starts_with("ixp_debug.")) {
          const StringRef point = label->getLabel()->getName();
          if (Label* last = last_of({point, at}, labels)) return_values(*last);
          labels.push_back({label, {}, {}});
          const std::string prefix = point.str() + ".";
          for (const auto& [instance, argument] : values)
            if (instance.first.starts_with(prefix) && instance.second == at)
              labels.back().arguments[instance.first] = argument;
        }
      }
    for (Label& label : labels) {
      add_later(label);
      rename(block, *label.record, label.arguments);
    }
  }

  static Label* last_of(const Instance& point, std::vector<Label>& labels) {
    const auto found = find_if(reverse(labels), [&](const Label& label) {
      return label.record->getLabel()->getName() == point.first &&
             label.record->getDebugLoc()->getInlinedAt() == point.second;
    });
    return found == labels.rend() ? nullptr : &*found;
  }

  // The last value before the point's next label is that label's.
  static void return_values(Label& label) {
    for (auto& [variable, values] : label.later)
      values.pop_back();
  }

  // Adds values after a label that has none: InstCombine moves records behind the instructions that
  // they name.
  static void add_later(Label& label) {
    for (const auto& [variable, values] : label.later) {
      if (values.empty()) continue;
      DbgVariableRecord*& known = label.arguments[variable];
      if (!known || known->isKillLocation()) known = values.front();
    }
  }

  void rename(BasicBlock& block, DbgLabelRecord& label,
              const std::map<StringRef, DbgVariableRecord*>& arguments) {
    const DILabel* shared = label.getLabel();
    const std::string name = fmt::format("{}#{}", shared->getName().str(), instances_++);
    for (const auto& [variable, argument] : arguments) {
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

  // Limits each value of the expression to its width: registers of narrow operands have further
  // bits. So the register of a truncated value does, for which selection emits no instruction.
  static void widen(DbgVariableRecord& v) {
    SmallVector<uint64_t> ops;
    SmallVector<unsigned> widths; // of the values on the stack; 0: a constant
    if (!v.hasArgList()) push(v, 0, widths, ops);
    for (auto i = v.getExpression()->expr_op_begin(), end = v.getExpression()->expr_op_end();
         i != end; ++i) {
      const uint64_t next = i.getNext() == end ? 0 : i.getNext()->getOp();
      if (!widen(v, *i, next, widths, ops)) return v.setKillLocation();
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

  // Appends a step. False if it has no such form for narrow values.
  static bool widen(const DbgVariableRecord& v, const DIExpression::ExprOperand& step,
                    uint64_t next, SmallVectorImpl<unsigned>& widths,
                    SmallVectorImpl<uint64_t>& ops) {
    const uint64_t op = step.getOp();
    const bool constant = op == dwarf::DW_OP_constu || op == dwarf::DW_OP_consts;
    if (constant && next == dwarf::DW_OP_shra && is_narrow(widths.back())) {
      const uint64_t sign = uint64_t{1} << (widths.back() - 1);
      ops.append({dwarf::DW_OP_constu, sign, dwarf::DW_OP_xor});
      ops.append({dwarf::DW_OP_constu, sign, dwarf::DW_OP_minus});
    }
    if (op == dwarf::DW_OP_LLVM_arg) {
      push(v, step.getArg(0), widths, ops);
      return true;
    }
    step.appendToVector(ops);
    if (constant) {
      widths.push_back(0);
    } else if (op == dwarf::DW_OP_LLVM_convert) {
      widths.back() = static_cast<unsigned>(step.getArg(0));
      if (next != dwarf::DW_OP_LLVM_convert) mask(widths.back(), ops); // else it extends the sign
    } else if (op == dwarf::DW_OP_plus_uconst) {
      mask(widths.back(), ops);
    } else if (op != dwarf::DW_OP_stack_value) {
      return combine(op, widths, ops);
    }
    return true;
  }
  static bool combine(uint64_t op, SmallVectorImpl<unsigned>& widths,
                      SmallVectorImpl<uint64_t>& ops) {
    if (widths.size() < 2) return false;
    const unsigned right = widths.pop_back_val();
    widths.back() = std::max(widths.back(), right);
    if (is_narrow(widths.back()) && (op == dwarf::DW_OP_div || (op == dwarf::DW_OP_shra && right)))
      return false; // of signed values
    if (op != dwarf::DW_OP_and && op != dwarf::DW_OP_shr) mask(widths.back(), ops);
    return true;
  }

  static bool is_narrow(unsigned bits) { return bits > 0 && bits < 32; }
  static void mask(unsigned bits, SmallVectorImpl<uint64_t>& ops) {
    if (is_narrow(bits))
      ops.append({dwarf::DW_OP_constu, (uint64_t{1} << bits) - 1, dwarf::DW_OP_and});
  }
  static void push(const DbgVariableRecord& v, uint64_t operand, SmallVectorImpl<unsigned>& widths,
                   SmallVectorImpl<uint64_t>& ops) {
    if (v.hasArgList()) ops.append({dwarf::DW_OP_LLVM_arg, operand});
    const Value* location = v.getVariableLocationOp(static_cast<unsigned>(operand));
    const bool integer = location && location->getType()->isIntegerTy();
    widths.push_back(integer ? location->getType()->getIntegerBitWidth() : 32);
    mask(widths.back(), ops);
  }

  // Ends the value at the block's end: successors do not use it, and the next loop iteration must
  // not see it.
  static void forget(const DbgVariableRecord& v, BasicBlock& block) {
    for (BasicBlock* next : successors(&block)) {
      auto* none = cast<DbgVariableRecord>(v.clone());
      none->setKillLocation();
      auto start = next->getFirstNonPHIOrDbgOrAlloca();
      start.setHeadBit(true); // before the value itself, if the block is its own successor
      next->insertDbgRecordBefore(none, start);
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
