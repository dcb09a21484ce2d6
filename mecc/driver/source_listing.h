// The list file of a program compiled from C.
#pragma once

#include "mecc/image/image.h"

namespace mecc {

// Like listing(), with each source line before its words. For lines of unreadable files only the
// position is given.
std::string source_listing(const Image& image);

// Whether the image comes from a language whose lines become several words.
bool is_compiled(const Image& image);

} // namespace mecc
