// Preprocessed assembly source: logical lines that remember where every character came from.
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

struct PreprocessorOptions {
  std::vector<std::string> include_dirs;
  std::vector<std::pair<std::string, std::string>> defines; // -D NAME=VALUE
  unsigned max_errors = 20;
  // Lines the preprocessor looks at, in macros and loops again each time, before it gives up.
  size_t max_preprocessor_work = 2'000'000;
  // Where #include finds text; the default reads files. Tests and fuzzers give their own.
  std::function<bool(const std::string& path, std::string& text)> read_source;
};

// One level of macro expansion: this text comes from `macro`, called at `called_from`.
struct Expansion {
  std::string macro;
  ixp::SourceLocation called_from;
  std::shared_ptr<const Expansion> outer; // the expansion around the call, or null
};

// One logical line after preprocessing: comments gone, continuation joined, macros expanded.
struct Line {
  std::string text;
  std::string file; // where the text stands (inside the macro body, if in one)
  unsigned line = 0;
  std::vector<uint32_t> columns; // source column of each character of `text`
  std::vector<uint32_t> rows;    // its source line, when not all stand on `line`; else empty
  std::shared_ptr<const Expansion> expansion; // null outside macros

  ixp::SourceLocation at(size_t offset) const; // of text[offset]
};

// An error at text[offset], with one note per level of expansion.
ixp::Diagnostic diagnose(ixp::Severity severity, const Line& line, size_t offset, std::string text);

// The notes alone, innermost call first.
std::vector<ixp::Diagnostic> expansion_notes(const Expansion* expansion);

// #define #undef #include #if.. #macro..#endm #while..#endloop #repeat #error #warning, the string
// and numeric functions, token pasting. Labels of macro bodies are unique per expansion. Appends to
// `diagnostics`; with errors among them the lines are incomplete. Rules: docs/assembler.md.
std::vector<Line> preprocess(const std::string& path, const std::string& text,
                             const PreprocessorOptions& options,
                             std::vector<ixp::Diagnostic>& diagnostics);

// A name without parameters that is defined at the end of a file of directives.
struct Definition {
  std::string name;
  ixp::SourceLocation where; // of its text
  Line value;                // the text, names in it replaced
};

// Reads a header as the preprocessor does, for programs that want what it defines; in the order of
// names. Anything in it but directives is an error. `options` as for preprocess().
std::vector<Definition> definitions(const std::string& path, const std::string& text,
                                    const PreprocessorOptions& options,
                                    std::vector<ixp::Diagnostic>& diagnostics);

// Constant expressions of #if and of operands: C operators and precedence on 64-bit integers that
// wrap, and the functions isnum streq strstr strlen strleft strright log2 mask is_ct_const isimport
// IS_IXPTYPE sizeof.
// `lookup` resolves what is not a number: names, &register, &signal, label#. Returns false and
// fills `error` and `error_offset` when the text is not a constant expression.
struct ExpressionContext {
  // name is passed with its sigils, e.g. "&$hdr[2]", "loop#", "FLOWS".
  std::function<bool(const std::string& name, int64_t& value)> lookup;
  std::function<bool(const std::string& name)> is_defined;  // defined(); only #if has it
  std::function<bool(const std::string& name)> is_imported; // isimport()
  // sizeof(); bytes, 0 when there is no such name. Operands only.
  std::function<int64_t(const std::string& name)> size_of;
  // Told which part of the text had which value.
  std::function<void(size_t begin, size_t end, int64_t value)> resolved;
};
bool evaluate(const std::string& text, const ExpressionContext& context, int64_t& value,
              std::string& error, size_t& error_offset);

// The text with every name that has a value replaced by it; names without stay. `complete`: none
// stayed. Text that is no expression comes back as it is.
std::string substitute(const std::string& text, const ExpressionContext& context, bool& complete);

// The same where strings are values too (#define_eval): decimal text, or the string.
bool evaluate_text(const std::string& text, const ExpressionContext& context, std::string& value,
                   std::string& error, size_t& error_offset);

} // namespace mecc
