// JSON of a file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ixp {

// Sorted by key: in ordered JSON a new key is compared with all before it. Throws InputError with
// the line of the error.
nlohmann::json parse_json(const std::string& text, const std::string& file);

} // namespace ixp
