// Limits the files that a thread, and the programs that it starts, can read (Landlock of Linux).
#pragma once

#include <string>
#include <vector>

namespace ixp {

// From now on the calling thread opens only files below `paths` for reading. No effect if the
// kernel has no Landlock (before 5.13, or switched off).
void read_only_below(const std::vector<std::string>& paths);

} // namespace ixp
