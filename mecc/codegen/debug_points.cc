#include "mecc/codegen/debug_points.h"

#include "mecc/codegen/debug_table.h"
#include "mecc/codegen/debug_values.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace mecc::codegen {

namespace {

// Operator of a DWARF operation that LLVM's optimisers generate; "" for any other.
const char* operation(uint64_t op) {
  switch (op) {
  case dwarf::DW_OP_plus: return "+";
  case dwarf::DW_OP_minus: return "-";
  case dwarf::DW_OP_mul: return "*";
  case dwarf::DW_OP_div: return "s/";
  case dwarf::DW_OP_and: return "&";
  case dwarf::DW_OP_or: return "|";
  case dwarf::DW_OP_xor: return "^";
  case dwarf::DW_OP_shl: return "<<";
  case dwarf::DW_OP_shr: return ">>";
  case dwarf::DW_OP_shra: return "s>>";
  default: return "";
  }
}

// Operators that extend the low bits of a value to a longword.
std::string converted(uint64_t bits, bool is_signed) {
  if (bits >= 32) return "";
  const uint32_t sign = 1u << (bits - 1);
  const std::string extended = fmt::format(" {} &", 2 * sign - 1);
  return is_signed ? fmt::format("{} {} ^ {} -", extended, sign, sign) : extended;
}

} // namespace

void DebugPoints::begin_block(mc::LabelId label, uint32_t next) {
  settle();
  values_.clear();
  blocks_.push_back({label, next});
}

void DebugPoints::end(uint32_t next) {
  settle();
  end_ = next;
}

void DebugPoints::value(const MachineInstr& mi, uint32_t next, const Registers& registers) {
  const StringRef name = mi.getDebugVariable()->getName();
  if (!name.starts_with("ixp_debug.")) return;
  Value v;
  v.set = next;
  v.known = !mi.isIndirectDebugValue();
  const auto operand = [&](unsigned n) {
    const MachineOperand& o = mi.getDebugOperand(n);
    if (o.isImm()) {
      v.piece.text = join(v.piece.text, fmt::to_string(static_cast<uint32_t>(o.getImm())));
      return;
    }
    const std::string location = o.isReg() && o.getReg() ? location_of(o.getReg()) : "";
    v.known &= !location.empty();
    if (location.empty()) return;
    v.piece.text = join(v.piece.text, location);
    v.piece.registers.push_back(registers(o.getReg()));
    v.physical.push_back(o.getReg());
  };
  if (mi.isNonListDebugValue()) operand(0);
  for (const auto& step : mi.getDebugExpression()->expr_ops()) {
    const uint64_t op = step.getOp();
    if (op == dwarf::DW_OP_LLVM_arg) {
      operand(static_cast<unsigned>(step.getArg(0)));
    } else if (op == dwarf::DW_OP_plus_uconst) {
      v.piece.text += fmt::format(" {} +", static_cast<uint32_t>(step.getArg(0)));
    } else if (op == dwarf::DW_OP_constu || op == dwarf::DW_OP_consts) {
      v.piece.text = join(v.piece.text, fmt::to_string(static_cast<uint32_t>(step.getArg(0))));
    } else if (op == dwarf::DW_OP_LLVM_convert) {
      v.known &= step.getArg(0) <= 32;
      v.piece.text += converted(step.getArg(0), step.getArg(1) == dwarf::DW_ATE_signed);
    } else if (op != dwarf::DW_OP_stack_value) {
      v.known &= *operation(op) != 0;
      v.piece.text += fmt::format(" {}", operation(op));
    }
  }
  std::vector<Value>& known = values_[{name.str(), mi.getDebugLoc()->getInlinedAt()}];
  if (!known.empty() && known.back().set == next) known.pop_back();
  if (!v.known && !known.empty())
    known.back().gone = std::min(known.back().gone, next); // a later block was merged into this one
  known.push_back(std::move(v));
}

void DebugPoints::word(const MachineInstr& mi, uint32_t next) {
  const TargetRegisterInfo* tri = mi.getMF()->getSubtarget().getRegisterInfo();
  for (auto& [variable, values] : values_)
    for (Value& v : values)
      for (const unsigned r : v.physical)
        if (mi.modifiesRegister(r, tri)) v.gone = std::min(v.gone, next);
}

