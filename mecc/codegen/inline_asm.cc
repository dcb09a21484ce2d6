// Inline assembly (GNU's asm): instructions that compute, with registers for operands.
//
//     asm volatile("alu[%0, %1, +, %2]" : "=r"(sum) : "a"(left), "b"(right));
//
// "r" is a GPR of any bank, "a" and "b" one of the named bank: two sources of a word come from
// different banks. "i" is a constant. The text is the canonical one of isa, one instruction
// a line. `name#:` is a label for branches of the same statement. An empty text is a barrier for
// the optimiser.
#include "mecc/codegen/target_machine.h"
#include "mecc/codegen/words.h"

#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/InlineAsm.h"

#include <fmt/format.h>

using namespace llvm;

namespace llvm {

TargetLowering::ConstraintType MEv2TargetLowering::getConstraintType(StringRef constraint) const {
  if (constraint == "a" || constraint == "b") return C_RegisterClass;
  return TargetLowering::getConstraintType(constraint);
}

std::pair<unsigned, const TargetRegisterClass*>
MEv2TargetLowering::getRegForInlineAsmConstraint(const TargetRegisterInfo* info,
                                                 StringRef constraint, MVT type) const {
  const bool fits = type == MVT::Other || type.getSizeInBits() <= 32;
  if (fits && constraint == "r") return {0, &MEv2::GPRRegClass};
  if (fits && constraint == "a") return {0, &MEv2::GPRARegClass};
  if (fits && constraint == "b") return {0, &MEv2::GPRBRegClass};
  return TargetLowering::getRegForInlineAsmConstraint(info, constraint, type);
}

} // namespace llvm

namespace mecc::codegen {

using mc::Slot;
using mev2::OperandKind;

namespace {

// Texts of %0, %1 ..., in order.
std::vector<std::string> operand_texts(const MachineInstr& mi) {
  std::vector<std::string> out;
  for (unsigned n = InlineAsm::MIOp_FirstOperand; n < mi.getNumOperands();) {
    const MachineOperand& o = mi.getOperand(n);
    if (!o.isImm()) break; // implicit operands follow
    const InlineAsm::Flag group(static_cast<uint32_t>(o.getImm()));
    if (group.getNumOperandRegisters() == 0) break;
    const MachineOperand& value = mi.getOperand(n + 1);
    if (value.isImm()) {
      out.push_back(fmt::format("{:#x}", static_cast<uint32_t>(value.getImm())));
    } else if (value.isReg() && MEv2::GPRARegClass.contains(value.getReg())) {
      out.push_back(fmt::format("a{}", value.getReg() - MEv2::A0));
    } else if (value.isReg() && MEv2::GPRBRegClass.contains(value.getReg())) {
      out.push_back(fmt::format("b{}", value.getReg() - MEv2::B0));
    } else {
      out.emplace_back();
    }
    n += 1 + group.getNumOperandRegisters();
  }
  return out;
}

// Replaces $0 and ${0} by operands, and $$ by a dollar.
std::string substitute(StringRef text, const std::vector<std::string>& operands) {
  std::string out;
  while (!text.empty()) {
    if (!text.consume_front("$")) {
      out += text.front();
      text = text.drop_front();
      continue;
    }
    if (text.consume_front("$")) {
      out += '$';
      continue;
    }
    const bool braces = text.consume_front("{");
    unsigned n = 0;
    if (!text.consumeInteger(10, n) && n < operands.size()) out += operands[n];
    if (braces) text = text.drop_while([](char c) { return c != '}'; }).drop_front();
  }
  return out;
}

// "loop" of "loop#:"; empty if the line is an instruction.
StringRef label_in(StringRef line) {
  line = line.trim();
  return line.consume_back("#:") ? line : StringRef();
}

// Removes the label from a branch and substitutes one that every target defines.
std::string take_target(std::string& line) {
  const size_t end = line.find('#');
  if (end == std::string::npos) return {};
  const size_t begin = line.find_last_of(" [,", end) + 1;
  std::string name = line.substr(begin, end - begin);
  line.replace(begin, end - begin, "l0");
  return name;
}

} // namespace

void WordBuilder::inline_assembly(const MachineInstr& mi) {
  const std::string text =
      substitute(mi.getOperand(InlineAsm::MIOp_AsmString).getSymbolName(), operand_texts(mi));
  SmallVector<StringRef, 4> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::map<std::string, mc::LabelId> labels; // each instance of a statement has its own
  for (const StringRef line : lines)
    if (const StringRef name = label_in(line); !name.empty())
      if (!labels.try_emplace(name.str(), new_label(fmt::format("asm.{}#", unit_.labels.size())))
               .second)
        return unit_.error(at_,
                           fmt::format("label '{}#' stands twice in one statement", name.str()));
  for (const StringRef line : lines)
    if (const StringRef name = label_in(line); !name.empty())
      pending_.push_back(labels.at(name.str()));
    else if (!line.trim().empty())
      assemble(line.trim().str(), labels);
}

void WordBuilder::assemble(std::string line, const std::map<std::string, mc::LabelId>& labels) {
  const std::string written = line, target = take_target(line);
  std::string why;
  const auto parsed = mev2::parse(line, settings_.mode, &why);
  if (!parsed) return unit_.error(at_, fmt::format("'{}' in inline assembly: {}", written, why));
  const mev2::OpcodeInfo& info = mev2::info(parsed->opcode);
  if (info.is_command || info.cls == mev2::InstrClass::CtxArb || info.cls == mev2::InstrClass::Jump)
    return unit_.error(at_, fmt::format("'{}' in inline assembly: commands, waits and jumps are "
                                        "not for it; call the intrinsic, or write C",
                                        written));
  if (info.is_branch && !labels.contains(target))
    return unit_.error(at_, fmt::format("'{}' in inline assembly: the statement has no label '{}#'",
                                        written, target));
  const auto slot = [&](const mev2::Operand& o) -> Slot {
    switch (o.kind) {
    case OperandKind::None: return {};
    case OperandKind::Const: return constant_slot(o.number);
    case OperandKind::Gpr:
      return reg((o.bank == mev2::Bank::A ? unsigned{MEv2::A0} : unsigned{MEv2::B0}) + o.number);
    default: {
      Slot s = fixed_slot(o.kind, o.number, o.step);
      s.fixed.bank = o.bank;
      return s;
    }
    }
  };
  if (parsed->opcode == mev2::Opcode::IMMED)
    return immediate_word(slot(parsed->dst), parsed->immediate);
  mc::Instr& i = word(parsed->opcode);
  i.word = *parsed;
  i.dst = slot(parsed->dst);
  i.left = slot(parsed->left);
  i.right = slot(parsed->right);
  i.word.dst = i.word.left = i.word.right = {};
  if (info.is_branch) i.target = use(labels.at(target));
}

} // namespace mecc::codegen
