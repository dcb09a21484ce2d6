// ELF with DWARF, for debuggers and the usual binary tools (docs/formats.md). Links LLVM.
#pragma once

#include "mecc/image/image.h"

#include <string>

namespace mecc {

constexpr unsigned kElfMachine = 0x2400; // private value; no number is registered for the IXP2400

// An ELF32 big-endian relocatable object: .text of 5-byte words, .debug_line, .debug_info with
// labels and live ranges, a symbol for each label.
std::string write_elf(const Image& image);

// DWARF number of a register by its canonical text ("a3", "@b7", "$4", "s5"); -1 if it has none.
int dwarf_register(const std::string& location);

} // namespace mecc
