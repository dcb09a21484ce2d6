// Queries of the debugger about the current state of a station's chip (station.h). A request's
// `what` names the query; replies are data for editors, or readable {"text": ...}.
#pragma once

#include "emu/debug/expression.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

using Json = nlohmann::json;

Json query(Simulation& sim, const Json& request); // throws InputError

} // namespace ixp::debug
