// Functions of the run-time library called by stages.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// True for __me_udiv32, __me_srem64 ...
bool is_division_function(llvm::StringRef name);

// Links the divisions that the program declares, optimised as the program is.
void link_divisions(Job& job);

} // namespace mecc::lower
