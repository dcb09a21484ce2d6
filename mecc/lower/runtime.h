// Functions of the run-time library called by stages.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace mecc::lower {

// True for __me_udiv32, __me_srem64 ...: kept until expand_division() determines which are called.
bool is_division_function(llvm::StringRef name);

} // namespace mecc::lower
