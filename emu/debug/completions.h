// Completions of a debugger command: commands, chips, variables, rings and values.
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
// word only, `chips` for the argument of `chip`.
Completions complete(Session& session, std::string_view text,
                     const std::vector<std::string>& chips = {});

} // namespace ixp::debug
