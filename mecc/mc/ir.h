// The assembler's intermediate form: one Instr per control-store word, whose operands may still be
// symbolic, plus the registers, signals and labels the source declared.
//
// Life of a unit: parse() fills it; flow, liveness and the bank pass look at it and may insert
// moves; the allocators give every register and signal a number; emit() turns it into an Image.
#pragma once

#include "base/diagnostic.h"
#include "mecc/mc/assembler.h"
#include "mecc/preprocess/source.h"
#include "mecc/target/isa.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mecc::mc {

using RegisterId = uint32_t;
using SignalId = uint32_t;
using LabelId = uint32_t;
using LabelUseId = uint32_t;
using ScopeId = uint32_t;
constexpr uint32_t kNothing = ~0u;

struct Place {         // a character of the preprocessed source
  uint32_t line = 0;   // index into Unit::lines
  uint32_t offset = 0; // in the text of that line
};

// A constant expression. `known` is missing while it depends on something that is decided late:
// &register, &signal, label#.
struct Number {
  std::string text;
  Place at;
  ScopeId scope = 0;
  std::optional<int64_t> known;
  bool open =
      false; // it depends on an import variable, which has a value when the program is loaded
};

// An operand. `Fixed` operands are already physical (*l$index0[3], *$index++, a5 when no register
// of that name was declared).
struct Slot {
  enum class Kind : uint8_t { None, Fixed, Register, Constant };
  Kind kind = Kind::None;
  Place at;
  mev2::Operand fixed;
  RegisterId reg = kNothing;
  Number number;

  bool is_register() const { return kind == Kind::Register; }
  bool present() const { return kind != Kind::None; }
};

struct SignalRef {
  enum class Kind : uint8_t { None, Fixed, Virtual };
  Kind kind = Kind::None;
  uint32_t id = 0; // signal number or SignalId
  Place at;
};

// A numeric field of the word that is not an operand.
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

// .set and .use: effects on liveness just before an instruction.
struct Hint {
  enum class Kind : uint8_t { Set, Use } kind;
  enum class Side : uint8_t { Both, Read, Write } side = Side::Both; // _rd, _wr
  uint32_t id;                                                       // RegisterId or SignalId
  bool is_signal;
};

struct Instr {
  mev2::Instruction word; // opcode and everything that is not symbolic; counts up to 16
  Place at;
  Slot dst, left, right, xfer;
  std::vector<FieldNumber> fields;
  SignalRef signal;                     // of a command, or of br_signal
  std::vector<SignalRef> waits;         // ctx_arb
  LabelUseId target = kNothing;         // branches, ctx_arb br[], jump base, load_addr
  std::vector<LabelUseId> jump_targets; // jump[..], targets[..]
  std::vector<LabelId> labels;          // that stand here
  std::vector<Hint> hints;              // .set/.use that stand here
  std::vector<uint32_t> points;         // of Unit::points, that stand here
  int immed_bytes = -1;                 // immed with a shift in the source; -1: assembler's choice
  bool made_by_assembler = false;       // a move that splits a bank conflict
  bool implicit = false;                // came from .if/.while, not from an instruction line
  uint32_t origin = kNothing;           // its number in the source, kept wherever it moves

  mev2::Opcode op() const { return word.opcode; }
  const mev2::OpcodeInfo& info() const { return mev2::info(word.opcode); }
};

enum class File : uint8_t { Gpr, S, D, Neighbour };

struct Register {
  std::string name; // as written: "count", "$hdr[2]", "@total"
  Place declared;
  File file = File::Gpr;
  bool absolute = false;   // "@": one for all contexts
  bool read_only = false;  // "read": only the S_IN / D_IN side exists
  bool write_only = false; // "write"
  bool is_volatile = false, visible = false, remote = false;
  bool address_taken = false;     // "&name" appears: others may touch it at any time
  std::optional<unsigned> pinned; // .addr
  std::optional<mev2::Bank> pinned_bank;
  std::optional<uint32_t> initial; // .init

  uint32_t order = kNothing; // transfer order it belongs to
  uint32_t order_index = 0;

  mev2::Bank bank = mev2::Bank::A; // results of allocation
  int number = -1;

  bool transfer() const { return file == File::S || file == File::D; }
  // Must it keep its place through the whole program?
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
  std::string name; // with the '#'; made-up ones start with '.'
  Place at;
  ScopeId scope = 0;
  const Expansion* expansion = nullptr; // macro call that it stands in
  bool address_taken = false;
  bool global = false;      // .global_label: visible everywhere
  uint32_t node = kNothing; // index into Unit::code (its size: the end)
};

struct LabelUse {
  std::string name;
  Place at;
  ScopeId scope = 0;
  LabelId label = kNothing; // once resolved
  int64_t offset = 0;       // instructions behind it, as the source has them
  bool in_expression = false;
};

// .init_csr: bits of a local CSR.
struct CsrValue {
  uint16_t address = 0; // bytes
  uint32_t value = 0, mask = 0;
  Place at;
};

// Memory that a program declares, with its address and its initial longwords.
struct Memory {
  struct Value {
    uint32_t offset; // bytes
    Number number;
  };
  MemoryRequest request;
  uint32_t address = 0; // bytes
  std::vector<Value> values;
};

// .print and .assert: what becomes a DebugPoint of the instruction behind it.
struct Point {
  // A word of a DebugPoint's expression: an operand, or an operator.
  struct Word {
    Slot slot;
    std::string op; // "": the operand
  };
  using Expression = std::vector<Word>;
  Place at;
  bool assertion = false;
  std::string text;
  Expression condition;
  std::vector<Expression> arguments;
  uint32_t before = 0; // origin of the instruction behind it
};

// Registers that must get consecutive numbers.
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
  std::vector<LabelId> end_labels; // stand after the last instruction
  std::vector<Order> orders;
  std::vector<Point> points;
  std::vector<CsrInit> csrs;
  std::vector<std::string> imports; // without a value yet
  std::vector<Memory> memory;
  OwnMemory own_memory; // local, and all when nobody else gives places
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> places_given; // by others, to (line, offset)
  LabelUseId entry = kNothing;                                    // .entry; else word 0

  // Constants (line, offset) whose value is known late and that did not fit their operands when
  // this was tried before, and those found this time.
  std::set<std::pair<uint32_t, uint32_t>> wide, too_wide;

  std::vector<ixp::Diagnostic> diagnostics;
  std::vector<Place> diagnostic_places; // of each, for sorting
  std::vector<std::string> remarks;     // for the report: moves inserted

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
  uint32_t entry_node() const; // where execution begins
  void place_labels();         // fills LabelDefinition::node
};

// What an operand place accepts as a constant: the largest, by class of instruction.
unsigned largest_constant(const mev2::OpcodeInfo& info);

// Transfer registers that a command moves, or 0.
unsigned transfer_count(const Instr& i);

// Every register that an instruction touches. A transfer register has two sides: S_IN/D_IN, which
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

// The registers a command moves, first to last; kNothing where the order has no register.
std::vector<RegisterId> transfer_registers(const Unit& unit, const Instr& i);

} // namespace mecc::mc
