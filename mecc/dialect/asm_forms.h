// Lines of inline assembly, and the instructions available there with their operands.
#pragma once

#include "mecc/dialect/tokens.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mecc::dialect {

struct TokenRange {
  size_t from = 0, to = 0;
};

struct AsmLine {
  clang::SourceLocation at;
  bool is_label = false;
  std::string name;                   // "done" for `done#:`, or "br=byte"
  std::vector<TokenRange> operands;   // between the brackets
  std::vector<std::string> modifiers; // after the brackets: "sig_done", "any", "24x8_start"
  std::vector<TokenRange> arguments;  // arguments of each modifier, in its own brackets; may be
                                      // empty
};

// Splits inline assembly into labels and instructions, with token ranges for operands
// (asm_lines.cc).
class AsmReader {
public:
  AsmReader(clang::Preprocessor& pp, const Tokens& tokens) : pp_(pp), tokens_(tokens) {}

  // Reads the line that begins at `i` and advances `i` past it. Returns nothing after an error,
  // which is reported.
  std::optional<AsmLine> read(size_t& i) const;

  std::string spelling(size_t i) const;
  std::string text(TokenRange range) const; // without blanks

private:
  bool ends_name(size_t i) const;
  bool operands(size_t& i, AsmLine& line) const;
  void modifiers(size_t& i, AsmLine& line) const;

  clang::Preprocessor& pp_;
  const Tokens& tokens_;
};

// Operand roles, one letter each: d is written, u read and written, s read, c a constant, n a
// number from 0, x a byte, e a local CSR, l a label, w another word of the assembler's.
struct AsmForm {
  std::string_view opcode, places;
  size_t fewest; // minimum number of operands
};

const AsmForm* find_asm_form(const AsmLine& line); // null: it does more than compute or branch

// Instructions that become C statements, because they take registers and signals without numbers
// yet.
bool is_asm_command(std::string_view opcode); // of memories and units
bool is_asm_wait(std::string_view opcode);    // ctx_arb, and branches that test signals and inputs

// Suggested replacement of an unsupported instruction; an error text for an unknown one.
std::string asm_remedy(const std::string& opcode);

// The canonical spelling in isa: "bhs" is "bcs", "<<rot5" is ">>rot27", "or" is "OR".
std::string canonical_opcode(const std::string& opcode);
std::string canonical_word(const std::string& word);

} // namespace mecc::dialect
