#include "preprocess/macro.h"

#include <fmt/format.h>

namespace mecc::pp {
namespace {

constexpr size_t kMaxLine = 16384;           // maximum characters of an expanded line
constexpr unsigned kMaxReplacements = 10000; // maximum in one line

char before(const std::string& s, size_t i) {
  return i > 0 ? s[i - 1] : ' ';
}
char after(const std::string& s, size_t i) {
  return i < s.size() ? s[i] : ' ';
}

// Offset after the string, name, number, or other character at i.
size_t end_of_token(const std::string& s, size_t i) {
  if (s[i] == '"' || s[i] == '\'') return end_of_quote(s, i);
  size_t end = i + 1;
  while (is_name(s[i]) && end < s.size() && is_name(s[end]))
    ++end;
  return end;
}

// Whether the name is part of a longer token: $x, @x, .reg, n$x, x#.
bool has_sigil(const std::string& s, size_t begin, size_t end) {
  const char b = before(s, begin), a = after(s, end);
  return b == '$' || b == '@' || b == '.' || a == '$' || (a == '#' && b != kPaste);
}

class Expander {
public:
  explicit Expander(const Defines& defines) : defines_(defines) {}

  Text run(const Text& in) {
    Text out = replace(in);
    if (out.chars.find(kPaste) == std::string::npos) return out;
    return replace(without_marks(out));
  }

private:
  static Text without_marks(const Text& in) {
    Text out;
    out.file = in.file;
    out.start = in.start;
    for (size_t i = 0; i < in.size(); ++i)
      if (in.chars[i] != kPaste) out.append(in, i, i + 1);
    return out;
  }

  Text replace(const Text& in) {
    const std::string& s = in.chars;
    Text out;
    out.file = in.file;
    out.start = in.start;
    for (size_t i = 0; i < s.size();) {
      size_t end = end_of_token(s, i);
      if (is_name_start(s[i])) {
        if (queries_a_name(s, i, end))
          end = past_query(s, end);
        else if (const size_t past = replace_name(in, i, end, out)) {
          i = past;
          continue;
        }
      }
      out.append(in, i, end);
      i = end;
      check(out, in.place(i));
    }
    return out;
  }

  static bool queries_a_name(const std::string& s, size_t begin, size_t end) {
    const std::string word = lower(s.substr(begin, end - begin));
    return word == "defined" || word == "isimport";
  }

  static size_t past_query(const std::string& s, size_t i) {
    size_t j = skip_spaces(s, i);
    const bool bracket = j < s.size() && s[j] == '(';
    if (bracket) j = skip_spaces(s, j + 1);
    const size_t end = end_of_name(s, j);
    return end == j ? i : end;
  }

  // Appends the replacement of the name at [begin, end) and returns the offset after the replaced
  // text; 0 if the name is not replaced.
  size_t replace_name(const Text& in, size_t begin, size_t end, Text& out) {
    if (has_sigil(in.chars, begin, end)) return 0;
    const std::string name = in.chars.substr(begin, end - begin);
    const auto found = defines_.find(name);
    if (found == defines_.end() || active_.count(name)) return 0;
    const Define& d = found->second;
    const Place here = in.place(begin);
    if (++replacements_ > kMaxReplacements)
      throw Problem{here, fmt::format("more than {} replacements in one line at '{}'",
                                      kMaxReplacements, name)};
    size_t past = end;
    Text body;
    if (d.takes_arguments) {
      const size_t open = skip_spaces(in.chars, end);
      if (open >= in.size() || in.chars[open] != '(') return 0;
      const size_t close = closing_bracket(in.chars, open);
      if (close == std::string::npos)
        throw Problem{in.place(open), fmt::format("call of '{}' without closing ')'", name)};
      body = substitute(d, name, here, arguments(in, open, close));
      past = close + 1;
    } else {
      body.append(d.body.chars, here);
    }
    active_.insert(name);
    const Text result = run(body);
    active_.erase(name);
    out.append(result, 0, result.size());
    check(out, here);
    return past;
  }

  Text substitute(const Define& d, const std::string& name, Place here, std::vector<Text> given) {
    if (given.empty() && d.parameters.size() == 1) given.emplace_back();
    if (given.size() != d.parameters.size())
      throw Problem{here, fmt::format("'{}' takes {} argument{}, not {}", name, d.parameters.size(),
                                      d.parameters.size() == 1 ? "" : "s", given.size())};
    Bindings b;
    for (size_t i = 0; i < given.size(); ++i)
      b.arguments[d.parameters[i]] = run(given[i]);
    Text body;
    body.append(d.body.chars, here);
    return bind(body, b);
  }

  static void check(const Text& out, Place at) {
    if (out.size() > kMaxLine)
      throw Problem{
          at, fmt::format("line grows beyond {} characters when its names are replaced", kMaxLine)};
  }

  const Defines& defines_;
  std::set<std::string> active_; // names being replaced, which are not replaced inside themselves
  unsigned replacements_ = 0;
};

} // namespace

Text expand(const Text& line, const Defines& defines) {
  return Expander(defines).run(line);
}

Text bind(const Text& in, const Bindings& bindings) {
  const std::string& s = in.chars;
  Text out;
  out.file = in.file;
  out.start = in.start;
  for (size_t i = 0; i < s.size();) {
    const size_t end = end_of_token(s, i);
    if (is_name(s[i])) {
      const std::string name = s.substr(i, end - i);
      const char b = before(s, i);
      const auto argument = bindings.arguments.find(name);
      const auto label = bindings.labels.find(name);
      if (argument != bindings.arguments.end() && b != '$' && b != '@' && after(s, end) != '$') {
        out.append(argument->second.chars, in.place(i));
        i = end;
        continue;
      }
      if (label != bindings.labels.end() && after(s, end) == '#' && b != kPaste) {
        out.append(label->second, in.place(i));
        i = end;
        continue;
      }
    }
    out.append(in, i, end);
    i = end;
    if (out.size() > kMaxLine)
      throw Problem{in.place(i),
                    fmt::format("line grows beyond {} characters with its arguments", kMaxLine)};
  }
  return out;
}

std::set<std::string> labels_of(const std::vector<Text>& body) {
  std::set<std::string> out;
  unsigned nested = 0;
  for (const Text& line : body) {
    const std::string word = directive(line.chars);
    if (word == "macro") ++nested;
    if (word == "endm" && nested > 0) --nested;
    if (nested > 0) continue;
    for (const LabelAt& l : leading_labels(line.chars))
      out.insert(line.chars.substr(l.begin, l.end - l.begin));
  }
  return out;
}

} // namespace mecc::pp
