// The accounts of a network: traffic of each link, frames that entered and left, and the
// conservation check across chips. Each chip's own check (emu/explain/accounts.h) covers the frames
// between its ports; the check here covers the links. Together they account for every frame from
// the first port to the last.
#pragma once

#include "emu/network/network.h"

#include <string>
#include <vector>

namespace ixp {

// This rank's accounts of its chips and links, as text to send to other ranks.
std::string local_accounts(const Network& network, const std::vector<std::string>& failures);

struct NetworkAccounts {
  std::string json;                  // network.json
  std::string table;                 // human-readable
  std::vector<std::string> failures; // failures of chips, and violated balances
};
// Combines the accounts of all ranks.
NetworkAccounts balance(const Network& network, const std::vector<std::string>& of_ranks);
// Accounts of a network whose chips are all on this rank, up to now.
NetworkAccounts accounts_of(const Network& network);

} // namespace ixp
