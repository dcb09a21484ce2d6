// Input typed at the console: bytes, each with the tick at which the UART receives it. `ixpemu run
// --console` records it as typed.txt, and `typed` of [xscale] replays that file.
//
// A line has a tick and the bytes in hexadecimal: "40001 6c730a". The last line may be "80001 end",
// the end of standard input, or "80001 quit", which also ends the run. Lines with # are comments.
#pragma once

#include "emu/kernel/time.h"

#include <string>
#include <string_view>
#include <vector>

namespace ixp::control {

struct Typed {
  struct Piece {
    Tick at;
    std::string bytes;
  };
  std::vector<Piece> pieces; // in order of ticks
  Tick end = kNever;         // no bytes from this tick on
  bool quits = false;        // the run ends too

  bool is_open(Tick now) const { return now < end; }
};

// Throws InputError file:line.
Typed parse_typed(std::string_view text, const std::string& file_name);
std::string to_text(const Typed& typed);

} // namespace ixp::control
