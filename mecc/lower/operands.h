// What commands and waits are given must be what they can use.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// Reports variables in ordinary memory where transfer registers or signals are needed.
void check_operands(Job& job);

} // namespace mecc::lower
