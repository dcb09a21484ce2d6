// Limits on the nesting of a source. Clang's parser and code generator recurse, and the compiler
// must survive any text: sources that could exhaust even a large stack are rejected first.
#pragma once

#include "mecc/dialect/tokens.h"

#include <functional>

namespace mecc::dialect {

// Maximum number of tokens after preprocessing; stops runaway macros.
inline constexpr size_t kMostTokens = 8'000'000;

// Reports an error and returns false if brackets in the text nest so deeply that macro expansion in
// them would take too long.
bool text_within_limits(clang::Preprocessor& pp);

// Reports an error and returns false if a statement or a chain of else-ifs is too long. Clang
// limits bracket nesting itself.
bool within_limits(clang::Preprocessor& pp, const Tokens& tokens);

// Runs `work` on a thread whose stack suffices for everything that within_limits() accepts.
// InputError if the stack cannot be allocated.
void with_large_stack(const std::function<void()>& work);

} // namespace mecc::dialect
