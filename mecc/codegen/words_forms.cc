// The forms of CgCompute.td and CgFlow.td.
#include "mecc/codegen/target_machine.h"
#include "mecc/codegen/words.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/rules.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineJumpTableInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"

#include <algorithm>

using namespace llvm;

namespace mecc::codegen {

using mc::Instr;
using mc::Slot;
using mev2::Opcode;
using mev2::ShiftKind;
namespace Name = MEv2::OpName;

namespace {

struct CgWord {
  unsigned form;
  std::optional<Opcode> word;
};

using namespace MEv2; // the generated table names forms without it
#define GET_CgWordTable_IMPL
#include "MEv2GenWords.inc"

// The table of Cg*.td, sorted by form.
const std::vector<CgWord>& word_table() {
  static const std::vector<CgWord> table = [] {
    std::vector<CgWord> t(std::begin(CgWordTable), std::end(CgWordTable));
    std::sort(t.begin(), t.end(), [](const CgWord& a, const CgWord& b) { return a.form < b.form; });
    return t;
  }();
  return table;
}

std::optional<Opcode> single_word(unsigned form) {
  const auto& t = word_table();
  const auto i = std::lower_bound(t.begin(), t.end(), form,
                                  [](const CgWord& w, unsigned f) { return w.form < f; });
  return i == t.end() || i->form != form ? std::nullopt : i->word;
}

void set_shift(Instr& i, int64_t operand) {
  i.word.shift = static_cast<ShiftKind>(operand >> 8);
  i.word.shift_amount = static_cast<uint8_t>(operand & 31);
}

Opcode branch_of(Condition c) {
  switch (c) {
  case Condition::EQ: return Opcode::BEQ;
  case Condition::NE: return Opcode::BNE;
  case Condition::LO: return Opcode::BCC;
  case Condition::HS: return Opcode::BCS;
  case Condition::LT: return Opcode::BLT;
  case Condition::GE: return Opcode::BGE;
  case Condition::LE: return Opcode::BLE;
  case Condition::GT: return Opcode::BGT;
  case Condition::MI: return Opcode::BMI;
  case Condition::PL: return Opcode::BPL;
  }
  return Opcode::BEQ;
}

} // namespace

void WordBuilder::add(const MachineInstr& mi) {
  if (mi.isDebugLabel()) return debug_points_.label(mi, origin_);
  if (mi.isDebugValue()) {
    debug_points_.value(mi, origin_, [this](unsigned r) { return reg(r).reg; });
    return debug_values_.add(mi, origin_);
  }
  debug_points_.word(mi, origin_);
  debug_values_.clobber(mi, origin_ + 1); // the writing word itself still sees the old value
  if (mi.isDebugInstr() || mi.isImplicitDef() || mi.isKill()) return;
  place(mi.getDebugLoc());
  switch (mi.getOpcode()) {
  case TargetOpcode::INLINEASM: return inline_assembly(mi);
  case MEv2::CgImm:
    return immediate(named(mi, Name::dst), static_cast<uint32_t>(number(mi, Name::imm)));
  case MEv2::CgSraV: // the sign comes from this word's result, the amount from its left operand
    alu(Opcode::ALU_B, {}, named(mi, Name::left), named(mi, Name::right));
    alu(Opcode::ASR, named(mi, Name::dst), {}, named(mi, Name::right)).word.shift =
        ShiftKind::RightIndirect;
    return;
  case MEv2::CgSra: return arithmetic_shift(mi);
  case MEv2::CgMul24x8:
  case MEv2::CgMul16x16:
  case MEv2::CgMul32:
  case MEv2::CgMulHi:
  case MEv2::CgMul64: return multiply(mi);
  case MEv2::CgAdd64:
  case MEv2::CgAdd64r:
  case MEv2::CgAdd64i:
  case MEv2::CgSub64:
  case MEv2::CgSub64r:
  case MEv2::CgSub64i: return wide(mi);
  case MEv2::CgSum: return sum(mi);
  case MEv2::CgPopCount:
    alu(Opcode::POP_COUNT1, {}, {}, named(mi, Name::right));
    alu(Opcode::POP_COUNT2, {}, {}, named(mi, Name::right));
    alu(Opcode::POP_COUNT3, named(mi, Name::dst), {}, named(mi, Name::right));
    return;
  case MEv2::CgBr: return jump(target(mi));
  case MEv2::CgBrCcrr:
  case MEv2::CgBrCcri:
  case MEv2::CgBrCcir: return compare_branch(mi);
  case MEv2::CgBrCc64:
    alu(Opcode::ALU_SUB, {}, named(mi, Name::left), named(mi, Name::right));
    alu(Opcode::ALU_SUB_CARRY, {}, named(mi, Name::left2), named(mi, Name::right2));
    return branch(branch_of(static_cast<Condition>(number(mi, Name::cond))), target(mi));
  case MEv2::CgBrTestrr:
  case MEv2::CgBrTestri: return test_branch(mi);
  case MEv2::CgBrHalfEq:
  case MEv2::CgBrHalfNe: return half_branch(mi);
  case MEv2::CgJumpTable: return jump_table(mi);
  case MEv2::CgCall: return call(mi);
  case MEv2::CgRet:
    word(Opcode::JUMP).left = named(mi, Name::left);
    returns_.emplace_back(code_->size() - 1, mi.getMF()->getName().str());
    return;
  case MEv2::CgKill: word(Opcode::CTX_ARB).word.any = true; return;
  case MEv2::CgKeep: return;
  default: break;
  }
  if (unit_form(mi)) return;
  if (const auto op = single_word(mi.getOpcode())) return one_word(mi, *op);
  unit_.error(at_, "internal error: the code generator made a form that has no word");
}

// Converts forms that are one word of isa, or two with the amount of an indirect shift; operands
// and fields match by name.
void WordBuilder::one_word(const MachineInstr& mi, Opcode op) {
  if (const Slot amount = named(mi, Name::amount); amount.present())
    alu(Opcode::ALU_OR, {}, amount, constant_slot(0));
  Instr& i = alu(op, named(mi, Name::dst), named(mi, Name::left), named(mi, Name::right));
  set_shift(i, number(mi, Name::shift));
  i.word.byte_mask = static_cast<uint8_t>(number(mi, Name::mask));
  i.word.csr = static_cast<uint16_t>(number(mi, Name::csr));
  i.word.state = static_cast<uint8_t>(number(mi, Name::state));
  if (!mi.isBranch()) return;
  i.target = use(target(mi));
  i.word.parameter = static_cast<uint8_t>(
      op == Opcode::BR_BYTE_EQ || op == Opcode::BR_BYTE_NE ? number(mi, Name::byte)
      : op == Opcode::BR_BSET || op == Opcode::BR_BCLR     ? number(mi, Name::bit)
                                                           : number(mi, Name::state));
  i.word.state = 0;
  i.word.compare = static_cast<uint8_t>(number(mi, Name::compare));
}

void WordBuilder::multiply(const MachineInstr& mi) {
  const Slot left = named(mi, Name::left), right = named(mi, Name::right);
  const auto steps = [&](std::initializer_list<Opcode> ops) {
    alu(Opcode::MUL_START, {}, left, right);
    for (const Opcode op : ops)
      alu(op, {}, left, right);
  };
  const auto last = [&](Opcode op, unsigned name) { alu(op, named(mi, name), {}, {}); };
  switch (mi.getOpcode()) {
  case MEv2::CgMul24x8:
    steps({Opcode::MUL_24X8_STEP1});
    return last(Opcode::MUL_24X8_LAST, Name::dst);
  case MEv2::CgMul16x16:
    steps({Opcode::MUL_16X16_STEP1, Opcode::MUL_16X16_STEP2});
    return last(Opcode::MUL_16X16_LAST, Name::dst);
  default: break;
  }
  steps({Opcode::MUL_32X32_STEP1, Opcode::MUL_32X32_STEP2, Opcode::MUL_32X32_STEP3,
         Opcode::MUL_32X32_STEP4});
  last(Opcode::MUL_32X32_LAST, Name::dst);
  if (mi.getOpcode() == MEv2::CgMulHi) last(Opcode::MUL_32X32_LAST2, Name::dst);
  if (mi.getOpcode() == MEv2::CgMul64) last(Opcode::MUL_32X32_LAST2, Name::dst2);
}

// Low words, then high words with the carry of the low ones.
void WordBuilder::wide(const MachineInstr& mi) {
  const bool add = mi.getOpcode() == MEv2::CgAdd64 || mi.getOpcode() == MEv2::CgAdd64r ||
                   mi.getOpcode() == MEv2::CgAdd64i;
  Slot high = named(mi, Name::right2);
  if (!high.present()) high = constant_slot(0);
  alu(add ? Opcode::ALU_ADD : Opcode::ALU_SUB, named(mi, Name::dst), named(mi, Name::left),
      named(mi, Name::right));
  alu(add ? Opcode::ALU_ADD_CARRY : Opcode::ALU_SUB_CARRY, named(mi, Name::dst2),
      named(mi, Name::left2), std::move(high));
}

void WordBuilder::sum(const MachineInstr& mi) {
  const Slot dst = named(mi, Name::dst);
  alu(Opcode::ALU_ADD, dst, slot_of(mi.getOperand(1)), slot_of(mi.getOperand(2)));
  for (unsigned n = 3; n < mi.getNumExplicitOperands(); ++n)
    alu(Opcode::ALU_ADD_CARRY, dst, dst, slot_of(mi.getOperand(n)));
}

// The word of this block that last set the condition codes, if no later word changed `kept`.
const Instr* WordBuilder::codes_from(std::initializer_list<const Slot*> kept) const {
  if (!pending_.empty()) return nullptr;
  constexpr size_t kLookBack = 6;
  for (size_t n = code_->size(), looked = 0; n-- > 0 && looked < kLookBack; ++looked) {
    const Instr& i = (*code_)[n];
    if (mc::is_control(i) || i.info().cls == mev2::InstrClass::Mult) return nullptr;
    if (mc::sets_condition_codes(i)) return &i;
    for (const Slot* s : kept)
      if (i.dst.present() && i.dst == *s) return nullptr;
    if (!i.labels.empty()) return nullptr;
  }
  return nullptr;
}

// True if reading the operand again gives the same value: not so for local memory through a pointer
// that moved, and for rings.
static bool reads_alike(const Slot& a, const Slot& b) {
  return a.kind != Slot::Kind::Fixed && a == b;
}

// Branches on a comparison. Omits the comparison if preceding words set the codes by the same
// subtraction.
void WordBuilder::compare_branch(const MachineInstr& mi) {
  const auto condition = static_cast<Condition>(number(mi, Name::cond));
  const Slot left = named(mi, Name::left), right = named(mi, Name::right);
  const Instr* before = codes_from({&left, &right});
  const bool again = before && before->op() == Opcode::ALU_SUB && reads_alike(before->left, left) &&
                     reads_alike(before->right, right) && before->dst != left &&
                     before->dst != right;
  if (!again) alu(Opcode::ALU_SUB, {}, left, right);
  branch(branch_of(condition), target(mi));
}

void WordBuilder::test_branch(const MachineInstr& mi) {
  const auto condition = static_cast<Condition>(number(mi, Name::cond));
  const Slot left = named(mi, Name::left), right = named(mi, Name::right);
  const Instr* before = codes_from({&left, &right});
  const bool again = before && before->op() == Opcode::ALU_AND && reads_alike(before->left, left) &&
                     reads_alike(before->right, right) && before->dst != left &&
                     before->dst != right;
  if (!again) alu(Opcode::ALU_AND, {}, left, right);
  branch(branch_of(condition), target(mi));
}

// Compares byte by byte, the upper one first.
void WordBuilder::half_branch(const MachineInstr& mi) {
  const bool equal = mi.getOpcode() == MEv2::CgBrHalfEq;
  const mc::LabelId to = target(mi), behind = equal ? new_label(".half#") : to;
  const auto byte = [&](Opcode op, unsigned number_of_byte, int64_t value, mc::LabelId where) {
    Instr& i = word(op);
    i.left = named(mi, Name::left);
    i.target = use(where);
    i.word.parameter = static_cast<uint8_t>(number_of_byte);
    i.word.compare = static_cast<uint8_t>(value);
  };
  const auto low = static_cast<unsigned>(number(mi, Name::byte));
  const int64_t value = number(mi, Name::compare);
  byte(Opcode::BR_BYTE_NE, low + 1, value >> 8, behind);
  byte(equal ? Opcode::BR_BYTE_EQ : Opcode::BR_BYTE_NE, low, value & 255, to);
  if (equal) pending_.push_back(behind);
}

// True if `i` wrote the GPR that `value` reads. (A write to $n is not visible to a read of $n.)
bool WordBuilder::is_result(const Instr& i, const Slot& value) const {
  return value.is_register() && unit_.registers[value.reg].file == mc::File::Gpr && i.dst == value;
}

// True if `value` is the result of the previous word.
bool WordBuilder::just_computed(const Slot& value) const {
  if (!pending_.empty() || code_->empty()) return false;
  const Instr& i = code_->back();
  const bool leaves_result =
      i.info().cls == mev2::InstrClass::Alu || i.info().cls == mev2::InstrClass::AluShf;
  return leaves_result && i.info().writes_dst && is_result(i, value);
}

// The sign is the result of the previous word.
void WordBuilder::arithmetic_shift(const MachineInstr& mi) {
  const Slot right = named(mi, Name::right);
  if (!just_computed(right) || !mc::leaves_sign(code_->back())) alu(Opcode::ALU_B, {}, {}, right);
  set_shift(alu(Opcode::ASR, named(mi, Name::dst), {}, right),
            shift_operand(ShiftKind::Right, static_cast<unsigned>(number(mi, Name::amount))));
}

void WordBuilder::jump_table(const MachineInstr& mi) {
  const mc::LabelId table = new_label(".table#");
  Instr& jump = word(Opcode::JUMP);
  jump.left = named(mi, Name::left);
  jump.target = use(table);
  pending_.push_back(table);
  const unsigned index = static_cast<unsigned>(mi.getOperand(1).getIndex());
  for (const MachineBasicBlock* block : mi.getMF()->getJumpTableInfo()->getJumpTables()[index].MBBs)
    branch(Opcode::BR, label_of(*block));
}

// Emits br[function#], defer[1], with the return address in the defer slot.
void WordBuilder::call(const MachineInstr& mi) {
  const MachineFunction& mf = *mi.getMF();
  const uint32_t* nothing =
      mf.getSubtarget().getRegisterInfo()->getCallPreservedMask(mf, CallingConv::C);
  for (const MachineOperand& o : mi.operands())
    if (o.isRegMask() && o.getRegMask() != nothing) count(Optimisation::CalleeRegisters, settings_);
  Instr& br = word(Opcode::BR);
  const std::string callee = mi.getOperand(0).getGlobal()->getName().str();
  br.target = use(label_of_function(callee));
  br.word.defer = 1;
  const mc::LabelId back = new_label(".return#");
  Instr& address = word(Opcode::IMMED);
  address.dst = reg(MEv2::B15);
  address.target = use(back);
  return_points_[callee].push_back(address.target);
  pending_.push_back(back);
}

} // namespace mecc::codegen
