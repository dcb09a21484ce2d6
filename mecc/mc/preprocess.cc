// The preprocessor of Intel's microcode assembler. It works on logical lines: directives act,
// a line that starts with the name of a #macro is replaced by the lines of its body, every other
// line has its #define'd names replaced and goes out. Directives are a language of their own inside
// macros: `#while`, `#repeat` and `#define_eval` compute, the string functions look at arguments.
//
// Whatever the input, it ends: nesting, loops, lines, characters and work are bounded.
#include "mecc/mc/macro.h"
#include "mecc/mc/source.h"

#include "base/files.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mecc {
namespace {

using namespace pp;
using ixp::Severity;

constexpr unsigned kMaxDepth = 100;           // macros in macros, files in files
constexpr unsigned kMaxIterations = 100'000;  // of one loop
constexpr size_t kMaxLines = 1'000'000;       // that come out
constexpr size_t kMaxCharacters = 32'000'000; // in them

constexpr std::array kDirectives{"define", "define_eval", "undef",  "include", "if",
                                 "ifdef",  "ifndef",      "elif",   "else",    "endif",
                                 "macro",  "endm",        "while",  "repeat",  "endloop",
                                 "error",  "warning",     "pragma", "line"};

struct Stop {}; // enough errors, or a limit

// Where a run of lines stands: what its names mean and how it was reached.
struct Scope {
  const Bindings* bindings = nullptr;
  std::shared_ptr<const Expansion> expansion;
  unsigned depth = 0;
};

// One #if: what became of its branches so far.
struct Condition {
  Text where;
  bool outer, active, taken, else_seen = false;
};

std::string directory_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

class Preprocessor {
public:
  Preprocessor(const AssemblerOptions& options, std::vector<ixp::Diagnostic>& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  std::vector<Line> run(const std::string& path, const std::string& text) {
    try {
      command_line_defines();
      file(path, text, Scope{});
    } catch (const Stop&) {
    }
    return std::move(out_);
  }

  // What stands defined after run().
  std::vector<Definition> definitions() {
    std::vector<Definition> all;
    try {
      for (const auto& [name, define] : defines_) {
        const Text& body = define.body;
        if (define.takes_arguments || !body.file) continue; // or of the command line
        const ixp::SourceLocation where{*body.file, body.start.line, body.start.column};
        all.push_back({name, where, line_of(expanded(body, Scope{}), Scope{})});
      }
    } catch (const Stop&) {
    }
    return all;
  }

private:
  // --- diagnostics and limits ---

  void report(Severity severity, const Text& line, Place at, const Scope& scope, std::string text) {
    const std::string file = line.file ? *line.file : std::string();
    if (severity == Severity::Warning &&
        !warned_.insert(fmt::format("{}:{}:{}:{}", file, at.line, at.column, text)).second)
      return; // a loop or macro that comes by again
    diagnostics_.push_back({severity,
                            {file, at.line, at.column},
                            std::move(text),
                            expansion_notes(scope.expansion.get())});
    if (severity != Severity::Error) return;
    if (++errors_ >= std::max(1u, options_.max_errors)) throw Stop{};
  }
  void error(const Text& line, size_t offset, const Scope& scope, std::string text) {
    report(Severity::Error, line, line.place(offset), scope, std::move(text));
  }
  [[noreturn]] void stop(const Text& line, const Scope& scope, std::string text) {
    report(Severity::Error, line, line.start, scope, std::move(text));
    throw Stop{};
  }
  void count_work(const Text& line, const Scope& scope) {
    if (++work_ > options_.max_preprocessor_work)
      stop(line, scope,
           fmt::format("gave up after {} lines of macros, loops and files: "
                       "a loop or macro repeats without end",
                       options_.max_preprocessor_work));
  }

  Text expanded(const Text& line, const Scope& scope) {
    try {
      return expand(line, defines_);
    } catch (const Problem& p) {
      report(Severity::Error, line, p.at, scope, p.text);
      return line.slice(0, 0);
    }
  }

  // --- files ---

  void command_line_defines() {
    set("__IXP2400", "2");
    for (const auto& [name, value] : options_.defines)
      set(name, value);
  }
  void set(const std::string& name, const std::string& value) {
    Define d;
    d.body.append(value, Place{});
    defines_[name] = std::move(d);
  }

  bool read(const std::string& path, std::string& text) const {
    if (options_.read_source) return options_.read_source(path, text);
    try {
      text = ixp::read_file(path);
      return true;
    } catch (const ixp::InputError&) {
      return false;
    }
  }

  void file(const std::string& path, const std::string& text, const Scope& scope) {
    const size_t before = diagnostics_.size();
    const std::vector<Text> lines = logical_lines(path, text, diagnostics_);
    errors_ += static_cast<unsigned>(diagnostics_.size() - before);
    lines_in(lines, 0, lines.size(), scope, "file");
  }

  void include(const Text& line, size_t after, const Scope& scope) {
    const Text rest = expanded(line.slice(after, line.size()), scope);
    const std::string& s = rest.chars;
    const bool angle = !s.empty() && s[0] == '<';
    if (s.size() < 3 || (s[0] != '"' && !angle) || s.back() != (angle ? '>' : '"')) {
      error(line, after, scope, "#include needs a file name: #include \"file.uc\" or <file.h>");
      return;
    }
    const std::string name = s.substr(1, s.size() - 2);
    if (scope.depth >= kMaxDepth)
      stop(line, scope,
           fmt::format("#include \"{}\" is nested more than {} deep, "
                       "does a file include itself?",
                       name, kMaxDepth));
    std::string text;
    const std::string path = find_file(name, *line.file, angle, text);
    if (path.empty()) {
      error(rest, 0, scope, fmt::format("cannot find include file '{}'{}", name, searched()));
      return;
    }
    Scope inner{nullptr, scope.expansion, scope.depth + 1};
    file(path, text, inner);
  }

  std::string searched() const {
    if (options_.include_dirs.empty()) return ", give its directory with -I";
    std::string out = ", searched beside the file and in";
    for (const std::string& d : options_.include_dirs)
      out += " " + d;
    return out;
  }

  std::string find_file(const std::string& name, const std::string& from, bool angle,
                        std::string& text) const {
    std::vector<std::string> candidates;
    if (name[0] == '/') {
      candidates.push_back(name);
    } else {
      const std::string beside = directory_of(from) + name;
      if (!angle) candidates.push_back(beside);
      for (const std::string& d : options_.include_dirs)
        candidates.push_back(d + "/" + name);
      if (angle) candidates.push_back(beside);
    }
    for (const std::string& c : candidates)
      if (read(c, text)) return c;
    return {};
  }

  // --- lines ---

  static bool active(const std::vector<Condition>& conditions) {
    return conditions.empty() || conditions.back().active;
  }

  // Lines [begin, end) of a file, a macro body or a loop body.
  void lines_in(const std::vector<Text>& lines, size_t begin, size_t end, const Scope& scope,
                const char* what) {
    std::vector<Condition> conditions;
    for (size_t i = begin; i < end; ++i) {
      count_work(lines[i], scope);
      const Text line = bound(lines[i], scope);
      size_t after = 0;
      const std::string word = directive(line.chars, &after);
      if (conditional(word, line, after, conditions, scope)) continue;
      if (!active(conditions)) continue;
      if (word.empty())
        code(line, scope);
      else if (word == "macro")
        i = define_macro(lines, i, end, line, after, scope);
      else if (word == "while" || word == "repeat")
        i = loop(lines, i, end, word, scope);
      else
        plain_directive(word, line, after, scope);
    }
    for (const Condition& c : conditions)
      error(c.where, 0, scope, fmt::format("#if without #endif before the end of the {}", what));
  }

  Text bound(const Text& line, const Scope& scope) {
    if (!scope.bindings) return line;
    try {
      return bind(line, *scope.bindings);
    } catch (const Problem& p) {
      report(Severity::Error, line, p.at, scope, p.text);
      return {};
    }
  }

  bool conditional(const std::string& word, const Text& line, size_t after,
                   std::vector<Condition>& conditions, const Scope& scope) {
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      const bool outer = active(conditions);
      const bool yes =
          outer && (word == "if" ? is_true(line, after, scope)
                                 : is_name_defined(line, after, scope) == (word == "ifdef"));
      conditions.push_back({line, outer, yes, yes});
      return true;
    }
    if (word != "elif" && word != "else" && word != "endif") return false;
    if (conditions.empty()) {
      error(line, 0, scope, fmt::format("#{} without #if", word));
      return true;
    }
    Condition& c = conditions.back();
    if (word == "endif") {
      conditions.pop_back();
      return true;
    }
    if (c.else_seen) error(line, 0, scope, fmt::format("#{} after #else", word));
    c.else_seen |= word == "else";
    c.active = c.outer && !c.taken && (word == "else" || is_true(line, after, scope));
    c.taken |= c.active;
    return true;
  }

