// The assembler's intermediate form: one Instr per control-store word, whose operands may be
// symbolic, plus the registers, signals and labels declared in the source.
//
// Life of a unit: parse() fills it; flow, liveness and the bank pass analyse it and may insert
// moves; the allocators give every register and signal a number; emit() turns it into an Image.
#pragma once

#include "base/diagnostic.h"
#include "isa/isa.h"
#include "mecc/mc/assembler.h"
#include "preprocess/source.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mecc::mc {

using RegisterId = uint32_t;
using SignalId = uint32_t;
using LabelId = uint32_t;
using LabelUseId = uint32_t;
using ScopeId = uint32_t;
constexpr uint32_t kNothing = ~0u;

struct Place {         // position of a character in the preprocessed source
  uint32_t line = 0;   // index into Unit::lines
  uint32_t offset = 0; // offset in that line's text
};

// A constant expression. `known` is false if it depends on values that are determined later:
// &register, &signal, label#.
struct Number {
  std::string text;
  Place at;
  ScopeId scope = 0;
  std::optional<int64_t> known; // late ones: after Parser::resolve_numbers()
  bool late = false;            // depends on allocation: &register, &signal, label#
  std::string open;             // in terms of import variables, if it depends on any
};

// An operand. `Fixed` operands are already physical (*l$index0[3], *$index++, a5 unless a register
// of that name is declared).
struct Slot {
  enum class Kind : uint8_t { None, Fixed, Register, Constant };
  Kind kind = Kind::None;
  Place at;
  mev2::Operand fixed;
  RegisterId reg = kNothing;
  Number number;

  bool is_register() const { return kind == Kind::Register; }
  bool present() const { return kind != Kind::None; }
  // Whether both name one operand. For known constants only: unknown ones are equal.
  friend bool operator==(const Slot& a, const Slot& b) {
    return a.kind == b.kind && a.fixed == b.fixed && a.reg == b.reg &&
           a.number.known == b.number.known;
  }
};

struct SignalRef {
  enum class Kind : uint8_t { None, Fixed, Virtual };
  Kind kind = Kind::None;
  uint32_t id = 0; // signal number or SignalId
  Place at;
};

// A numeric field of the word other than an operand.
enum class Field : uint8_t {
  Shift,
  Parameter,
  Compare,
  Immediate,
  ImmediateWhole,
  State,
  CapData,
  CsrAddress
};

struct FieldNumber {
  Field field;
  Number number;
  int64_t low, high;
  const char* what; // for the error message: "bit number"
};

// .set and .use: effects on liveness immediately before an instruction.
struct Hint {
  enum class Kind : uint8_t { Set, Use } kind;
  enum class Side : uint8_t { Both, Read, Write } side = Side::Both; // _rd, _wr
  uint32_t id;                                                       // RegisterId or SignalId
  bool is_signal;
};

struct Instr {
  mev2::Instruction word; // opcode and all non-symbolic parts; counts up to 16
  Place at;
  Slot dst, left, right, xfer;
  std::vector<FieldNumber> fields;
  SignalRef signal;                     // for a command or br_signal
  std::vector<SignalRef> waits;         // for ctx_arb
  LabelUseId target = kNothing;         // branches, ctx_arb br[], jump base, load_addr
  std::vector<LabelUseId> jump_targets; // jump[..], targets[..]
  std::vector<LabelId> labels;          // labels at this instruction
  std::vector<Hint> hints;              // .set/.use at this instruction
  std::vector<uint32_t> points;         // indices in Unit::points, at this instruction
  int immed_bytes = -1;           // immed with a shift in the source; -1: chosen by the assembler
  bool made_by_assembler = false; // a move that splits a bank conflict
  bool likely = false;            // a branch that is expected to be taken
  bool implicit = false;          // generated for .if/.while, not an instruction line
  uint32_t origin = kNothing;     // its index in the source, kept when it moves

  mev2::Opcode op() const { return word.opcode; }
  const mev2::OpcodeInfo& info() const { return mev2::info(word.opcode); }
};

enum class File : uint8_t { Gpr, S, D, Neighbour };

struct Register {
  std::string name; // as in the source: "count", "$hdr[2]", "@total"
  Place declared;
  File file = File::Gpr;
  bool absolute = false;   // "@": one for all contexts
  bool read_only = false;  // "read": only the S_IN / D_IN side exists
  bool write_only = false; // "write"
  bool is_volatile = false, visible = false, remote = false;
  bool address_taken = false;     // "&name" is used: others may access it at any time
  std::optional<unsigned> pinned; // .addr
  std::optional<mev2::Bank> pinned_bank;
  std::optional<uint32_t> initial; // .init

  uint32_t order = kNothing; // transfer order it belongs to
  uint32_t order_index = 0;

  mev2::Bank bank = mev2::Bank::A; // results of allocation
  int number = -1;

  bool transfer() const { return file == File::S || file == File::D; }
  // Whether it must keep its number throughout the program.
  bool everywhere() const {
    return absolute || is_volatile || visible || remote || address_taken || file == File::Neighbour;
  }
};

