// #macro: definitions and calls.
#include "preprocess/preprocessor.h"

#include <fmt/format.h>

namespace mecc::pp {

size_t Preprocessor::define_macro(const std::vector<Text>& lines, size_t begin, size_t end,
                                  const Text& line, size_t after, const Scope& scope) {
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
      error(line, at, scope, fmt::format("expected parameters of macro '{}' in [] or ()", m.name));
      return last;
    }
    if (!parameters(line, at, m.name, m.parameters, &m.defaults, at, scope)) return last;
    if (skip_spaces(line.chars, at) < line.size())
      error(line, skip_spaces(line.chars, at), scope, "unexpected text after the parameters");
  }
  for (size_t i = begin + 1; i < last; ++i)
    m.body.push_back(bound(lines[i], scope));
  m.labels = labels_of(m.body);
  auto& overloads = macros_[m.name];
  if (overloads.count(m.parameters.size()))
    report(
        ixp::Severity::Warning, line, line.start, scope,
        fmt::format("macro '{}' with {} parameters is defined again", m.name, m.parameters.size()));
  const size_t arity = m.parameters.size();
  overloads[arity] = std::make_shared<const Macro>(std::move(m));
  return last;
}

bool Preprocessor::call_in(const Text& line, const Scope& scope) {
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

void Preprocessor::call(const std::pair<const std::string, Overloads>& macro, const Text& line,
                        size_t begin, size_t end, const Scope& scope) {
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
    for (const auto& [most, overload] : overloads) {
      const size_t least = overload->least_arguments();
      takes += fmt::format("{}{}", takes.empty() ? "" : " or ", least);
      if (least < most) takes += fmt::format(" to {}", most);
    }
    error(line, begin, scope,
          fmt::format("macro '{}' takes {} argument{}, not {}", name, takes,
                      takes == "1" ? "" : "s", given.size()));
    return;
  }
  expand_call(m, line, begin, std::move(given), scope);
}

// The overload with that number of parameters, else one whose defaults supply the rest.
std::shared_ptr<const Macro> Preprocessor::serving(const Overloads& overloads, size_t arguments) {
  for (auto m = overloads.lower_bound(arguments); m != overloads.end(); ++m)
    if (arguments >= m->second->least_arguments()) return m->second;
  return nullptr;
}

// Chooses by the number of arguments as written, else by their number after names that contain
// commas are replaced.
std::shared_ptr<const Macro> Preprocessor::choose(const Overloads& overloads, const Text& line,
                                                  size_t open, std::vector<Text>& given,
                                                  const Scope& scope) {
  if (auto m = serving(overloads, given.size())) return m;
  if (given.empty()) {
    const auto one = overloads.find(1);
    if (one == overloads.end()) return nullptr;
    given.emplace_back();
    return one->second;
  }
  const Text again = expanded(line.slice(open, line.size()), scope);
  if (again.empty() || closing_bracket(again.chars, 0) != again.size() - 1) return nullptr;
  std::vector<Text> wider = arguments(again, 0, again.size() - 1);
  auto m = serving(overloads, wider.size());
  if (m) given = std::move(wider);
  return m;
}

void Preprocessor::expand_call(const std::shared_ptr<const Macro>& m, const Text& line,
                               size_t begin, std::vector<Text> given, const Scope& scope) {
  if (scope.depth >= kMaxDepth)
    stop(line, scope,
         fmt::format("macro '{}' is nested more than {} deep, does it call itself?", m->name,
                     kMaxDepth));
  Bindings b;
  for (size_t i = 0; i < given.size(); ++i)
    b.arguments[m->parameters[i]] = std::move(given[i]);
  // defaults may use preceding parameters
  for (size_t i = given.size(); i < m->parameters.size(); ++i)
    b.arguments[m->parameters[i]] =
        bound(m->defaults[i - m->least_arguments()], Scope{&b, scope.expansion, scope.depth});
  if (!m->labels.empty()) ++labels_renamed_;
  for (const std::string& label : m->labels)
    if (!b.arguments.count(label)) b.labels[label] = fmt::format("{}__{}", label, labels_renamed_);
  const Place at = line.place(begin);
  auto expansion = std::make_shared<const Expansion>(
      Expansion{m->name, {*line.file, at.line, at.column}, scope.expansion});
  lines_in(m->body, 0, m->body.size(), Scope{&b, std::move(expansion), scope.depth + 1}, "macro");
}

} // namespace mecc::pp
