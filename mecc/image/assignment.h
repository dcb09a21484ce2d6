// Assignment of a program's images to microengines.
#pragma once

#include "mecc/image/image.h"

namespace mecc {

// The image of a microengine (index 0..7): the one assigned to it, or the only one. Null: none.
const Image* image_for(const Program& p, unsigned index);

} // namespace mecc
