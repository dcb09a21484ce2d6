// What the debugger can ask a station about the chip as it stands (station.h). Requests name
// `what`; replies are data for editors, or {"text": ...} for people.
#pragma once

#include "emu/debug/expression.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

using Json = nlohmann::json;

Json query(Simulation& sim, const Json& request); // throws InputError

} // namespace ixp::debug
