// The books of a network: what each link carried, what entered and left, and whether that adds up.
// Each chip's own conservation check (emu/observe/accounts.h) says that frames that came into it
// left it, were counted as lost or are inside; here the links between chips are checked, so that
// together every frame is accounted for from the first port to the last.
#pragma once

#include "emu/network/network.h"

#include <string>
#include <vector>

namespace ixp {

// As text that ranks can send each other: what this rank knows of chips and links.
std::string local_accounts(const Network& network, const std::vector<std::string>& failures);

struct NetworkAccounts {
  std::string json;                  // network.json
  std::string table;                 // for people
  std::vector<std::string> failures; // of chips, and what does not add up
};
// Of what all ranks know.
NetworkAccounts balance(const Network& network, const std::vector<std::string>& of_ranks);

} // namespace ixp
