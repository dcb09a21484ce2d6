// Name of the list of variables in local memory, passed from placing to code generation: address
// and size in bytes of each variable that exists once.
#pragma once

namespace mecc::lower {

constexpr char kLocalVariables[] = "mecc.local";

} // namespace mecc::lower
