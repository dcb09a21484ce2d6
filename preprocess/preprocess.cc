// The preprocessor of Intel's microcode assembler. It works on logical lines: directives are
// executed; a line that starts with the name of a #macro is replaced by the lines of its body; in
// other lines #define'd names are replaced. Directives form a language inside macros: `#while`,
// `#for` and `#define_eval` compute, and the string functions inspect arguments.
#include "preprocess/preprocessor.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::pp {

constexpr size_t kMaxLines = 1'000'000;       // limit on output lines
constexpr size_t kMaxCharacters = 32'000'000; // limit on characters in them

std::vector<Line> Preprocessor::run(const std::string& path, const std::string& text) {
  try {
    command_line_defines();
    file(path, text, Scope{});
  } catch (const Stop&) {
  }
  return std::move(out_);
}

std::vector<Definition> Preprocessor::definitions() {
  std::vector<Definition> all;
  try {
    for (const auto& [name, define] : defines_) {
      const Text& body = define.body;
      if (define.takes_arguments || !body.file) continue; // or comes from the command line
      const ixp::SourceLocation where{*body.file, body.start.line, body.start.column};
      all.push_back({name, where, line_of(expanded(body, Scope{}), Scope{})});
    }
  } catch (const Stop&) {
  }
  return all;
}

void Preprocessor::report(ixp::Severity severity, const Text& line, Place at, const Scope& scope,
                          std::string text) {
  const std::string file = line.file ? *line.file : std::string();
  if (severity == ixp::Severity::Warning &&
      !warned_.insert(fmt::format("{}:{}:{}:{}", file, at.line, at.column, text)).second)
    return; // a file, loop or macro, processed again
  diagnostics_.push_back({severity,
                          {file, at.line, at.column},
                          std::move(text),
                          expansion_notes(scope.expansion.get())});
  if (severity != ixp::Severity::Error) return;
  if (++errors_ >= std::max(1u, options_.max_errors)) throw Stop{};
}

void Preprocessor::error(const Text& line, size_t offset, const Scope& scope, std::string text) {
  report(ixp::Severity::Error, line, line.place(offset), scope, std::move(text));
}

void Preprocessor::stop(const Text& line, const Scope& scope, std::string text) {
  report(ixp::Severity::Error, line, line.start, scope, std::move(text));
  throw Stop{};
}

void Preprocessor::count_work(const Text& line, const Scope& scope) {
  if (++work_ > options_.max_preprocessor_work)
    stop(line, scope,
         fmt::format("gave up after {} lines of macros, loops and files: "
                     "a loop or macro repeats without end",
                     options_.max_preprocessor_work));
}

Text Preprocessor::expanded(const Text& line, const Scope& scope) {
  try {
    return expand(line, defines_);
  } catch (const Problem& p) {
    report(ixp::Severity::Error, line, p.at, scope, p.text);
    return line.slice(0, 0);
  }
}

void Preprocessor::lines_in(const std::vector<Text>& lines, size_t begin, size_t end,
                            const Scope& scope, const char* what) {
  std::vector<Branch> branches;
  for (size_t i = begin; i < end; ++i) {
    count_work(lines[i], scope);
    const Text line = bound(lines[i], scope);
    size_t after = 0;
    const std::string word = directive(line.chars, &after);
    if (conditional(word, line, after, branches, scope)) continue;
    if (!branches.empty() && !branches.back().active) continue;
    if (word.empty())
      code(line, scope);
    else if (word == "macro")
      i = define_macro(lines, i, end, line, after, scope);
    else if (word == "while" || word == "repeat")
      i = loop(lines, i, end, word, scope);
    else if (word == "for")
      i = for_each(lines, i, end, scope);
    else
      plain_directive(word, line, after, scope);
  }
  for (const Branch& c : branches)
    error(c.where, 0, scope, fmt::format("#if without #endif before the end of the {}", what));
}

Text Preprocessor::bound(const Text& line, const Scope& scope) {
  if (!scope.bindings) return line;
  try {
    return bind(line, *scope.bindings);
  } catch (const Problem& p) {
    report(ixp::Severity::Error, line, p.at, scope, p.text);
    return {};
  }
}

void Preprocessor::code(const Text& raw, const Scope& scope) {
  if (call_in(raw, scope)) return;
  const Text line = expanded(raw, scope);
  if (call_in(line, scope)) return;
  emit(line, scope);
}

void Preprocessor::emit(const Text& t, const Scope& scope) {
  const size_t begin = skip_spaces(t.chars, 0);
  if (begin == t.size()) return;
  characters_ += t.size();
  if (out_.size() >= kMaxLines || characters_ > kMaxCharacters)
    stop(t, scope,
         fmt::format("gave up after {} lines of output: a loop or macro repeats "
                     "without end",
                     out_.size()));
  note_import(t.chars, begin);
  out_.push_back(line_of(t, scope));
}

Line Preprocessor::line_of(const Text& t, const Scope& scope) {
  Line line;
  line.text = t.chars;
  line.file = *t.file;
  line.line = t.place(skip_spaces(t.chars, 0)).line;
  line.expansion = scope.expansion;
  bool one_row = true;
  for (const Place& p : t.places) {
    line.columns.push_back(p.column);
    one_row &= p.line == line.line;
  }
  if (!one_row)
    for (const Place& p : t.places)
      line.rows.push_back(p.line);
  return line;
}

void Preprocessor::note_import(const std::string& s, size_t begin) {
  if (lower(s.substr(begin, 11)) != ".import_var") return;
  for (size_t i = begin + 11; i < s.size(); ++i) {
    const size_t end = end_of_name(s, i);
    if (end == i) continue;
    imports_.insert(s.substr(i, end - i));
    i = end;
  }
}

} // namespace mecc::pp

namespace mecc {

std::vector<Line> preprocess(const std::string& path, const std::string& text,
                             const PreprocessorOptions& options,
                             std::vector<ixp::Diagnostic>& diagnostics) {
  return pp::Preprocessor(options, diagnostics).run(path, text);
}

std::vector<Definition> definitions(const std::string& path, const std::string& text,
                                    const PreprocessorOptions& options,
                                    std::vector<ixp::Diagnostic>& diagnostics) {
  pp::Preprocessor preprocessor(options, diagnostics);
  for (const Line& line : preprocessor.run(path, text))
    diagnostics.push_back(
        diagnose(ixp::Severity::Error, line, 0, "expected only directives here, e.g. #define"));
  return preprocessor.definitions();
}

} // namespace mecc
