// Stop conditions of a debugger run, and its hits. Both are passed between processes as JSON.
#pragma once

#include "emu/debug/view.h"

#include <nlohmann/json.hpp>

namespace ixp::debug {

using Json = nlohmann::json;

// One stop condition. The cycle of a hit is the debugger's position then: for instructions, the
// cycle in which they will issue; for everything else, the first one after the event.
struct Stop {
  enum class Kind {
    Instruction, // a context of the mask issues one of `pcs`; empty: any
    Line,        // ... one of another source line than its previous one
    Function,    // ... one outside of `function`
    Swap,        // a context of the mask releases the microengine
    Change,      // the value of `expression` changes
    Ring,        // a message was put into the ring or taken from it
    Queue,       // an entry of a queue array got or gave a buffer or words
    Signal,      // a signal of a context of the mask was raised or consumed
    Written,     // a command wrote the word of memory, even with the same value
    Frame,       // a frame was received or transmitted
    Assertion,   // ixp_assert is about to fail
    Arm          // the XScale core begins an instruction at one of `pcs`; empty: any
  };
  enum Direction { In = 1, Out = 2 }; // put, raised or received; got, consumed or transmitted
  Kind kind{};
  int id = 0; // its breakpoint
  unsigned me = 0;
  unsigned contexts = 0xff; // mask
  std::vector<unsigned> pcs;
  std::string function;     // Function
  unsigned line_before = 0; // Line: address of an instruction of the current line; ...
  bool in_line = false;     // ... valid if there is such a line
  std::string expression;   // Change
  bool truth = false;       // Change: only between 0 and other values
  std::string condition;    // "": none
  unsigned ring = 0;
  int64_t word = -1;               // Ring: put of this longword, counted over the run; -1: any
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
  std::optional<Thread> thread; // originator
  int pc = -1;                  // its instruction
  std::string text;             // readable description; "" if place and id suffice
  std::string frame;            // worked on by the thread; "": none
  bool arm = false;             // an instruction of the XScale core
};

// Output of microcode (docs/debugger.md).
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
