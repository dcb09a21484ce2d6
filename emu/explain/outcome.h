// Success or failure of a run, from its end, its hazards, the conservation check, the buffers of
// its free lists and the losses counted by microcode.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/system.h"
#include "emu/explain/accounts.h"
#include "emu/explain/buffer_audit.h"
#include "emu/explain/hazard_log.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ixp {

// A counter of microcode other than dropped frames (emu/chip/survey.h): of losses, which make a
// run fail, or of events. The system file or its `messages` give its address.
struct Tally {
  std::string name, block; // `block`: the counting block; "" if not given
  Counts counts = Counts::Events;
  uint64_t value = 0;

  // Reason why the run fails; "": none.
  std::string error() const;
};

// In the order of the system file.
std::vector<Tally> read_tallies(Chip& chip, const SystemConfig& system);

// Reasons for failure, most important first; empty if the run succeeded.
std::vector<std::string> failures(const RunEnd& end, const HazardLog& hazards, FailOn fail_on,
                                  const Accounts& accounts, const std::vector<BufferAudit>& buffers,
                                  const std::vector<Tally>& tallies);

} // namespace ixp
