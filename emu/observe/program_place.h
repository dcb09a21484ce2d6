// Addresses of programs as people know them: source lines, functions, names of signals. Empty where
// the image does not say.
#pragma once

#include "emu/chip/images.h"

#include <string>

namespace ixp {

// The image on a microengine; null: none.
const mecc::Image* image_on(const Images& images, unsigned me);

std::string source_line(const mecc::Image& image, unsigned pc); // "rx.uc:12"
// The function of C programs, "main"; the last label of assembly, "loop#".
std::string function_at(const mecc::Image& image, unsigned pc);
// The name that signal `number` has at the instruction; "s3" when it has none.
std::string signal_name(const mecc::Image& image, unsigned pc, unsigned number);
// "pc 17 (rx.uc:12, loop#)"
std::string place_text(const mecc::Image& image, unsigned pc);

} // namespace ixp
