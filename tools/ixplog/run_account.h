// Frames that never left, as recorded in the statistics of a run: the logs show only that they did
// not.
#pragma once

#include "emu/record/port_log.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ixp {

struct RunAccount {
  std::map<std::string, std::string> inside; // tag -> location at the end
  // tag -> the ring or queue that lost its message; with frames.csv of the run: the reason
  std::map<std::string, std::string> lost;
  // Frames counted without identity.
  std::vector<std::pair<std::string, uint64_t>> counted;
  uint64_t lost_before = 0; // in receive ports: overflow of the port buffer
};

// Reads stats.json next to the log; empty if it is missing or of another run. Throws InputError if
// it is invalid.
std::optional<RunAccount> read_account(const PortLogReader& log);

// Throws InputError if stats.json in the folder is of this run and has a port without a log among
// `logs`, the names without folder or packing.
void check_no_port_missing(const std::string& folder, const std::string& run,
                           const std::set<std::string>& logs);

// Throws InputError if stats.json next to the log does not count `frames` frames: a log truncated
// at the end of a line shows no other sign of it. Without stats.json of this run there is no
// check.
void check_whole(const PortLogReader& log, uint64_t frames);

} // namespace ixp
