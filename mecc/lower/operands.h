// Checks operands of commands and waits.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// Reports variables in ordinary memory that are used as transfer registers or signals.
void check_operands(Job& job);

} // namespace mecc::lower
