// The preprocessor's class; one file per task: lines (preprocess.cc), files (preprocess_files.cc),
// single-line directives (preprocess_directives.cc), loops (preprocess_loops.cc) and macros
// (preprocess_macros.cc).
//
// It terminates for any input: nesting, loops, lines, characters and work are bounded.
#pragma once

#include "preprocess/macro.h"
#include "preprocess/source.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mecc::pp {

constexpr unsigned kMaxDepth = 100; // limit on nested macros and files

struct Stop {}; // enough errors, or a limit was reached

// Context of a run of lines: the meaning of its names and the path by which it was reached.
struct Scope {
  const Bindings* bindings = nullptr;
  std::shared_ptr<const Expansion> expansion;
  unsigned depth = 0;
};

// State of one #if.
struct Branch {
  Text where;
  bool outer, active, taken, else_seen = false;
};

class Preprocessor {
public:
  Preprocessor(const PreprocessorOptions& options, std::vector<ixp::Diagnostic>& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  std::vector<Line> run(const std::string& path, const std::string& text);
  std::vector<Definition> definitions(); // definitions in effect after run()

private:
  using Overloads = std::map<size_t, std::shared_ptr<const Macro>>; // by number of parameters

  // -- Diagnostics and limits
  void report(ixp::Severity severity, const Text& line, Place at, const Scope& scope,
              std::string text);
  void error(const Text& line, size_t offset, const Scope& scope, std::string text);
  [[noreturn]] void stop(const Text& line, const Scope& scope, std::string text);
  void count_work(const Text& line, const Scope& scope);

  // -- Lines
  // Processes lines [begin, end) of a file, a macro body or a loop body.
  void lines_in(const std::vector<Text>& lines, size_t begin, size_t end, const Scope& scope,
                const char* what);
  Text bound(const Text& line, const Scope& scope);    // parameters replaced
  Text expanded(const Text& line, const Scope& scope); // definitions replaced
  void code(const Text& raw, const Scope& scope);
  void emit(const Text& t, const Scope& scope);
  static Line line_of(const Text& t, const Scope& scope);
  void note_import(const std::string& s, size_t begin); // `.import_var a b`: for isimport()

  // -- Files
  void file(const std::string& path, const std::string& text, const Scope& scope);
  void include(const Text& line, size_t after, const Scope& scope);
  bool read(const std::string& path, std::string& text) const;
  std::string find_file(const std::string& name, const std::string& from, bool angle,
                        std::string& text) const;
  std::string searched() const;

  // -- Single-line directives
  bool conditional(const std::string& word, const Text& line, size_t after,
                   std::vector<Branch>& branches, const Scope& scope);
  void plain_directive(const std::string& word, const Text& line, size_t after, const Scope& scope);
  static std::string message(const Text& line, size_t after);
  void command_line_defines();
  void set(const std::string& name, const std::string& value);
  void define(const Text& line, size_t after, const Scope& scope);
  void define_eval(const Text& line, size_t after, const Scope& scope);
  bool defined(const std::string& name) const;
  bool is_name_defined(const Text& line, size_t after, const Scope& scope);
  // The name that a directive needs; "" after an error.
  std::string name_at(const Text& line, size_t after, size_t& end, const Scope& scope);
  // Parses the parameter list that opens at `at`. `past` is the offset after it. With `defaults`
  // the last parameters may have a default: `name=text`.
  bool parameters(const Text& line, size_t at, const std::string& name,
                  std::vector<std::string>& out, std::vector<Text>* defaults, size_t& past,
                  const Scope& scope);
  ExpressionContext context(const Text& expression, const Scope& scope);
  bool value_of(const Text& line, size_t after, const Scope& scope, int64_t& value);
  bool is_true(const Text& line, size_t after, const Scope& scope);

  // -- Loops; each returns the index of its last line
  size_t loop(const std::vector<Text>& lines, size_t begin, size_t end, const std::string& word,
              const Scope& scope);
  size_t for_each(const std::vector<Text>& lines, size_t begin, size_t end, const Scope& scope);
  bool list_of(const Text& line, size_t after, std::string& name, std::vector<Text>& items,
               const Scope& scope);
  // The line that ends the block opened at `begin`, or npos after an error.
  size_t end_of_block(const std::vector<Text>& lines, size_t begin, size_t end, const Scope& scope,
                      const std::string& closer);

  // -- Macros
  size_t define_macro(const std::vector<Text>& lines, size_t begin, size_t end, const Text& line,
                      size_t after, const Scope& scope);
  // If the line (after its labels) starts with a macro's name, expands the call.
  bool call_in(const Text& line, const Scope& scope);
  void call(const std::pair<const std::string, Overloads>& macro, const Text& line, size_t begin,
            size_t end, const Scope& scope);
  static std::shared_ptr<const Macro> serving(const Overloads& overloads, size_t arguments);
  std::shared_ptr<const Macro> choose(const Overloads& overloads, const Text& line, size_t open,
                                      std::vector<Text>& given, const Scope& scope);
  void expand_call(const std::shared_ptr<const Macro>& m, const Text& line, size_t begin,
                   std::vector<Text> given, const Scope& scope);

  const PreprocessorOptions& options_;
  std::vector<ixp::Diagnostic>& diagnostics_;
  Defines defines_;
  std::map<std::string, Overloads> macros_;
  std::set<std::string> imports_;
  std::set<std::string> warned_;
  std::vector<Line> out_;
  size_t work_ = 0, characters_ = 0;
  unsigned errors_ = 0, labels_renamed_ = 0;
};

} // namespace mecc::pp