  bool is_name_defined(const Text& line, size_t after, const Scope& scope) {
    size_t end = 0;
    return defined(name_at(line, after, end, scope));
  }
  bool defined(const std::string& name) const {
    return defines_.count(name) > 0 || macros_.count(name) > 0;
  }

  // The name a directive needs; "" after an error.
  std::string name_at(const Text& line, size_t after, size_t& end, const Scope& scope) {
    const size_t begin = skip_spaces(line.chars, after);
    end = end_of_name(line.chars, begin);
    if (end == begin)
      error(line, begin, scope, fmt::format("#{} needs a name", directive(line.chars)));
    return line.chars.substr(begin, end - begin);
  }

  // --- expressions ---

  ExpressionContext context(const Text& expression, const Scope& scope) {
    ExpressionContext c;
    c.is_defined = [this](const std::string& name) { return defined(name); };
    c.is_imported = [this](const std::string& name) { return imports_.count(name) > 0; };
    c.lookup = [this, &expression, &scope](const std::string& name, int64_t& value) {
      if (end_of_name(name, 0) != name.size()) return false;
      const size_t at = expression.chars.find(name);
      report(Severity::Warning, expression, expression.place(at == std::string::npos ? 0 : at),
             scope, fmt::format("'{}' is not defined, it counts as 0 here", name));
      value = 0;
      return true;
    };
    return c;
  }

