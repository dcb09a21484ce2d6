// The emulated chip as one context sees it: what expressions and displays of the debugger read.
#pragma once

#include "emu/sim/simulation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ixp::debug {

// A context of a microengine.
struct Thread {
  unsigned me = 0; // index 0..7
  unsigned ctx = 0;
  bool operator==(const Thread&) const = default;
};
std::string text(const Thread& t); // "0:1.3"
// "0:1.3", or "0:1": context 0. Nothing when it is none.
std::optional<Thread> parse_thread(std::string_view text);

struct View {
  Simulation& sim;
  Thread thread;
  unsigned pc = 0; // of the instruction that the thread will issue next
  // A message that is being put or got, whose fields are names, too.
  std::span<const uint32_t> message{};
  const MessageLayout* layout = nullptr;

  Microengine& me() const { return sim.microengine(thread.me); }
  const mecc::Image* image() const; // null: no program
};
View view_of(Simulation& sim, Thread thread);

// Where a variable, register or signal of the source is when the thread stands at a pc.
struct Found {
  std::string location;                         // "a3", "s5"; "" when it has none at this pc
  std::vector<const mecc::SymbolRange*> others; // elsewhere
};
Found find_symbol(const mecc::Image& image, std::string_view name, unsigned pc);
// Names known anywhere in the program, each once, in alphabetical order.
std::vector<std::string> symbol_names(const mecc::Image& image);

} // namespace ixp::debug
