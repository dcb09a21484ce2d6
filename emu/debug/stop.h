// What a run of the debugger is to stop at, and what it found. Both cross process borders as JSON.
#pragma once

#include "emu/debug/view.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

using Json = nlohmann::json;

// One thing to look out for. The cycle of a hit is where the debugger then stands: of instructions
// that before which they issue, of everything else that behind which it has happened.
struct Stop {
  enum class Kind {
    Instruction, // a context of the mask issues one of `pcs`, or any when there are none
    Line,        // ... one of another source line than the one it issued before
    Function,    // ... one outside of `function`
    Swap,        // a context of the mask gives up the microengine
    Change,      // `expression` has another value than a cycle before
    Ring,        // a message was put into the ring or taken from it
    Queue,       // an entry of a queue array got a buffer or gave one, or words
    Signal,      // a signal was raised at a context of the mask, or taken by it
    Written,     // a command wrote the word of memory, whatever its value
    Frame,       // a frame was received or transmitted
    Assertion    // ixp_assert is about to fail
  };
  enum Direction { In = 1, Out = 2 }; // put, raised or received; got, taken or transmitted
  Kind kind{};
  int id = 0; // of the breakpoint
  unsigned me = 0;
  unsigned contexts = 0xff; // mask
  std::vector<unsigned> pcs;
  std::string function;     // Function
  unsigned line_before = 0; // Line: address of an instruction of the line that was in hand; ...
  bool in_line = false;     // ... when there was one
  std::string expression;   // Change
  std::string condition;    // "": none
  unsigned ring = 0;
  int64_t word = -1;               // Ring: the put of this longword of all that were put; -1: any
  unsigned channel = 0, entry = 0; // Queue
  unsigned signal = 0;
  std::string place;              // Written: "sram0[0x1000]"
  unsigned directions = In | Out; // Ring, Queue, Signal, Frame
  int port = -1;                  // Frame: -1: any
  std::string frame;              // Frame, Ring, Queue: "p0.17"; "": any
};

struct Hit {
  int id = 0;
  uint64_t cycle = 0;
  std::optional<Thread> thread; // who did it
  int pc = -1;                  // its instruction
  std::string text;             // what happened, for people; "" when place and id say it all
  std::string frame;            // that the thread worked on; "": none
};

// What microcode had the emulator print (docs/debugger.md).
struct Note {
  uint64_t cycle = 0;
  std::string text;
};

void to_json(Json& j, const Stop& s);
void from_json(const Json& j, Stop& s);
void to_json(Json& j, const Hit& h);
void from_json(const Json& j, Hit& h);
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Note, cycle, text)

} // namespace ixp::debug
