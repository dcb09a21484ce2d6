#include "base/make_rule.h"

namespace ixp {

static constexpr std::string_view kNext = " \\\n  "; // before each file

// A file name in a makefile.
static std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

static std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : 0;
    if ((text[i] == '\\' && (next == ' ' || next == '#')) || (text[i] == '$' && next == '$')) ++i;
    out += text[i];
  }
  return out;
}

std::string make_rule(const std::string& target, const std::set<std::string>& files) {
  std::string rule = escaped(target) + ":";
  for (const std::string& file : files)
    rule.append(kNext) += escaped(file);
  return rule + "\n";
}

std::set<std::string> files_of_rule(std::string_view rule) {
  if (rule.ends_with('\n')) rule.remove_suffix(1);
  std::set<std::string> files;
  for (size_t at = rule.find(kNext); at != rule.npos;) {
    const size_t begin = at + kNext.size();
    at = rule.find(kNext, begin);
    files.insert(unescaped(rule.substr(begin, at - begin)));
  }
  return files;
}

} // namespace ixp
