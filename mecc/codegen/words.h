// Converts machine code to control-store words: every form becomes one or more instructions of the
// assembler's intermediate form (mecc/mc), with physical operands. The later steps are the same for
// C and assembly: defer slots, rules, encoding. Distances required by the hardware are established
// later (latency.cc).
#pragma once

#include "mecc/codegen/debug_objects.h"
#include "mecc/codegen/debug_points.h"
#include "mecc/codegen/debug_values.h"
#include "mecc/codegen/mev2.h"
#include "mecc/mc/ir.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class DebugLoc;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class MachineOperand;
} // namespace llvm

namespace mecc::codegen {

struct Settings;

mc::Slot constant_slot(uint32_t);
mc::Slot fixed_slot(mev2::OperandKind, unsigned number, mev2::Step = mev2::Step::Keep);

class WordBuilder {
public:
  WordBuilder(mc::Unit& unit, const Settings& settings);

  void begin_function(const llvm::MachineFunction&);
  void begin_block(const llvm::MachineBasicBlock&);
  void add(const llvm::MachineInstr&);
  void expect_taken() { code_->back().likely = true; } // the branch added last

  // Puts `main` first, sets up its frame pointer, and stores all code in the unit.
  void finish();

  bool needs_far_frames() const { return needs_far_frames_; }
  bool uses_frames() const { return uses_frame_; }
  const DebugObjects& debug_objects() const { return debug_objects_; }
  const DebugValues& debug_values() const { return debug_values_; }
  const DebugPoints& debug_points() const { return debug_points_; }

private:
  // words.cc: building blocks
  mc::Instr& word(mev2::Opcode);
  mc::Instr& alu(mev2::Opcode, mc::Slot dst, mc::Slot left, mc::Slot right);
  void branch(mev2::Opcode, mc::LabelId);
  void jump(mc::LabelId);
  void immediate_word(const mc::Slot& dst, uint32_t value); // requires that it fits one word
  void immediate(const mc::Slot& dst, uint32_t value);
  void write_csr(uint16_t csr, mc::Slot value);
  void read_csr(uint16_t csr, const mc::Slot& dst);
  mc::Slot named(const llvm::MachineInstr&, unsigned name) const; // empty if the form has no such
                                                                  // operand
  int64_t number(const llvm::MachineInstr&, unsigned name) const;
  mc::Slot slot_of(const llvm::MachineOperand&) const;
  mc::Slot reg(unsigned physical) const;
  mc::LabelId label_of(const llvm::MachineBasicBlock&);
  mc::LabelId label_of_function(const std::string&);
  mc::LabelId new_label(std::string name);
  mc::LabelUseId use(mc::LabelId);
  mc::LabelId target(const llvm::MachineInstr&); // target block of a branch
  void place(const llvm::DebugLoc&);
  void set_up_frame_pointer();

  // inline_asm.cc
  void inline_assembly(const llvm::MachineInstr&);
  // Adds one instruction; its text is canonical except for labels of its statement.
  void assemble(std::string line, const std::map<std::string, mc::LabelId>& labels);

  // words_forms.cc: the forms
  void one_word(const llvm::MachineInstr&, mev2::Opcode);
  const mc::Instr* codes_from(std::initializer_list<const mc::Slot*> kept) const;
  bool is_result(const mc::Instr&, const mc::Slot& value) const;
  bool just_computed(const mc::Slot& value) const;
  void multiply(const llvm::MachineInstr&);
  void wide(const llvm::MachineInstr&);
  void sum(const llvm::MachineInstr&);
  void compare_branch(const llvm::MachineInstr&);
  void test_branch(const llvm::MachineInstr&);
  void half_branch(const llvm::MachineInstr&);
  void arithmetic_shift(const llvm::MachineInstr&);
  void jump_table(const llvm::MachineInstr&);
  void call(const llvm::MachineInstr&);
  // words_units.cc
  bool unit_form(const llvm::MachineInstr&);
  void command(const llvm::MachineInstr&);
  void indexed_transfer(const llvm::MachineInstr&);
  void wait(const llvm::MachineInstr&);
  void signal_branch(const llvm::MachineInstr&, mev2::Opcode);
  void cam(const llvm::MachineInstr&, mev2::Opcode);
  void crc(const llvm::MachineInstr&);
  void frame_slot(const llvm::MachineInstr&);
  void slot_address(const llvm::MachineInstr&);
  void local_memory(const llvm::MachineInstr&);
  mc::Slot far_slot(int64_t bytes);

  mc::Unit& unit_;
  const Settings& settings_;
  std::map<const llvm::MachineBasicBlock*, mc::LabelId> blocks_;
  std::map<std::string, mc::LabelId> functions_;
  std::map<std::string, uint32_t> lines_; // "file:line:column" -> index in unit_.lines
  std::map<std::string, std::vector<mc::LabelUseId>> return_points_; // by callee
  std::vector<std::pair<size_t, std::string>> returns_; // indices in others_, and the functions
  std::vector<mc::LabelId> pending_;                    // labels for the next word
  std::vector<mc::Instr> main_, others_;
  std::vector<mc::Instr>* code_ = nullptr; // the one of the two being filled
  mc::RegisterId first_gpr_[2] = {}, first_s_ = 0, first_d_ = 0;
  mc::Place at_;
  uint32_t origin_ = 0; // of the next word
  DebugObjects debug_objects_;
  DebugValues debug_values_;
  DebugPoints debug_points_;
  bool uses_frame_ = false, needs_far_frames_ = false;
};

} // namespace mecc::codegen
