// Links the programs of a system before they are compiled: addresses of exported memory, numbers of
// visible signals and transfer registers.
#pragma once

#include "mecc/driver/c_program.h"
#include "mecc/driver/system_file.h"

namespace mecc {

struct Member { // one C program of a system
  std::string name;
  Interface interface;
  mev2::ContextMode mode = mev2::ContextMode::Eight;
};

// Fills in imports and numbers of each `placement`, and allocates from `memory`. Appends errors and
// returns false if there are any.
bool link(const std::vector<Member>& members, SystemMemory& memory, Placement& placement,
          std::vector<ixp::Diagnostic>& diagnostics);

} // namespace mecc
