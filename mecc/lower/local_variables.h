// What placing tells code generation of variables in local memory: a named list of address and
// size, both in bytes, of those that are there once.
#pragma once

namespace mecc::lower {

constexpr char kLocalVariables[] = "mecc.local";

} // namespace mecc::lower
