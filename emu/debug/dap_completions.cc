// Completions in the editor's console.
#include "emu/debug/completions.h"
#include "emu/debug/dap_server.h"

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
  const Completions found = complete(session(), text);
  Json targets = Json::array();
  for (const auto& [name, type] : found.candidates)
    targets.push_back({{"label", name},
                       {"type", type},
                       {"start", column - found.begun},
                       {"length", found.begun}});
  return {{"targets", targets}};
}

} // namespace ixp::debug