// Value of a variable at a label: the first one after it. Later ones are other locations of the
// same value: behind a spill, a reload. Earlier ones may be of the loop's previous iteration.
const DebugPoints::Value& DebugPoints::at(const std::vector<Value>& values, uint32_t label) {
  const auto found = std::ranges::find_if(values, [&](const Value& v) { return v.set >= label; });
  return found == values.end() ? values.back() : *found;
}

// Location of a part of a variable at the point.
DebugPoints::Piece DebugPoints::leaf(const MDNode& part, const std::string& name,
                                     const Waiting& w) const {
  Piece piece;
  if (const auto found = values_.find({name, w.inlined_at}); found != values_.end()) {
    const Value& v = at(found->second, w.next);
    piece = v.piece;
    piece.known = v.known && v.set <= w.point.next && v.gone >= w.point.next;
    return piece;
  }
  // Transfer registers have no tracked values, only a fixed location.
  piece.object = cast<DILocalVariable>(part.getOperand(0))->getName();
  piece.bit = static_cast<unsigned>(number_in(part.getOperand(1)));
  piece.bits = static_cast<unsigned>(number_in(part.getOperand(2)));
  return piece;
}

// Origin of the first word after the label and all its values.
uint32_t DebugPoints::position(const Waiting& w) const {
  const std::string prefix = w.label + ".";
  uint32_t next = w.next;
  for (const auto& [variable, values] : values_) {
    const Value& v = at(values, w.next);
    if (v.known && variable.second == w.inlined_at && variable.first.starts_with(prefix))
      next = std::max(next, v.set);
  }
  return next;
}

void DebugPoints::settle(Waiting& w) {
  unsigned number = 0;
  const auto expression = [&](const Metadata* tokens) {
    Expression out;
    for (const MDOperand& o : cast<MDNode>(tokens)->operands()) {
      Piece piece;
      if (const auto* part = dyn_cast<MDNode>(o))
        piece = leaf(*part, fmt::format("{}.{}", w.label, number++), w);
      else if (const auto* op = dyn_cast<MDString>(o))
        piece.text = op->getString();
      else
        piece.text = fmt::to_string(number_in(o));
      out.push_back(std::move(piece));
    }
    return out;
  };
  w.point.condition = expression(w.what->getOperand(kCondition));
  for (unsigned n = kCondition + 1; n < w.what->getNumOperands(); ++n)
    w.point.arguments.push_back(expression(w.what->getOperand(n)));
  points_.push_back(std::move(w.point));
}

void DebugPoints::settle() {
  for (Waiting& w : waiting_)
    w.point.next = position(w);
  // A point does not wait for a value until behind the next point.
  for (size_t n = waiting_.size(); n-- > 1;)
    waiting_[n - 1].point.next = std::min(waiting_[n - 1].point.next, waiting_[n].point.next);
  for (Waiting& w : waiting_)
    settle(w);
  waiting_.clear();
}

void DebugPoints::label(const MachineInstr& mi, uint32_t next) {
  const StringRef name = mi.getDebugLabel()->getName();
  const Module& module = *mi.getMF()->getFunction().getParent();
  const NamedMDNode* table = module.getNamedMetadata("mecc.debug_points");
  if (!table) return;
  const auto [shared, number] = name.split('#');
  unsigned instance = 0;
  number.getAsInteger(10, instance);
  for (unsigned index = 0; index < table->getNumOperands(); ++index) {
    const MDNode* what = table->getOperand(index);
    if (cast<MDString>(what->getOperand(kLabel))->getString() != shared) continue;
    const auto behind =
        std::ranges::upper_bound(waiting_, std::pair(next, instance), {},
                                 [](const Waiting& w) { return std::pair(w.next, w.instance); });
    waiting_.insert(behind, {name.str(),
                             instance,
                             what,
                             {index, function_, next, blocks_.size() - 1, {}, {}},
                             mi.getDebugLoc()->getInlinedAt(),
                             next});
  }
}

} // namespace mecc::codegen
