// Success or failure of a run, from its end, its hazards, the conservation check, the buffers of
// its free lists and the losses counted by microcode.
#pragma once

#include "emu/explain/accounts.h"
#include "emu/explain/buffer_audit.h"
#include "emu/explain/hazard_log.h"
#include "emu/explain/tallies.h"

#include <string>
#include <vector>

namespace ixp {

// Reasons for failure, most important first; empty if the run succeeded.
std::vector<std::string> failures(const RunEnd& end, const HazardLog& hazards, FailOn fail_on,
                                  const Accounts& accounts, const std::vector<BufferAudit>& buffers,
                                  const std::vector<Tally>& tallies);

} // namespace ixp
