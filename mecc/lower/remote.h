// Signals and transfer registers of other microengines.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// Replaces queries on `remote` objects by LowerOptions::numbers.
void bind_remotes(Job& job);

} // namespace mecc::lower
