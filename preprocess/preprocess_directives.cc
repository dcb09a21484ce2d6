// Single-line directives: #if and related ones, definitions, messages.
#include "preprocess/preprocessor.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mecc::pp {

constexpr std::array kDirectives{"define", "define_eval", "undef",  "include", "if",
                                 "ifdef",  "ifndef",      "elif",   "else",    "endif",
                                 "macro",  "endm",        "while",  "repeat",  "endloop",
                                 "error",  "warning",     "pragma", "line",    "for"};

bool Preprocessor::conditional(const std::string& word, const Text& line, size_t after,
                               std::vector<Branch>& branches, const Scope& scope) {
  if (word == "if" || word == "ifdef" || word == "ifndef") {
    const bool outer = (branches.empty() || branches.back().active);
    const bool yes =
        outer && (word == "if" ? is_true(line, after, scope)
                               : is_name_defined(line, after, scope) == (word == "ifdef"));
    branches.push_back({line, outer, yes, yes});
    return true;
  }
  if (word != "elif" && word != "else" && word != "endif") return false;
  if (branches.empty()) {
    error(line, 0, scope, fmt::format("#{} without #if", word));
    return true;
  }
  Branch& c = branches.back();
  if (word == "endif") {
    branches.pop_back();
    return true;
  }
  if (c.else_seen) error(line, 0, scope, fmt::format("#{} after #else", word));
  c.else_seen |= word == "else";
  c.active = c.outer && !c.taken && (word == "else" || is_true(line, after, scope));
  c.taken |= c.active;
  return true;
}

bool Preprocessor::is_name_defined(const Text& line, size_t after, const Scope& scope) {
  size_t end = 0;
  return defined(name_at(line, after, end, scope));
}

bool Preprocessor::defined(const std::string& name) const {
  return defines_.count(name) > 0 || macros_.count(name) > 0;
}

std::string Preprocessor::name_at(const Text& line, size_t after, size_t& end, const Scope& scope) {
  const size_t begin = skip_spaces(line.chars, after);
  end = end_of_name(line.chars, begin);
  if (end == begin)
    error(line, begin, scope, fmt::format("#{} needs a name", directive(line.chars)));
  return line.chars.substr(begin, end - begin);
}

ExpressionContext Preprocessor::context(const Text& expression, const Scope& scope) {
  ExpressionContext c;
  c.is_defined = [this](const std::string& name) { return defined(name); };
  c.is_imported = [this](const std::string& name) { return imports_.count(name) > 0; };
  c.lookup = [this, &expression, &scope](const std::string& name, int64_t& value) {
    if (end_of_name(name, 0) != name.size()) return false;
    const size_t at = expression.chars.find(name);
    report(ixp::Severity::Warning, expression, expression.place(at == std::string::npos ? 0 : at),
           scope, fmt::format("'{}' is not defined, it counts as 0 here", name));
    value = 0;
    return true;
  };
  return c;
}

bool Preprocessor::value_of(const Text& line, size_t after, const Scope& scope, int64_t& value) {
  const Text e = expanded(line.slice(after, line.size()), scope);
  std::string why;
  size_t at = 0;
  if (evaluate(e.chars, context(e, scope), value, why, at)) return true;
  report(ixp::Severity::Error, line, e.place(at), scope, why);
  return false;
}

bool Preprocessor::is_true(const Text& line, size_t after, const Scope& scope) {
  int64_t v = 0;
  return value_of(line, after, scope, v) && v != 0;
}

void Preprocessor::plain_directive(const std::string& word, const Text& line, size_t after,
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
    report(word == "error" ? ixp::Severity::Error : ixp::Severity::Warning, line, line.place(0),
           scope, message(line, after));
  } else if (word == "endm" || word == "endloop") {
    error(
        line, 0, scope,
        fmt::format("#{} without {}", word, word == "endm" ? "#macro" : "#while, #repeat or #for"));
  } else if (word != "pragma") {
    const std::string guess = ixp::closest(word, {kDirectives.begin(), kDirectives.end()});
    error(line, 0, scope,
          fmt::format("unknown directive '#{}'{}", word == "#" ? "" : word,
                      guess.empty() ? "" : fmt::format(", did you mean #{}?", guess)));
  }
}

std::string Preprocessor::message(const Text& line, size_t after) {
  std::string s = line.slice(after, line.size()).chars;
  if (s.size() >= 2 && s.front() == '"' && s.back() == '"') s = s.substr(1, s.size() - 2);
  return s.empty() ? "#" + directive(line.chars) : s;
}

void Preprocessor::command_line_defines() {
  set("__IXP2400", "2");
  for (const auto& [name, value] : options_.defines)
    set(name, value);
}

void Preprocessor::set(const std::string& name, const std::string& value) {
  Define d;
  d.body.append(value, Place{});
  defines_[name] = std::move(d);
}

void Preprocessor::define(const Text& line, size_t after, const Scope& scope) {
  size_t at = 0;
  const std::string name = name_at(line, after, at, scope);
  if (name.empty()) return;
  Define d;
  d.takes_arguments = at < line.size() && line.chars[at] == '(';
  if (d.takes_arguments && !parameters(line, at, name, d.parameters, nullptr, at, scope)) return;
  d.body = line.slice(at, line.size());
  const auto old = defines_.find(name);
  if (old != defines_.end() &&
      (old->second.body.chars != d.body.chars || old->second.parameters != d.parameters))
    report(ixp::Severity::Warning, line, line.place(after + 1), scope,
           fmt::format("'{}' is defined again with another value, #undef it first", name));
  defines_[name] = std::move(d);
}

// Defines a name as the current value of the text. Operands that are not numbers are kept as text.
void Preprocessor::define_eval(const Text& line, size_t after, const Scope& scope) {
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
      report(ixp::Severity::Error, line, e.place(why_at), scope, why);
      return;
    }
    value = e.chars;
  }
  set(name, value);
}

bool Preprocessor::parameters(const Text& line, size_t at, const std::string& name,
                              std::vector<std::string>& out, std::vector<Text>* defaults,
                              size_t& past, const Scope& scope) {
  const size_t close = closing_bracket(line.chars, at);
  if (close == std::string::npos) {
    error(line, at, scope, fmt::format("parameters of '{}' without closing bracket", name));
    return false;
  }
  for (const Text& p : arguments(line, at, close)) {
    const size_t end = end_of_name(p.chars, 0), equals = skip_spaces(p.chars, end);
    const bool has_default = defaults && equals < p.size() && p.chars[equals] == '=';
    if (end == 0 || (end < p.size() && !has_default)) {
      error(p, 0, scope, fmt::format("'{}' is not a parameter name, expected a name", p.chars));
      return false;
    }
    const std::string parameter = p.chars.substr(0, end);
    if (std::find(out.begin(), out.end(), parameter) != out.end()) {
      error(p, 0, scope, fmt::format("parameter '{}' appears twice", parameter));
      return false;
    }
    if (defaults && !defaults->empty() && !has_default) {
      error(p, 0, scope,
            fmt::format("parameter '{}' needs a default, because the one before it has one",
                        parameter));
      return false;
    }
    out.push_back(parameter);
    if (has_default) defaults->push_back(p.slice(equals + 1, p.size()));
  }
  past = close + 1;
  return true;
}

} // namespace mecc::pp
