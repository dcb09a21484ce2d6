// How deep a source may nest. Clang's parser and code generator recurse; the compiler must survive
// any text, so what could exhaust even a large stack is refused before they see it.
#pragma once

#include "mecc/dialect/tokens.h"

#include <functional>

namespace mecc::dialect {

// Tokens one source may expand to; stops runaway macros.
inline constexpr size_t kMostTokens = 8'000'000;

// False, and an error, when brackets of the text itself nest so deep that expanding macros in them
// would take forever.
bool text_within_limits(clang::Preprocessor& pp);

// False, and an error, when a statement or a chain of else-ifs is absurdly long. Brackets have
// Clang's own limit.
bool within_limits(clang::Preprocessor& pp, const Tokens& tokens);

// Runs `work` on a thread with a stack that holds what within_limits lets pass. InputError when
// there is no room for it.
void with_large_stack(const std::function<void()>& work);

} // namespace mecc::dialect
