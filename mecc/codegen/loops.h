// Natural loops of a flow graph.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace mecc::codegen {

// Maps the head of each loop to all of its nodes. Node 0 is the entry; next[n] are successors.
std::map<uint32_t, std::set<uint32_t>>
natural_loops(const std::vector<std::vector<uint32_t>>& next);

} // namespace mecc::codegen
