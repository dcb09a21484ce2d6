// Functions of the run-time library that stages call.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace mecc::lower {

// __me_udiv32, __me_srem64 ...: kept until expand_division() knows which are called.
bool is_division_function(llvm::StringRef name);

} // namespace mecc::lower
