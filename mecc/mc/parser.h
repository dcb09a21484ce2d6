// Translates preprocessed lines to a Unit. One group of methods per file: operands
// (parse_operand.cc), instructions (parse_instruction.cc, parse_command.cc), directives
// (parse_directive.cc), declarations (parse_declare.cc), initial values (parse_values.cc), prints
// (parse_points.cc), .if/.while (structured.cc). An invalid line is reported and skipped.
#pragma once

#include "mecc/mc/condition.h"
#include "mecc/mc/ir.h"
#include "mecc/mc/names.h"
#include "mecc/mc/operation.h"
#include "mecc/mc/statement.h"

namespace mecc::mc {

class Parser {
public:
  explicit Parser(Unit& unit) : unit_(unit), names_(unit) {}
  void run();             // parses the whole unit
  void resolve_numbers(); // completes its numbers after allocation; reports those without a value

private:
  // -- Lines
  void statement(uint32_t line);
  void define_labels(const Statement& s);
  [[noreturn]] void fail(const Piece& p, std::string text) const {
    throw SyntaxError(p.offset, std::move(text));
  }
  Place place(const Piece& p) const { return {line_, p.offset}; }
  Place place(uint32_t offset) const { return {line_, offset}; }

  // -- Operands (parse_operand.cc)
  Slot operand(const Piece& p);
  Slot source(const Piece& p);      // a mandatory operand
  Slot destination(const Piece& p); // "--" allowed
  Slot transfer(const Piece& p);    // of a command
  std::optional<mev2::Operand> pointer_operand(const Piece& p);
  std::optional<mev2::Operand> physical_operand(std::string_view text) const;
  std::optional<RegisterId> register_named(const Piece& p); // reports invalid indices
  std::vector<RegisterId> registers_named(const Piece& p);  // an array's name means all elements
  [[noreturn]] void unknown_name(const Piece& p, const char* what);
  SignalRef signal(const Piece& p);
  LabelUseId label(const Piece& p); // l#, l# + n
  std::string label_name(const Piece& p);
  uint8_t input_state(const Piece& p);
  uint16_t local_csr_named(const Piece& p);
  Number number(const Piece& p);
  void resolve(Number& n);
  void resolve(Slot& s);
  int64_t known_number(const Piece& p, int64_t low, int64_t high, const char* what);
  void field(Instr& i, Field f, const Piece& p, int64_t low, int64_t high, const char* what);
  struct Waits {       // dependencies of an expression
    bool late = false; // on allocation: &register, &signal, label#
    bool open = false; // on loading: import variables
  };
  bool look_up(const std::string& name, ScopeId scope, Place at, Waits& waits, int64_t& value);
  ExpressionContext expressions(ScopeId scope, Place at, Waits& waits);
  int64_t size_of(const std::string& name, ScopeId scope) const; // in bytes; 0 if undefined

  // -- Instructions
  void instruction(const Statement& s);
  Instr& append(Instr i); // also attaches the pending labels and hints
  void arguments(const Call& c, size_t low, size_t high, const char* syntax);
  void tokens(const Statement& s, Instr& i);
  void shift(Instr& i, const Piece& p);
  void alu(const Call& c, Instr& i);
  void alu_shf(const Call& c, Instr& i);
  void crc(const Call& c, Instr& i);
  void ld_field(const Call& c, Instr& i);
  void immed(const Call& c, Instr& i, const std::string& name);
  void load_addr(const Call& c, Instr& i);
  void branch(const Call& c, Instr& i, const std::string& name);
  void ctx_arb(const Call& c, Instr& i);
  void mul_step(const Statement& s, Instr& i);
  void local_csr(const Call& c, Instr& i, bool write);
  void cam(const Call& c, Instr& i, const std::string& name);
  // -- Commands (parse_command.cc)
  void command(const Call& c, Instr& i, const std::string& name);
  void cap(const Call& c, Instr& i);
  void reflect(const Call& c, Instr& i, bool read);
  std::string remote_number(const Piece& p);
  void hash(const Call& c, Instr& i, const std::string& name);
  void address(Instr& i, const Piece& a, const Piece& b);
  void count(Instr& i, const Piece& p);

