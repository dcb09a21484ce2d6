// The token pass between preprocessor and parser: __declspec lists become attributes, and objects
// that a function keeps in memory become static.
#pragma once

#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

// `tokens` is a whole preprocessed unit, the end of file last. Errors go to pp's diagnostics.
Tokens rewrite(clang::Preprocessor& pp, const Tokens& tokens);

} // namespace mecc::dialect
