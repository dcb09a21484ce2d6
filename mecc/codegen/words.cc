#include "mecc/codegen/words.h"

#include "mecc/codegen/target_machine.h"
#include "mecc/lower/users_place.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <bit>
#include <fmt/format.h>
#include <utility>

using namespace llvm;

namespace mecc::codegen {

using mc::Instr;
using mc::LabelId;
using mc::LabelUseId;
using mc::Slot;
using mev2::Opcode;
using mev2::OperandKind;

namespace {

constexpr unsigned kRegisters = 32; // of each file and bank, in four-context mode

mc::RegisterId declare(mc::Unit& unit, mc::File file, mev2::Bank bank) {
  const auto first = static_cast<mc::RegisterId>(unit.registers.size());
  for (unsigned n = 0; n < kRegisters; ++n) {
    mc::Register r;
    r.file = file;
    r.bank = bank;
    r.number = static_cast<int>(n);
    if (file != mc::File::Gpr) { // commands move consecutive ones
      r.order = static_cast<uint32_t>(unit.orders.size());
      r.order_index = n;
    }
    unit.registers.push_back(std::move(r));
  }
  if (file == mc::File::Gpr) return first;
  mc::Order order;
  for (unsigned n = 0; n < kRegisters; ++n)
    order.members.push_back(first + n);
  unit.orders.push_back(std::move(order));
  return first;
}

} // namespace

WordBuilder::WordBuilder(mc::Unit& unit, const Settings& settings)
    : unit_(unit), settings_(settings) {
  first_gpr_[0] = declare(unit, mc::File::Gpr, mev2::Bank::A);
  first_gpr_[1] = declare(unit, mc::File::Gpr, mev2::Bank::B);
  first_s_ = declare(unit, mc::File::S, mev2::Bank::A);
  first_d_ = declare(unit, mc::File::D, mev2::Bank::A);
}

// ---- places and labels
// -----------------------------------------------------------------------------

void WordBuilder::place(const DebugLoc& loc) {
  const DILocation* at = lower::users_place(loc.get());
  if (!at) return;
  const std::string file = at->getFilename().str();
  const auto [i, fresh] =
      lines_.try_emplace(fmt::format("{}:{}:{}", file, at->getLine(), at->getColumn()),
                         static_cast<uint32_t>(unit_.lines.size()));
  if (fresh) {
    Line line;
    line.text = " ";
    line.file = file;
    line.line = at->getLine();
    line.columns = {at->getColumn()};
    unit_.lines.push_back(std::move(line));
  }
  at_ = {i->second, 0};
}

LabelId WordBuilder::new_label(std::string name) {
  mc::LabelDefinition l;
  l.name = std::move(name);
  l.at = at_;
  unit_.labels.push_back(std::move(l));
  return static_cast<LabelId>(unit_.labels.size() - 1);
}

LabelUseId WordBuilder::use(LabelId l) {
  mc::LabelUse u;
  u.at = at_;
  u.label = l;
  unit_.label_uses.push_back(std::move(u));
  return static_cast<LabelUseId>(unit_.label_uses.size() - 1);
}

LabelId WordBuilder::label_of(const MachineBasicBlock& block) {
  const auto i = blocks_.find(&block);
  if (i != blocks_.end()) return i->second;
  return blocks_[&block] = new_label(
             fmt::format("{}.{}#", block.getParent()->getName().str(), block.getNumber()));
}

LabelId WordBuilder::label_of_function(const std::string& name) {
  const auto i = functions_.find(name);
  if (i != functions_.end()) return i->second;
  return functions_[name] = new_label(name + "#");
}

LabelId WordBuilder::target(const MachineInstr& mi) {
  return label_of(*mi.getOperand(mi.getNumExplicitOperands() - 1).getMBB());
}

void WordBuilder::begin_function(const MachineFunction& mf) {
  code_ = mf.getName() == "main" ? &main_ : &others_;
  debug_points_.begin_function(mf.getName().str());
  at_ = {};
  if (const DISubprogram* where = mf.getFunction().getSubprogram())
    place(DILocation::get(where->getContext(), where->getLine(), 0,
                          const_cast<DISubprogram*>(where)));
  pending_.push_back(label_of_function(mf.getName().str()));
}

void WordBuilder::begin_block(const MachineBasicBlock& block) {
  pending_.push_back(label_of(block));
  debug_values_.begin_block(origin_);
  debug_points_.begin_block(label_of(block), origin_);
}

void WordBuilder::finish() {
  debug_values_.begin_block(origin_);
  debug_points_.end(origin_);
  for (const auto& [n, function] : returns_)
    others_[n].jump_targets = return_points_[function];
  if (uses_frame_ || settings_.far_frames) set_up_frame_pointer();
  for (std::vector<Instr>* part : {&main_, &others_})
    for (Instr& i : *part)
      unit_.code.push_back(std::move(i));
  unit_.end_labels = pending_;
  unit_.place_labels();
}

// ---- words
// -----------------------------------------------------------------------------------------

Instr& WordBuilder::word(Opcode op) {
  Instr& i = code_->emplace_back();
  i.word.opcode = op;
  i.at = at_;
  i.origin = origin_++;
  i.labels = std::move(pending_);
  pending_.clear();
  return i;
}

Instr& WordBuilder::alu(Opcode op, Slot dst, Slot left, Slot right) {
  Instr& i = word(op);
  i.dst = std::move(dst);
  i.left = std::move(left);
  i.right = std::move(right);
  return i;
}

void WordBuilder::branch(Opcode op, LabelId to) {
  word(op).target = use(to);
}

// Adds a jump. A context that waits can resume elsewhere: a preceding ctx_arb includes the branch.
void WordBuilder::jump(LabelId to) {
  if (!pending_.empty() || code_->empty()) return branch(Opcode::BR, to);
  Instr& last = code_->back();
  if (last.op() != Opcode::CTX_ARB || last.waits.empty() || last.word.any || last.word.has_target)
    return branch(Opcode::BR, to);
  last.target = use(to);
  last.word.has_target = true;
}

// Stores the value as a field, as the assembler's passes expect.
void WordBuilder::immediate_word(const Slot& dst, uint32_t value) {
  Instr& i = word(Opcode::IMMED);
  i.dst = dst;
  mc::FieldNumber f{mc::Field::ImmediateWhole, {}, 0, UINT32_MAX, "constant"};
  f.number.known = value;
  i.fields.push_back(std::move(f));
}

void WordBuilder::immediate(const Slot& dst, uint32_t value) {
  mev2::Instruction probe;
  const bool one = mev2::fit_immed(value, probe);
  for (const bool invert : {false, true}) { // a byte at any position: shift it
    const uint32_t v = invert ? ~value : value;
    if (one || v == 0 || v >> std::countr_zero(v) > 255) continue;
    Instr& i = alu(invert ? Opcode::SHF_NOT_B : Opcode::SHF_B, dst, {},
                   constant_slot(v >> std::countr_zero(v)));
    i.word.shift = mev2::ShiftKind::Left;
    i.word.shift_amount = static_cast<uint8_t>(std::countr_zero(v));
    return;
  }
  immediate_word(dst, one ? value : value & 0xffff);
  if (one) return;
  Instr& high = word(Opcode::IMMED_W1);
  high.dst = dst;
  high.word.immediate = value >> 16;
}

void WordBuilder::write_csr(uint16_t csr, Slot value) {
  Instr& i = word(Opcode::LOCAL_CSR_WR);
  i.word.csr = csr;
  i.left = std::move(value);
}

void WordBuilder::read_csr(uint16_t csr, const Slot& dst) {
  word(Opcode::LOCAL_CSR_RD).word.csr = csr;
  immediate_word(dst, 0);
}

// ---- operands
// ----------------------------------------------------------------------------------------

Slot constant_slot(uint32_t v) {
  Slot s;
  s.kind = Slot::Kind::Constant;
  s.number.known = v;
  return s;
}

Slot fixed_slot(OperandKind kind, unsigned number, mev2::Step step) {
  Slot s;
  s.kind = Slot::Kind::Fixed;
  s.fixed.kind = kind;
  s.fixed.number = static_cast<uint16_t>(number);
  s.fixed.step = step;
  return s;
}

Slot WordBuilder::reg(unsigned r) const {
  const auto declared = [](mc::RegisterId id) {
    Slot s;
    s.kind = Slot::Kind::Register;
    s.reg = id;
    return s;
  };
  const auto in = [&](unsigned first, unsigned last) { return r >= first && r <= last; };
  if (in(MEv2::A0, MEv2::A31)) return declared(first_gpr_[0] + r - MEv2::A0);
  if (in(MEv2::B0, MEv2::B31)) return declared(first_gpr_[1] + r - MEv2::B0);
  if (in(MEv2::SIn0, MEv2::SIn31)) return declared(first_s_ + r - MEv2::SIn0);
  if (in(MEv2::SOut0, MEv2::SOut31)) return declared(first_s_ + r - MEv2::SOut0);
  if (in(MEv2::DIn0, MEv2::DIn31)) return declared(first_d_ + r - MEv2::DIn0);
  if (in(MEv2::DOut0, MEv2::DOut31)) return declared(first_d_ + r - MEv2::DOut0);
  if (in(MEv2::NnIn0, MEv2::NnIn31)) return fixed_slot(OperandKind::Nn, r - MEv2::NnIn0);
  if (in(MEv2::NnOut0, MEv2::NnOut31)) return fixed_slot(OperandKind::Nn, r - MEv2::NnOut0);
  if (in(MEv2::Lm0_0, MEv2::Lm0_15)) return fixed_slot(OperandKind::Lm0, r - MEv2::Lm0_0);
  if (in(MEv2::Lm1_0, MEv2::Lm1_15)) return fixed_slot(OperandKind::Lm1, r - MEv2::Lm1_0);
  if (in(MEv2::AbsA0, MEv2::AbsA127)) return fixed_slot(OperandKind::AbsGpr, r - MEv2::AbsA0);
  if (in(MEv2::AbsB0, MEv2::AbsB127)) {
    Slot s = fixed_slot(OperandKind::AbsGpr, r - MEv2::AbsB0);
    s.fixed.bank = mev2::Bank::B;
    return s;
  }
  switch (r) {
  case MEv2::Lm0Inc: return fixed_slot(OperandKind::Lm0, 0, mev2::Step::Increment);
  case MEv2::Lm0Dec: return fixed_slot(OperandKind::Lm0, 0, mev2::Step::Decrement);
  case MEv2::Lm1Inc: return fixed_slot(OperandKind::Lm1, 0, mev2::Step::Increment);
  case MEv2::Lm1Dec: return fixed_slot(OperandKind::Lm1, 0, mev2::Step::Decrement);
  case MEv2::NnPop: return fixed_slot(OperandKind::NnRing, 0, mev2::Step::Increment);
  case MEv2::NnPeek: return fixed_slot(OperandKind::NnRing, 0);
  case MEv2::SIndexReg: return fixed_slot(OperandKind::SIndex, 0);
  case MEv2::DIndexReg: return fixed_slot(OperandKind::DIndex, 0);
  default: return {}; // NoReg
  }
}

Slot WordBuilder::slot_of(const MachineOperand& o) const {
  if (o.isReg()) return reg(o.getReg());
  return constant_slot(static_cast<uint32_t>(o.getImm()));
}

Slot WordBuilder::named(const MachineInstr& mi, unsigned name) const {
  const int n =
      MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()), static_cast<uint16_t>(name));
  return n < 0 ? Slot{} : slot_of(mi.getOperand(static_cast<unsigned>(n)));
}

