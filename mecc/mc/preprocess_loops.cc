// Lines that come several times: #while, #repeat.
#include "mecc/mc/preprocessor.h"

#include <fmt/format.h>

namespace mecc::pp {

constexpr unsigned kMaxIterations = 100'000; // of one loop

size_t Preprocessor::end_of_block(const std::vector<Text>& lines, size_t begin, size_t end,
                                  const Scope& scope, const std::string& closer) {
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

} // namespace mecc::pp
