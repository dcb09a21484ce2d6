// Signals and transfer registers of other microengines.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// Replaces what is asked of `remote` objects by LowerOptions::numbers.
void bind_remotes(Job& job);

} // namespace mecc::lower
