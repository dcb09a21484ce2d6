// What the programs of a system agree on before any of them is compiled: addresses of exported
// memory, numbers of visible signals and transfer registers.
#pragma once

#include "mecc/driver/c_program.h"
#include "mecc/driver/system_file.h"

namespace mecc {

struct Member { // one C program of a system
  std::string name;
  Interface interface;
  mev2::ContextMode mode = mev2::ContextMode::Eight;
};

// Fills imports and numbers of `placement`, and takes what it gives away from `memory`.
// Appends errors; false then.
bool link(const std::vector<Member>& members, SystemMemory& memory, Placement& placement,
          std::vector<ixp::Diagnostic>& diagnostics);

} // namespace mecc
