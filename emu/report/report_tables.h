// Tables of a report, built from Statistics.
#pragma once

#include "emu/record/statistics.h"

#include <string>

namespace ixp {

std::string summary_table(const Statistics& s); // input, reason for the end, reasons for failure
std::string port_table(const Statistics& s);
std::string microengine_table(const Statistics& s);
std::string unit_table(const Statistics& s);
std::string frame_table(const Statistics& s);
std::string hazard_table(const Statistics& s, const HazardLog& hazards);

// A share as a bar with its number; the bar is clipped at 1.
std::string share_cell(double share, unsigned colour);

} // namespace ixp
