// Preprocessed assembly source: logical lines with the source position of every character.
#pragma once

#include "base/diagnostic.h"
#include "base/folders.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

struct PreprocessorOptions {
  std::vector<std::string> include_dirs;
  std::optional<ixp::Folders> may_include;                  // no value: any file
  std::vector<std::pair<std::string, std::string>> defines; // -D NAME=VALUE
  unsigned max_errors = 20;
  // Limit on processed lines; lines in macros and loops count each time.
  size_t max_preprocessor_work = 2'000'000;
  // Reads included text; the default reads files. Tests and fuzzers supply their own.
  std::function<bool(const std::string& path, std::string& text)> read_source;
};

// One level of macro expansion: the text comes from `macro`, called at `called_from`.
struct Expansion {
  std::string macro;
  ixp::SourceLocation called_from;
  std::shared_ptr<const Expansion> outer; // the expansion around the call, or null
};

// One logical line after preprocessing: comments removed, continuation joined, macros expanded.
struct Line {
  std::string text;
  std::string file; // file of the text; the macro body's, if in one
  unsigned line = 0;
  std::vector<uint32_t> columns; // source column of each character of `text`
  std::vector<uint32_t> rows;    // its source line, if not all are on `line`; else empty
  std::shared_ptr<const Expansion> expansion; // null outside macros

  ixp::SourceLocation at(size_t offset) const; // position of text[offset]
};

// An error at text[offset], with one note per level of expansion.
ixp::Diagnostic diagnose(ixp::Severity severity, const Line& line, size_t offset, std::string text);

// Only the notes, innermost call first.
std::vector<ixp::Diagnostic> expansion_notes(const Expansion* expansion);

// #define #undef #include #if.. #macro..#endm #while..#endloop #repeat #error #warning, the string
// and numeric functions, token pasting. Labels of macro bodies are unique per expansion. Appends to
// `diagnostics`; with errors among them the lines are incomplete. Rules: docs/assembler.md.
std::vector<Line> preprocess(const std::string& path, const std::string& text,
                             const PreprocessorOptions& options,
                             std::vector<ixp::Diagnostic>& diagnostics);

// A parameterless name defined at the end of a file of directives.
struct Definition {
  std::string name;
  ixp::SourceLocation where; // position of its text
  Line value;                // its text, with names replaced
};

// Reads a header with the preprocessor and returns its definitions, sorted by name. Text other than
// directives is an error. `options` as for preprocess().
std::vector<Definition> definitions(const std::string& path, const std::string& text,
                                    const PreprocessorOptions& options,
                                    std::vector<ixp::Diagnostic>& diagnostics);

// Constant expressions of #if and of operands: C operators and precedence on 64-bit integers that
// wrap, and the functions isnum streq strstr strlen strleft strright log2 mask is_ct_const isimport
// IS_IXPTYPE sizeof.
// `lookup` resolves names, &register, &signal, label#. Returns false and fills `error` and
// `error_offset` when the text is not a constant expression.
struct ExpressionContext {
  // `name` includes its sigils, e.g. "&$hdr[2]", "loop#", "FLOWS".
  std::function<bool(const std::string& name, int64_t& value)> lookup;
  std::function<bool(const std::string& name)> is_defined;  // defined(); only in #if
  std::function<bool(const std::string& name)> is_imported; // isimport()
  // sizeof(), in bytes; 0 if there is no such name. Operands only.
  std::function<int64_t(const std::string& name)> size_of;
  // Called with the range and value of each resolved name.
  std::function<void(size_t begin, size_t end, int64_t value)> resolved;
};
bool evaluate(const std::string& text, const ExpressionContext& context, int64_t& value,
              std::string& error, size_t& error_offset);

// The text with every name replaced by its value if it has one. `complete`: all names had one. Text
// that is no expression is returned unchanged.
std::string substitute(const std::string& text, const ExpressionContext& context, bool& complete);

// The same with string values (#define_eval): decimal text, or the string.
bool evaluate_text(const std::string& text, const ExpressionContext& context, std::string& value,
                   std::string& error, size_t& error_offset);

} // namespace mecc
