// Consecutive instructions become one statement of GNU's assembly:
//
//     alu[s, a, +, b]                 __asm__ volatile("alu[%0, %2, +, %3]\n"
//     alu[t, c, +carry, d]                             "alu[%1, %4, +carry, %5]"
//                                         : "=&r"(s), "=r"(t) : "a"(a), "b"(b), "a"(c), "b"(d));
//
// Two registers in the source fields of one instruction must be in different banks: "a" and "b".
// Operands that cannot satisfy this are copied: inputs before the statement, others inside it.
#pragma once

#include "mecc/dialect/asm_forms.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mecc::dialect {

class AsmStatement {
public:
  // `serial` distinguishes its temporaries from those of other statements in a block.
  AsmStatement(clang::Preprocessor& pp, const Tokens& tokens, unsigned serial = 0)
      : pp_(pp), make_(pp), tokens_(tokens), reader_(pp, tokens), serial_(serial) {}

  bool empty() const { return lines_.empty(); }
  // Adds a label, or an instruction that has a form.
  void add(const AsmLine& line);
  // The operand that holds the result of the last instruction; a temporary is created if there is
  // none. Empty if the instruction has no result.
  Tokens keep_result();
  // Adds a temporary that is set to 1 if `branch` would be taken, else 0; returns its name.
  std::string add_flag(const AsmLine& branch);
  // Condition codes of earlier statements are lost, so the first instruction that reads them must
  // follow one that sets them.
  void forbid_entry_codes(const std::string& lost_in) { lost_in_ = lost_in; }

  // Returns the statement; empty after an error, which is reported.
  Tokens finish();

private:
  struct Value { // an operand: a C expression, or a temporary
    TokenRange range;
    std::string name;      // of a temporary
    bool constant = false; // constraint "i"
    bool read_first = false;
    size_t first_write = SIZE_MAX, last_read = 0; // line numbers
    size_t twin = SIZE_MAX;                       // the same input in the other bank
    bool written() const { return first_write != SIZE_MAX; }
    bool input() const { return read_first || !written(); }
  };
  struct Part { // an operand position
    char place = 'w';
    std::string text;
    size_t value = SIZE_MAX;
  };
  struct Line {
    clang::SourceLocation at;
    std::string opcode;
    std::vector<Part> parts;
    std::vector<std::string> modifiers;
    bool is_label = false;
    bool sets_codes = false, reads_codes = false, branches = false, needs_last = false;
  };

  void error(clang::SourceLocation at, const std::string& text);
  Part part(const Line& line, char place, TokenRange range, bool second_source);
  size_t value_of(TokenRange range, bool constant);
  size_t variable(const std::string& kind);
  void inspect(Line& line);
  std::string text_of(const Line& line, bool sample) const;
  bool in_source_field(const Line& line, size_t part) const;
  std::vector<size_t> sources(const Line& line) const;

  void find_accesses();
  void choose_banks();
  void separate(size_t line, size_t left, size_t right);
  size_t branch_of_slot(size_t line) const;
  size_t place_of_copy(size_t line, size_t value) const;
  void check_entry();
  void check_reads_of_csrs();
  bool bank(size_t value) const;
  bool bind(size_t left, size_t right); // to different banks; false if they must be in the same one
  std::pair<size_t, bool> find(size_t value) const;

  std::string constraint(size_t value) const;
  void number_values();
  void append_operand(Tokens& list, size_t value) const;
  Tokens declarations() const;

  clang::Preprocessor& pp_;
  TokenMaker make_;
  const Tokens& tokens_;
  AsmReader reader_;
  unsigned serial_;
  std::vector<Line> lines_;
  std::vector<Value> values_;
  std::map<std::string, size_t> known_;     // by text
  std::vector<std::pair<size_t, bool>> up_; // union-find: parent, and whether it is in the other
                                            // bank
  std::vector<bool> banked_;
  std::vector<size_t> numbers_; // numbers in the text: outputs, then inputs
  size_t outputs_ = 0;
  std::string lost_in_;
  bool failed_ = false;
};

} // namespace mecc::dialect
