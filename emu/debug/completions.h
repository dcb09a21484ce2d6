// Completions of a debugger command: commands, variables, rings and values.
#pragma once

#include "emu/debug/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace ixp::debug {

struct Completions {
  struct Candidate {
    std::string name;
    const char* type; // as in the Debug Adapter Protocol
  };
  size_t begun = 0; // bytes of the incomplete word at the end of the text
  std::vector<Candidate> candidates;
};

// Candidates for the incomplete word at the end of `text`. Commands are candidates for the first
// word only.
Completions complete(Session& session, std::string_view text);

} // namespace ixp::debug