  bool value_of(const Text& line, size_t after, const Scope& scope, int64_t& value) {
    const Text e = expanded(line.slice(after, line.size()), scope);
    std::string why;
    size_t at = 0;
    if (evaluate(e.chars, context(e, scope), value, why, at)) return true;
    report(Severity::Error, line, e.place(at), scope, why);
    return false;
  }
  bool is_true(const Text& line, size_t after, const Scope& scope) {
    int64_t v = 0;
    return value_of(line, after, scope, v) && v != 0;
  }

  // --- directives ---

  void plain_directive(const std::string& word, const Text& line, size_t after,
                       const Scope& scope) {
    if (word == "define") {
      define(line, after, scope);
    } else if (word == "define_eval") {
      define_eval(line, after, scope);
    } else if (word == "undef") {
      size_t end = 0;
      defines_.erase(name_at(line, after, end, scope));
    } else if (word == "include") {
      include(line, after, scope);
    } else if (word == "error" || word == "warning") {
      report(word == "error" ? Severity::Error : Severity::Warning, line, line.place(0), scope,
             message(line, after));
    } else if (word == "endm" || word == "endloop") {
      error(line, 0, scope,
            fmt::format("#{} without {}", word, word == "endm" ? "#macro" : "#while or #repeat"));
    } else if (word != "pragma") {
      const std::string guess = ixp::closest(word, {kDirectives.begin(), kDirectives.end()});
      error(line, 0, scope,
            fmt::format("unknown directive '#{}'{}", word == "#" ? "" : word,
                        guess.empty() ? "" : fmt::format(", did you mean #{}?", guess)));
    }
  }

