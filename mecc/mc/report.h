// Information about an assembled unit for users and debuggers.
#pragma once

#include "mecc/mc/liveness.h"

namespace mecc::mc {

// Fills image.symbols with live ranges, image.registers and image.csrs.
void describe_symbols(const Unit& unit, const Liveness& live, Image& image);

// Registers by bank, transfer registers, signals, inserted instructions.
std::string write_report(const Unit& unit, const Image& image);

} // namespace mecc::mc
