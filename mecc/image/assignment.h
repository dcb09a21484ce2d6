// Which image of a program a microengine runs.
#pragma once

#include "mecc/image/image.h"

namespace mecc {

// The image meant for a microengine (index 0..7): assigned to it, or the only one. Null: none.
const Image* image_for(const Program& p, unsigned index);

} // namespace mecc
