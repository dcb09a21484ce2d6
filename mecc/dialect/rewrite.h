// The token pass between preprocessor and parser: __declspec lists become attributes, and local
// objects in memory become static.
#pragma once

#include "mecc/dialect/tokens.h"

namespace mecc::dialect {

// `tokens` is a whole preprocessed unit, ending with end of file. Errors go to pp's diagnostics.
Tokens rewrite(clang::Preprocessor& pp, const Tokens& tokens);

} // namespace mecc::dialect
