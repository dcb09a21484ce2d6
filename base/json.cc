#include "base/json.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

// The reason is the text after `before` in a message of the parser.
[[noreturn]] static void refuse(SourceLocation where, std::string_view message,
                                std::string_view before) {
  const size_t at = message.rfind(before);
  throw InputError(std::move(where),
                   fmt::format("is not JSON{}; expected the file as it was written",
                               at == message.npos
                                   ? ""
                                   : fmt::format(": {}", message.substr(at + before.size()))));
}

nlohmann::json parse_json(const std::string& text, const std::string& file) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& e) {
    const auto before = std::string_view(text).substr(0, e.byte ? e.byte - 1 : 0);
    refuse({file, static_cast<unsigned>(std::ranges::count(before, '\n')) + 1}, e.what(), " - ");
  } catch (const nlohmann::json::out_of_range& e) { // a number such as 1e999; its line is unknown
    refuse({file}, e.what(), "] ");
  }
}

} // namespace ixp
