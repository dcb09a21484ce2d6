// The list file of a program compiled from C.
#pragma once

#include "mecc/image/image.h"

namespace mecc {

// As listing(), with each line of source before the words that come from it. Lines whose file
// cannot be read are named only.
std::string source_listing(const Image& image);

// Does the image come from a language whose lines become several words?
bool is_compiled(const Image& image);

} // namespace mecc
