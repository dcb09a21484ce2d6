// Symbolic positions in programs: source lines, functions, names of signals. Empty if the image
// lacks them.
#pragma once

#include "emu/chip/images.h"

#include <string>

namespace ixp {

// Image loaded on a microengine; null: none.
const mecc::Image* image_on(const Images& images, unsigned me);

std::string source_line(const mecc::Image& image, unsigned pc); // "rx.uc:12"
// Function of a C program, "main"; the last label in assembly, "loop#".
std::string function_at(const mecc::Image& image, unsigned pc);
// Name of signal `number` at the instruction; "s3" if it has none.
std::string signal_name(const mecc::Image& image, unsigned pc, unsigned number);
// "pc 17 (rx.uc:12, loop#)"
std::string place_text(const mecc::Image& image, unsigned pc);

} // namespace ixp
