// Splits inline assembly into labels and instructions, with token ranges for operands. Their
// meaning is determined later (asm_forms.h, asm_statement.h).
#pragma once

#include "mecc/dialect/tokens.h"

#include <optional>
#include <string>
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

} // namespace mecc::dialect