  static std::string message(const Text& line, size_t after) {
    std::string s = line.slice(after, line.size()).chars;
    if (s.size() >= 2 && s.front() == '"' && s.back() == '"') s = s.substr(1, s.size() - 2);
    return s.empty() ? "#" + directive(line.chars) : s;
  }

  void define(const Text& line, size_t after, const Scope& scope) {
    size_t at = 0;
    const std::string name = name_at(line, after, at, scope);
    if (name.empty()) return;
    Define d;
    d.takes_arguments = at < line.size() && line.chars[at] == '(';
    if (d.takes_arguments && !parameters(line, at, name, d.parameters, at, scope)) return;
    d.body = line.slice(at, line.size());
    const auto old = defines_.find(name);
    if (old != defines_.end() &&
        (old->second.body.chars != d.body.chars || old->second.parameters != d.parameters))
      report(Severity::Warning, line, line.place(after + 1), scope,
             fmt::format("'{}' is defined again with another value, #undef it first", name));
    defines_[name] = std::move(d);
  }

  // A name with the value the text has now. Operands that are not numbers are kept as text.
  void define_eval(const Text& line, size_t after, const Scope& scope) {
    size_t at = 0;
    const std::string name = name_at(line, after, at, scope);
    if (name.empty()) return;
    const Text e = expanded(line.slice(at, line.size()), scope);
    ExpressionContext c = context(e, scope);
    const bool operand = e.chars.find_first_of("+-*/%!~<>=&|^?:()\"' ") == std::string::npos;
    if (operand) c.lookup = nullptr;
    std::string value, why;
    size_t why_at = 0;
    if (!evaluate_text(e.chars, c, value, why, why_at)) {
      if (!operand || e.empty()) {
        report(Severity::Error, line, e.place(why_at), scope, why);
        return;
      }
      value = e.chars;
    }
    set(name, value);
  }

  // The list that opens at `at`: names between commas. `past` is the offset behind it.
  bool parameters(const Text& line, size_t at, const std::string& name,
                  std::vector<std::string>& out, size_t& past, const Scope& scope) {
    const size_t close = closing_bracket(line.chars, at);
    if (close == std::string::npos) {
      error(line, at, scope, fmt::format("parameters of '{}' without closing bracket", name));
      return false;
    }
    for (const Text& p : arguments(line, at, close)) {
      if (p.empty() || end_of_name(p.chars, 0) != p.size()) {
        error(p, 0, scope, fmt::format("'{}' is not a parameter name, expected a name", p.chars));
        return false;
      }
      if (std::find(out.begin(), out.end(), p.chars) != out.end()) {
        error(p, 0, scope, fmt::format("parameter '{}' appears twice", p.chars));
        return false;
      }
      out.push_back(p.chars);
    }
    past = close + 1;
    return true;
  }

  // The line that ends the block opened at `begin`, or npos after an error.
  size_t end_of_block(const std::vector<Text>& lines, size_t begin, size_t end, const Scope& scope,
                      const std::string& closer) {
    unsigned depth = 0;
    for (size_t i = begin; i < end; ++i) {
      const std::string word = directive(lines[i].chars);
      const bool opens = closer == "endm" ? word == "macro" : word == "while" || word == "repeat";
      if (opens) ++depth;
      if (word == closer && --depth == 0) return i;
    }
    error(lines[begin], 0, scope,
          fmt::format("#{} without #{}", directive(lines[begin].chars), closer));
    return std::string::npos;
  }