int64_t WordBuilder::number(const MachineInstr& mi, unsigned name) const {
  const int n =
      MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()), static_cast<uint16_t>(name));
  return n < 0 ? 0 : mi.getOperand(static_cast<unsigned>(n)).getImm();
}

// ---- the frame pointer
// -------------------------------------------------------------------------------

constexpr unsigned kFrameWindow = 16; // longwords; windows, and so frames, are aligned

static unsigned first_frame(const Settings& s) {
  return (s.lm_first_word + kFrameWindow - 1) & ~(kFrameWindow - 1);
}

// LM_ADDR_0 = first byte + context * bytes per context.
void WordBuilder::set_up_frame_pointer() {
  std::vector<Instr> body = std::move(main_);
  main_.clear();
  code_ = &main_;
  at_ = body.empty() ? mc::Place{} : body.front().at;
  // Moves the function's label to the new start; its first block's label stays.
  const LabelId entry = label_of_function("main");
  std::erase(body.front().labels, entry);
  const std::vector<LabelId> at_end = std::exchange(pending_, {entry});
  const Slot pointer = reg(kFramePointer), context = reg(MEv2::A14); // never shared
  const uint32_t first = 4 * first_frame(settings_), stride = 4 * frame_words(settings_);
  immediate(pointer, first);
  if (settings_.lm_contexts > 1) {
    read_csr(*mev2::local_csr_address("active_ctx_sts"), context);
    alu(Opcode::ALU_AND, context, context, constant_slot(7));
    const unsigned step = settings_.mode == mev2::ContextMode::Four ? 2 : 1; // between context
                                                                             // numbers
    for (unsigned bit = 0; bit < 32; ++bit) {
      if (!(stride / step >> bit & 1)) continue;
      Instr& shift = alu(Opcode::SHF_B, reg(kFarAddress), {}, context);
      shift.word.shift = mev2::ShiftKind::Left;
      shift.word.shift_amount = static_cast<uint8_t>(bit);
      alu(Opcode::ALU_ADD, pointer, reg(kFarAddress), pointer);
    }
  }
  write_csr(*mev2::local_csr_address("active_lm_addr_0"), pointer);
  for (Instr& i : body)
    main_.push_back(std::move(i));
  pending_ = at_end;
}

