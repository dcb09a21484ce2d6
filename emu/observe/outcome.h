// Success or failure of a run, from its end, its hazards, the conservation check, the buffers of
// its free lists and the losses counted by microcode.
#pragma once

#include "emu/observe/accounts.h"
#include "emu/observe/buffer_audit.h"
#include "emu/observe/hazard_log.h"
#include "emu/observe/tallies.h"

#include <string>
#include <vector>

namespace ixp {

// Reasons for failure, most important first; empty if the run succeeded.
std::vector<std::string> failures(const RunEnd& end, const HazardLog& hazards, FailOn fail_on,
                                  const Accounts& accounts, const std::vector<BufferAudit>& buffers,
                                  const std::vector<Tally>& tallies);

} // namespace ixp