  size_t define_macro(const std::vector<Text>& lines, size_t begin, size_t end, const Text& line,
                      size_t after, const Scope& scope) {
    const size_t last = end_of_block(lines, begin, end, scope, "endm");
    if (last == std::string::npos) return end;
    Macro m;
    size_t at = 0;
    m.name = name_at(line, after, at, scope);
    if (m.name.empty()) return last;
    m.where = {*line.file, line.start.line, line.start.column};
    at = skip_spaces(line.chars, at);
    if (at < line.size()) {
      if (line.chars[at] != '[' && line.chars[at] != '(') {
        error(line, at, scope,
              fmt::format("expected parameters of macro '{}' in [] or ()", m.name));
        return last;
      }
      if (!parameters(line, at, m.name, m.parameters, at, scope)) return last;
      if (skip_spaces(line.chars, at) < line.size())
        error(line, skip_spaces(line.chars, at), scope, "unexpected text after the parameters");
    }
    for (size_t i = begin + 1; i < last; ++i)
      m.body.push_back(bound(lines[i], scope));
    m.labels = labels_of(m.body);
    auto& overloads = macros_[m.name];
    if (overloads.count(m.parameters.size()))
      report(Severity::Warning, line, line.start, scope,
             fmt::format("macro '{}' with {} parameters is defined again", m.name,
                         m.parameters.size()));
    const size_t arity = m.parameters.size();
    overloads[arity] = std::make_shared<const Macro>(std::move(m));
    return last;
  }

  size_t loop(const std::vector<Text>& lines, size_t begin, size_t end, const std::string& word,
              const Scope& scope) {
    const size_t last = end_of_block(lines, begin, end, scope, "endloop");
    if (last == std::string::npos) return end;
    if (scope.depth >= kMaxDepth) stop(lines[begin], scope, "loops are nested too deeply");
    Scope inner = scope;
    ++inner.depth;
    int64_t left = 0;
    for (unsigned n = 0;; ++n) {
      const Text line = bound(lines[begin], scope);
      size_t after = 0;
      directive(line.chars, &after);
      if (n == 0 || word == "while") {
        if (!value_of(line, after, scope, left)) break;
        if (word == "repeat" && left < 0)
          error(line, 0, scope, fmt::format("#repeat {}, expected 0 or more", left));
      }
      if (word == "while" ? left == 0 : static_cast<int64_t>(n) >= left) break;
      if (n == kMaxIterations)
        stop(line, scope, fmt::format("#{} runs more than {} times", word, kMaxIterations));
      count_work(line, scope);
      lines_in(lines, begin + 1, last, inner, "loop");
    }
    return last;
  }

  // --- code and macro calls ---

  void code(const Text& raw, const Scope& scope) {
    if (call_in(raw, scope)) return;
    const Text line = expanded(raw, scope);
    if (call_in(line, scope)) return;
    emit(line, scope);
  }

  // When the line (behind its labels) starts with a macro's name: expands the call.
  bool call_in(const Text& line, const Scope& scope) {
    size_t begin = 0;
    const std::vector<LabelAt> labels = leading_labels(line.chars, &begin);
    const size_t end = end_of_name(line.chars, begin);
    if (end == begin || (end < line.size() && line.chars[end] == '#')) return false;
    if (end < line.size() && line.chars[end] == kPaste) return false;
    const auto macro = macros_.find(line.chars.substr(begin, end - begin));
    if (macro == macros_.end()) return false;
    if (!labels.empty()) emit(expanded(line.slice(0, begin), scope), scope);
    call(*macro, line, begin, end, scope);
    return true;
  }

  using Overloads = std::map<size_t, std::shared_ptr<const Macro>>;

  void call(const std::pair<const std::string, Overloads>& macro, const Text& line, size_t begin,
            size_t end, const Scope& scope) {
    const auto& [name, overloads] = macro;
    std::vector<Text> given;
    const size_t open = skip_spaces(line.chars, end);
    if (open < line.size()) {
      const bool bracket = line.chars[open] == '[' || line.chars[open] == '(';
      const size_t close = bracket ? closing_bracket(line.chars, open) : std::string::npos;
      if (close == std::string::npos) {
        error(line, open, scope,
              bracket ? fmt::format("call of macro '{}' without its closing bracket", name)
                      : fmt::format("expected the arguments of macro '{}' in [] or ()", name));
        return;
      }
      const size_t rest = skip_spaces(line.chars, close + 1);
      if (rest < line.size()) {
        error(line, rest, scope, fmt::format("unexpected text after the call of macro '{}'", name));
        return;
      }
      given = arguments(line, open, close);
    }
    const std::shared_ptr<const Macro> m = choose(overloads, line, open, given, scope);
    if (!m) {
      std::string takes;
      for (const auto& [arity, unused] : overloads)
        takes += fmt::format("{}{}", takes.empty() ? "" : " or ", arity);
      error(line, begin, scope,
            fmt::format("macro '{}' takes {} argument{}, not {}", name, takes,
                        takes == "1" ? "" : "s", given.size()));
      return;
    }
    expand_call(m, line, begin, std::move(given), scope);
  }

