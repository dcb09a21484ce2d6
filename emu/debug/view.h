// The emulated chip as seen by one context, for expressions and displays of the debugger.
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
// Parses "0:1.3", or "0:1": context 0. Empty if invalid.
std::optional<Thread> parse_thread(std::string_view text);

struct View {
  Simulation& sim;
  Thread thread;
  unsigned pc = 0; // of the thread's next instruction
  // A message being put or got, whose fields are names too.
  std::span<const uint32_t> message{};
  const MessageLayout* layout = nullptr;

  Microengine& me() const { return sim.microengine(thread.me); }
  const mecc::Image* image() const; // null: no program
};
View view_of(Simulation& sim, Thread thread);

// Location of a variable, register or signal of the source at a thread's pc.
struct Found {
  const mecc::SymbolRange* here = nullptr;      // null: it has none at this pc
  std::vector<const mecc::SymbolRange*> others; // ranges at other addresses
};
Found find_symbol(const mecc::Image& image, std::string_view name, unsigned pc);
// All names of the program, each once, in alphabetical order.
std::vector<std::string> symbol_names(const mecc::Image& image);

} // namespace ixp::debug
