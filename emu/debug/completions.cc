#include "emu/debug/completions.h"

#include "emu/debug/console.h"
#include "emu/debug/names.h"

#include <algorithm>
#include <cctype>

namespace ixp::debug {

namespace {

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("_.#@$").find(c) != std::string_view::npos;
}

// Start of the incomplete word. Only names of commands have hyphens.
size_t start_of_word(std::string_view text, const std::vector<std::string>& commands,
                     size_t first) {
  const std::string_view words = text.substr(first);
  if (std::ranges::any_of(commands, [&](const auto& c) { return c.starts_with(words); }))
    return first;
  size_t start = text.size();
  while (start > 0 && is_of_name(text[start - 1]))
    --start;
  return start;
}

} // namespace

Completions complete(Session& session, std::string_view text,
                     const std::vector<std::string>& chips) {
  const std::vector<std::string> commands = Console::command_names();
  const size_t first = std::min(text.find_first_not_of(' '), text.size());
  const bool of_chip = text.substr(first).starts_with("chip ");
  const size_t start = of_chip ? text.rfind(' ') + 1 : start_of_word(text, commands, first);
  const std::string_view begun = text.substr(start);
  Completions out{begun.size(), {}};
  const auto offer = [&](std::string_view name, const char* type) {
    if (name.starts_with(begun)) out.candidates.push_back({std::string(name), type});
  };
  if (of_chip) {
    for (const std::string& name : chips)
      offer(name, "module");
    return out;
  }
  if (start == first)
    for (const std::string& name : commands)
      offer(name, "keyword");
  const Json variables = session.ask("variables");
  for (const Json& v : variables.at("variables"))
    offer(v.at("name").get<std::string>(), "variable");
  for (const RingConfig& r : session.simulation().system().rings)
    if (!r.name.empty()) offer(r.name, "reference");
  for (const std::string_view value : kValues)
    offer(value, "value");
  return out;
}

} // namespace ixp::debug
