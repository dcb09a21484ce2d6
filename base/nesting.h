// Depth of JSON before it is parsed: copies of parsed values recurse. The callbacks of
// nlohmann::json's parser could stop it, but with them each value of a list costs a pass over it.
#pragma once

#include <algorithm>
#include <string_view>

namespace ixp {

// Number of lists and objects around the innermost value of JSON text.
inline int nesting_of(std::string_view text) {
  int depth = 0, most = 0;
  bool in_text = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"')
      in_text = !in_text;
    else if (in_text)
      i += c == '\\';
    else if (c == '[' || c == '{')
      most = std::max(most, ++depth);
    else if (c == ']' || c == '}')
      --depth;
  }
  return most;
}

} // namespace ixp
