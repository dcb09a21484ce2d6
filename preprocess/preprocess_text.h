// Text of the preprocessor: characters with their source positions, logical lines without comments,
// and the lexical functions shared by macros and directives.
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mecc::pp {

// Represents `##`, and `/**/` between two tokens, until pasting.
constexpr char kPaste = '\x01';

struct Place {
  uint32_t line = 0, column = 0;
};

struct Text {
  std::string chars;
  std::vector<Place> places; // one per character
  std::shared_ptr<const std::string> file;
  Place start; // of the line, also if it is empty

  bool empty() const { return chars.empty(); }
  size_t size() const { return chars.size(); }
  Place place(size_t i) const; // if i is past the end: the position after the last character
  void append(const Text& from, size_t begin, size_t end);
  void append(std::string_view text, Place at); // every character gets the position `at`
  Text slice(size_t begin, size_t end) const;   // same file; trimmed of spaces
};

// A problem found below the directive level; the preprocessor adds file and expansion.
struct Problem {
  Place at;
  std::string text;
};

bool is_space(char c);
bool is_name_start(char c);
bool is_name(char c);
size_t skip_spaces(const std::string& s, size_t i);
size_t end_of_name(const std::string& s, size_t i);  // i if no name starts there
size_t end_of_quote(const std::string& s, size_t i); // offset after the string at i; i + 1 if it is
                                                     // not closed
std::string lower(std::string s);

// The bracket that closes the one at `open`, or npos.
size_t closing_bracket(const std::string& s, size_t open);
// The text between brackets, split at its own commas; nothing for "()".
std::vector<Text> arguments(const Text& t, size_t open, size_t close);

// Labels at the start of a line: `foo#: bar#: rest`.
struct LabelAt {
  size_t begin, end; // the name, without '#'
};
std::vector<LabelAt> leading_labels(const std::string& s, size_t* after = nullptr);

// "define" for `#define X`, in lower case; "" if the line is no directive. `after` is the offset
// after the word.
std::string directive(const std::string& s, size_t* after = nullptr);

// Splits a file into logical lines: removes comments; joins lines after a backslash, and where
// brackets are open and the line ends with a comma, an opening bracket, && or ||.
std::vector<Text> logical_lines(const std::string& file, const std::string& text,
                                std::vector<ixp::Diagnostic>& diagnostics);

} // namespace mecc::pp