  // -- Directives (parse_directive.cc): the directive's word, and the rest of the line
  using Handler = void (Parser::*)(const Piece& word, const Piece& rest);
  static const std::map<std::string, Handler>& handlers(); // by lower-case word
  void directive(const Piece& word, const Piece& rest);
  void open_scope(const Piece& word, const Piece& rest);
  void close_scope(const Piece& word, const Piece& rest);
  void hints(const Piece& word, const Piece& rest);
  void pin(const Piece& word, const Piece& rest);
  unsigned gpr_place(Register& r, size_t count, const std::vector<Piece>& words);
  void set_bank(Register& r, mev2::Bank bank, const Piece& p);
  void num_contexts(const Piece& word, const Piece& rest);
  void entry(const Piece& word, const Piece& rest);
  void global_labels(const Piece& word, const Piece& rest);
  // -- Declarations (parse_declare.cc)
  void declare_registers(const Piece& word, const Piece& rest);
  void declare_banked(const Piece& word, const Piece& rest); // .areg, .breg
  std::vector<RegisterId> declare_register(const Piece& p, const Register& like, bool global);
  static size_t sigils_of(std::string_view name); // length of @ $ $$ n$
  void check_register_name(const Piece& p, std::string_view name) const;
  void declare_signals(const Piece& word, const Piece& rest);
  void declare_synonym(const Piece& word, const Piece& rest);
  bool declare(const Piece& p, const std::string& name, const Symbol& symbol, bool global);
  void transfer_order(const Piece& word, const Piece& rest);
  // -- Memory (parse_memory.cc)
  void declare_memory(const Piece& word, const Piece& rest);
  void alloc_memory(const Piece& word, const Piece& rest);
  static std::optional<MemoryRegion> region_named(std::string_view name);
  Piece place_in_region(std::vector<Piece>& words, MemoryRegion& region);
  uint32_t memory_size(const Piece& p);
  uint32_t alignment(const Piece& p, uint32_t least);
  MemoryScope memory_scope(const Piece& p, MemoryRegion region);
  void add_memory(const Piece& name, MemoryRequest m);
  // -- Initial values (parse_values.cc)
  void initial_value(const Piece& word, const Piece& rest);
  bool initial_memory(const std::vector<Piece>& words);
  void initial_csr(const Piece& word, const Piece& rest);
  mev2::CsrField csr_field(uint16_t csr, const Piece& p);
  void check_remote();
  void merge_csrs();
  uint32_t with_mode(uint32_t enables, const CsrValue& fields, Place at);
  void import_variables(const Piece& word, const Piece& rest);

  // -- Prints and assertions (parse_points.cc)
  void print(const Piece& word, const Piece& rest);
  void print_if(const Piece& word, const Piece& rest); // and .print_if_unsigned
  void assertion(const Piece& word, const Piece& rest);
  void add_point(Point p);
  void add_print(Point p, const Piece& text);
  Point::Expression expression_of(const Value& v);
  Point::Expression expression_of(const Condition& c);

  // -- Structured flow (structured.cc)
  void open_if(const Piece& word, const Piece& rest);
  void else_if(const Piece& word, const Piece& rest); // .elif, .else
  void close_if(const Piece& word, const Piece& rest);
  void open_while(const Piece& word, const Piece& rest);
  void close_while(const Piece& word, const Piece& rest);
  void open_repeat(const Piece& word, const Piece& rest);
  void close_repeat(const Piece& word, const Piece& rest);
  void leave_loop(const Piece& word, const Piece& rest); // .break, .continue
  Block& innermost(Block::Type type, const Piece& word, const char* opener);
  void no_more(const Piece& word, const Piece& rest);
  void stand_here(LabelId l) { pending_labels_.push_back(l); }
  void report_open_blocks();
  // -- Conditions (condition.cc)
  Condition condition(const Piece& p, bool is_unsigned);
  Condition relation(const Piece& p, bool is_unsigned);
  std::optional<Condition> predicate(const Piece& p);
  Value value(const Operation& o);
  // -- Instructions for conditions (condition_code.cc)
  void branch_if(const Condition& c, bool sense, LabelId label);
  void compare(const Condition& c, bool sense, LabelId label);
  void subtract(const Condition& c, const char* op);
  void test(const Value& v);
  Slot compute(const Value& v);
  void operate(const Value& v, const Slot& dst);
  void emit_shift(const Value& v, const Slot& dst);
  void emit_alu(const char* op, const Slot& dst, const Slot& left, const Slot& right, Place at);
  void emit_branch(const char* mnemonic, LabelId label, Place at);
  Slot fresh_register(Place at);
  Slot copied(const Slot& s);
  Slot readable_with(const Slot& left, const Slot& right);

  Unit& unit_;
  Names names_;
  uint32_t line_ = 0;
  std::vector<LabelId> pending_labels_;
  std::vector<Hint> pending_hints_;
  std::vector<uint32_t> pending_points_;
  std::vector<Block> blocks_;
  std::vector<CsrValue> csr_values_;
  std::vector<Slot> synonyms_;   // operands of synonyms: indexed by Symbol::first of Kind::Operand
  std::optional<Place> mode_at_; // of .num_contexts
  bool msf_names_ = false;       // inside msf[..]: CSR names are numbers
};

// Opcode by its source spelling, e.g. ("alu", "+"), ("sram", "read"); case-insensitive.
std::optional<mev2::Opcode> find_opcode(std::string_view mnemonic, std::string_view token = {});
std::vector<std::string> tokens_of(std::string_view mnemonic);
const std::vector<std::string>& mnemonics();

} // namespace mecc::mc
