// Completions in the editor's console: commands, then variables, rings and values.
#include "emu/debug/dap_server.h"
#include "emu/debug/names.h"

#include <algorithm>
#include <cctype>

namespace ixp::debug {

namespace {

// The bytes of UTF-8 text in its first `units` units of UTF-16, in which editors count columns.
std::string_view first_units(std::string_view text, uint64_t units) {
  size_t end = 0;
  for (uint64_t n = 0; end < text.size() && n < units; ++n) {
    const auto lead = static_cast<unsigned char>(text[end]);
    if (lead >= 0xf0) ++n; // a pair of units
    do
      ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80);
  }
  return text.substr(0, end);
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("_.#@$").find(c) != std::string_view::npos;
}

} // namespace

// `text` may have several lines; `column` is in line `line`, by default the first.
Json DapServer::completions(const Json& arguments) {
  select(arguments, "frameId");
  const uint64_t column = whole(arguments, "column");
  if (column < first_column_) throw InputError("'column' is 0; expected a number from 1");
  const std::string all = text_of(arguments, "text");
  std::string_view text = all;
  for (uint64_t line = arguments.contains("line") ? whole(arguments, "line") : first_line_;
       line > first_line_ && text.find('\n') != text.npos; --line)
    text.remove_prefix(text.find('\n') + 1);
  text = first_units(text.substr(0, text.find('\n')), column - first_column_);
  size_t start = text.size();
  while (start > 0 && is_of_name(text[start - 1]))
    --start;
  const std::string_view begun = text.substr(start);

  Json targets = Json::array();
  const auto offer = [&](std::string_view name, const char* type) {
    if (name.starts_with(begun))
      targets.push_back({{"label", name},
                         {"type", type},
                         {"start", column - begun.size()},
                         {"length", begun.size()}});
  };
  if (text.find_first_not_of(' ') >= start)
    for (const std::string& name : Console::command_names())
      offer(name, "keyword");
  const Json variables = session().ask("variables");
  for (const Json& v : variables.at("variables"))
    offer(v.at("name").get<std::string>(), "variable");
  for (const RingConfig& r : session().simulation().system().rings)
    if (!r.name.empty()) offer(r.name, "reference");
  for (const std::string_view value : kValues)
    offer(value, "value");
  return {{"targets", targets}};
}

} // namespace ixp::debug
