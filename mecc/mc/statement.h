// The syntax of one source line: labels, then a directive or an instruction with its arguments and
// tokens. Words are not interpreted here.
//
//   loop#: sram[read, $x[0], base, 0, 4], sig_done[s], defer[1]
//   labels head name  arguments           tokens
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mecc::mc {

// Part of a line: `text` is trimmed and starts at `offset` in the line.
struct Piece {
  std::string_view text;
  uint32_t offset = 0;
  bool empty() const { return text.empty(); }
};

// A word with optional bracketed arguments: "defer[1]", "any", "alu[a, --, B, b]".
struct Call {
  Piece name;
  bool bracketed = false;
  std::vector<Piece> arguments; // one empty piece for "[]"
  uint32_t end = 0;             // offset after the closing bracket
};

struct Statement {
  std::vector<Piece> labels;      // with '#', without ':'
  std::optional<Piece> directive; // ".reg"
  Piece rest;                     // text after the directive
  std::optional<Call> head;
  std::vector<Call> tokens;
};

// The line is invalid from `offset` on.
struct SyntaxError : std::runtime_error {
  uint32_t offset;
  SyntaxError(uint32_t o, std::string text) : std::runtime_error(std::move(text)), offset(o) {}
};

Statement split_statement(std::string_view line); // throws SyntaxError

Piece trim(std::string_view whole, uint32_t offset); // `whole` starts at `offset` of the line
// Splits at commas outside brackets and parentheses.
std::vector<Piece> split_commas(Piece p);
std::vector<Piece> split_words(Piece p); // at blanks and commas; bracketed parts stay whole

std::string lower(std::string_view s);
bool is_name_start(char c);
bool is_name_char(char c);

} // namespace mecc::mc