unsigned frame_words(const Settings& s) {
  const unsigned first = first_frame(s), end = s.lm_first_word + s.lm_words;
  return end <= first ? 0 : (end - first) / s.lm_contexts & ~(kFrameWindow - 1);
}

// ---- the pass
// ------------------------------------------------------------------------------------------

namespace {

class WordCollector final : public MachineFunctionPass {
public:
  static char id;
  explicit WordCollector(WordBuilder& builder) : MachineFunctionPass(id), builder_(builder) {}
  StringRef getPassName() const override { return "MEv2 words"; }

  bool runOnMachineFunction(MachineFunction& mf) override {
    builder_.begin_function(mf);
    SmallPtrSet<const MachineBasicBlock*, 16> begun;
    for (const MachineBasicBlock& block : mf) {
      builder_.begin_block(block);
      begun.insert(&block);
      for (const MachineInstr& mi : block) {
        builder_.add(mi);
        if (is_likely(mi, begun)) builder_.expect_taken();
      }
    }
    return false;
  }

private:
  // If both paths are equally frequent, the one that leads back.
  static bool is_likely(const MachineInstr& mi,
                        const SmallPtrSetImpl<const MachineBasicBlock*>& begun) {
    if (!mi.isConditionalBranch()) return false;
    const MachineBasicBlock &from = *mi.getParent(),
                            *to = mi.getOperand(mi.getNumExplicitOperands() - 1).getMBB();
    const BranchProbability half(1, 2), p = from.getSuccProbability(find(from.successors(), to));
    return p > half || (p == half && begun.contains(to));
  }

  WordBuilder& builder_;
};
char WordCollector::id;

} // namespace

FunctionPass* create_word_collector(WordBuilder& builder) {
  return new WordCollector(builder);
}

} // namespace mecc::codegen
