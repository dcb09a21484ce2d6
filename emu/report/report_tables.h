// Tables of a report: what stands in Statistics.
#pragma once

#include "emu/observe/statistics.h"

#include <string>

namespace ixp {

std::string summary_table(const Statistics& s); // which run, its end, why it failed
std::string port_table(const Statistics& s);
std::string microengine_table(const Statistics& s);
std::string unit_table(const Statistics& s);
std::string frame_table(const Statistics& s);
std::string hazard_table(const Statistics& s, const HazardLog& hazards);

// A share of 1 as a bar with its number; whatever is beyond 1 is cut.
std::string share_cell(double share, unsigned colour);

} // namespace ixp