  // By number of arguments as written; else as they are after names with commas are replaced.
  std::shared_ptr<const Macro> choose(const Overloads& overloads, const Text& line, size_t open,
                                      std::vector<Text>& given, const Scope& scope) {
    auto found = overloads.find(given.size());
    if (found != overloads.end()) return found->second;
    if (given.empty() && (found = overloads.find(1)) != overloads.end()) {
      given.emplace_back();
      return found->second;
    }
    if (given.empty()) return nullptr;
    const Text again = expanded(line.slice(open, line.size()), scope);
    if (again.empty() || closing_bracket(again.chars, 0) != again.size() - 1) return nullptr;
    std::vector<Text> wider = arguments(again, 0, again.size() - 1);
    found = overloads.find(wider.size());
    if (found == overloads.end()) return nullptr;
    given = std::move(wider);
    return found->second;
  }

  void expand_call(const std::shared_ptr<const Macro>& m, const Text& line, size_t begin,
                   std::vector<Text> given, const Scope& scope) {
    if (scope.depth >= kMaxDepth)
      stop(line, scope,
           fmt::format("macro '{}' is nested more than {} deep, does it call itself?", m->name,
                       kMaxDepth));
    Bindings b;
    for (size_t i = 0; i < given.size(); ++i)
      b.arguments[m->parameters[i]] = std::move(given[i]);
    if (!m->labels.empty()) ++labels_renamed_;
    for (const std::string& label : m->labels)
      if (!b.arguments.count(label))
        b.labels[label] = fmt::format("{}__{}", label, labels_renamed_);
    const Place at = line.place(begin);
    auto expansion = std::make_shared<const Expansion>(
        Expansion{m->name, {*line.file, at.line, at.column}, scope.expansion});
    lines_in(m->body, 0, m->body.size(), Scope{&b, std::move(expansion), scope.depth + 1}, "macro");
  }

  void emit(const Text& t, const Scope& scope) {
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

  static Line line_of(const Text& t, const Scope& scope) {
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

  // `.import_var a b`: what isimport() asks about.
  void note_import(const std::string& s, size_t begin) {
    if (lower(s.substr(begin, 11)) != ".import_var") return;
    for (size_t i = begin + 11; i < s.size(); ++i) {
      const size_t end = end_of_name(s, i);
      if (end == i) continue;
      imports_.insert(s.substr(i, end - i));
      i = end;
    }
  }

  const AssemblerOptions& options_;
  std::vector<ixp::Diagnostic>& diagnostics_;
  Defines defines_;
  std::map<std::string, Overloads> macros_;
  std::set<std::string> imports_;
  std::set<std::string> warned_;
  std::vector<Line> out_;
  size_t work_ = 0, characters_ = 0;
  unsigned errors_ = 0, labels_renamed_ = 0;
};

} // namespace

std::vector<Line> preprocess(const std::string& path, const std::string& text,
                             const AssemblerOptions& options,
                             std::vector<ixp::Diagnostic>& diagnostics) {
  return Preprocessor(options, diagnostics).run(path, text);
}

std::vector<Definition> definitions(const std::string& path, const std::string& text,
                                    const AssemblerOptions& options,
                                    std::vector<ixp::Diagnostic>& diagnostics) {
  Preprocessor preprocessor(options, diagnostics);
  for (const Line& line : preprocessor.run(path, text))
    diagnostics.push_back(
        diagnose(ixp::Severity::Error, line, 0, "expected only directives here, e.g. #define"));
  return preprocessor.definitions();
}

} // namespace mecc
