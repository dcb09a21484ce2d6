// What people and debuggers want to know about an assembled unit.
#pragma once

#include "mecc/mc/liveness.h"

namespace mecc::mc {

// image.symbols with live ranges, image.registers and image.csrs.
void describe_symbols(const Unit& unit, const Liveness& live, Image& image);

// Registers by bank, transfer registers, signals, what the assembler inserted.
std::string write_report(const Unit& unit, const Image& image);

} // namespace mecc::mc
