// Import variables: names in a program whose values are only known when it is linked or loaded.
#pragma once

#include "mecc/image/image.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

// Gives the import variables of an image their values, as far as `values` has them; the others stay
// open. Throws ixp::InputError when a value does not fit its instruction.
void bind_imports(Image& image, const std::map<std::string, int64_t>& values);

// The same from definitions, NAME=text; the last of a name counts. Those that the image does not
// import may be anything.
void bind_imports(Image& image,
                  const std::vector<std::pair<std::string, std::string>>& definitions);

} // namespace mecc
