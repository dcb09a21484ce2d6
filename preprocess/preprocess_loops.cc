// Repeated lines: #while, #repeat, #for.
#include "preprocess/preprocessor.h"

#include <fmt/format.h>

namespace mecc::pp {

constexpr unsigned kMaxIterations = 100'000; // limit for one loop

size_t Preprocessor::end_of_block(const std::vector<Text>& lines, size_t begin, size_t end,
                                  const Scope& scope, const std::string& closer) {
  unsigned depth = 0;
  for (size_t i = begin; i < end; ++i) {
    const std::string word = directive(lines[i].chars);
    const bool opens =
        closer == "endm" ? word == "macro" : word == "while" || word == "repeat" || word == "for";
    if (opens) ++depth;
    if (word == closer && --depth == 0) return i;
  }
  error(lines[begin], 0, scope,
        fmt::format("#{} without #{}", directive(lines[begin].chars), closer));
  return std::string::npos;
}

size_t Preprocessor::loop(const std::vector<Text>& lines, size_t begin, size_t end,
                          const std::string& word, const Scope& scope) {
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

// `#for NAME [a, b, c]`: defines NAME as each of them in turn, then restores it.
size_t Preprocessor::for_each(const std::vector<Text>& lines, size_t begin, size_t end,
                              const Scope& scope) {
  const size_t last = end_of_block(lines, begin, end, scope, "endloop");
  if (last == std::string::npos) return end;
  if (scope.depth >= kMaxDepth) stop(lines[begin], scope, "loops are nested too deeply");
  const Text line = bound(lines[begin], scope);
  size_t after = 0;
  directive(line.chars, &after);
  std::string name;
  std::vector<Text> items;
  if (!list_of(line, after, name, items, scope)) return last;
  Scope inner = scope;
  ++inner.depth;
  const auto old = defines_.extract(name);
  for (Text& item : items) {
    count_work(line, scope);
    Define d;
    d.body = std::move(item);
    defines_[name] = std::move(d);
    lines_in(lines, begin + 1, last, inner, "loop");
  }
  defines_.erase(name);
  if (!old.empty()) defines_[name] = old.mapped();
  return last;
}

// Names are replaced before the list is split, so that one name may contain several items.
bool Preprocessor::list_of(const Text& line, size_t after, std::string& name,
                           std::vector<Text>& items, const Scope& scope) {
  size_t at = 0;
  name = name_at(line, after, at, scope);
  if (name.empty()) return false;
  const Text list = expanded(line.slice(at, line.size()), scope);
  const bool opens = !list.empty() && (list.chars[0] == '[' || list.chars[0] == '(');
  if (!opens || closing_bracket(list.chars, 0) != list.size() - 1) {
    error(line, at, scope,
          fmt::format("#for needs the values of '{0}' in brackets: #for {0} [0, 1, 2]", name));
    return false;
  }
  items = arguments(list, 0, list.size() - 1);
  return true;
}

} // namespace mecc::pp