struct Signal {
  std::string name;
  Place declared;
  bool is_volatile = false, visible = false, remote = false, address_taken = false;
  bool pair =
      false; // used by a command that completes with two signals: even number, and the odd one
  std::optional<unsigned> pinned;
  int number = -1;

  bool everywhere() const { return is_volatile || visible || remote || address_taken; }
};

struct LabelDefinition {
  std::string name; // includes the '#'; generated ones start with '.'
  Place at;
  ScopeId scope = 0;
  const Expansion* expansion = nullptr; // macro call that contains it
  bool address_taken = false;
  bool global = false;      // .global_label: visible in all scopes
  uint32_t node = kNothing; // index into Unit::code; its size means the end
};

struct LabelUse {
  std::string name;
  Place at;
  ScopeId scope = 0;
  LabelId label = kNothing; // set when resolved
  int64_t offset = 0;       // instructions after it, in source order
  bool in_expression = false;
};

// .init_csr: bits of a local CSR.
struct CsrValue {
  uint16_t address = 0; // byte address
  uint32_t value = 0, mask = 0;
  Place at;
};

// Memory declared by a program, with its address and its initial longwords.
struct Memory {
  struct Value {
    uint32_t offset; // in bytes
    Number number;
  };
  MemoryRequest request;
  uint32_t address = 0; // in bytes
  std::vector<Value> values;
};

// .print and .assert: become a DebugPoint of the next instruction.
struct Point {
  // An element of a DebugPoint's expression: an operand or an operator.
  struct Word {
    Slot slot;
    std::string op; // "": `slot` is the operand
  };
  using Expression = std::vector<Word>;
  Place at;
  bool assertion = false;
  std::string text;
  Expression condition;
  std::vector<Expression> arguments;
  uint32_t before = 0; // origin of the next instruction
};

// Registers that need consecutive numbers.
struct Order {
  std::vector<RegisterId> members; // kNothing: a gap
  Place at;
};

struct Unit {
  AssemblerOptions options;
  std::string path;
  mev2::ContextMode mode = mev2::ContextMode::Eight;
  std::vector<Line> lines;
  std::vector<Instr> code;
  std::vector<Register> registers;
  std::vector<Signal> signals;
  std::vector<LabelDefinition> labels;
  std::vector<LabelUse> label_uses;
  std::vector<LabelId> end_labels; // labels after the last instruction
  std::vector<Order> orders;
  std::vector<Point> points;
  std::vector<CsrInit> csrs;
  std::vector<std::string> imports; // not bound to a value yet
  std::vector<Memory> memory;
  OwnMemory own_memory; // local memory; all memory if there is no other allocator
  // addresses allocated elsewhere, by (line, offset)
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> places_given;
  LabelUseId entry = kNothing; // .entry; default: word 0

  // Positions (line, offset) of late constants that did not fit their operands in an earlier
  // attempt, and those found in this attempt.
  std::set<std::pair<uint32_t, uint32_t>> wide, too_wide;

  std::vector<ixp::Diagnostic> diagnostics;
  std::vector<Place> diagnostic_places; // position of each diagnostic, for sorting
  std::vector<std::string> remarks;     // for the report: inserted moves

  unsigned contexts() const { return mode == mev2::ContextMode::Eight ? 8 : 4; }
  unsigned registers_per_bank() const { return mode == mev2::ContextMode::Eight ? 16 : 32; }

  void error(Place at, std::string text) { say(ixp::Severity::Error, at, std::move(text)); }
  void warning(Place at, std::string text) { say(ixp::Severity::Warning, at, std::move(text)); }
  void say(ixp::Severity severity, Place at, std::string text);
  void note_place(const char* text, Place at); // appended to the last diagnostic
  bool failed() const;
  ixp::SourceLocation where(Place at) const;

  LabelId target_of(const Instr& i) const {
    return i.target == kNothing ? kNothing : label_uses[i.target].label;
  }
  std::optional<uint32_t> take_memory(const MemoryRequest& request, Place at, std::string& why);
  uint32_t entry_node() const; // node where execution begins
  void place_labels();         // fills LabelDefinition::node
};

// Largest constant that an operand field accepts, by class of instruction.
unsigned largest_constant(const mev2::OpcodeInfo& info);

// Transfer registers that a command moves, or 0.
unsigned transfer_count(const Instr& i);

// All registers accessed by an instruction. A transfer register has two sides: S_IN/D_IN, which
// instructions read and commands push to, and S_OUT/D_OUT, which instructions write and commands
// pull from.
enum class Side : uint8_t { In, Out }; // GPRs have only In
struct Access {
  RegisterId reg;
  Side side;
  bool write;
  bool by_unit; // moved by a command's unit, not by the instruction itself
};
std::vector<Access> accesses(const Unit& unit, const Instr& i);

// The registers that a command moves, in order; kNothing for gaps of the order.
std::vector<RegisterId> transfer_registers(const Unit& unit, const Instr& i);

} // namespace mecc::mc
