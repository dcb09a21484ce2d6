// Import variables: names in a program whose values are given when it is linked or loaded.
#pragma once

#include "mecc/image/image.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mecc {

// Sets the import variables of an image that `values` contains; the others stay unresolved. Throws
// ixp::InputError if a value does not fit its instruction.
void bind_imports(Image& image, const std::map<std::string, int64_t>& values);

// The same from definitions, NAME=text; the last of a name applies. Values of names that the image
// does not import are not checked.
void bind_imports(Image& image,
                  const std::vector<std::pair<std::string, std::string>>& definitions);

} // namespace mecc
