// Expressions after print, if, watch and set: C operators over variables of the source, registers,
// memory, rings and queues. Numbers are signed 64-bit; registers and memory give 0..2^32 - 1.
//
//   handle  message[0]  a3  @b7  $4  out:$4  $$2  n$1      of the current thread
//   sram0[0x1000]  scratch[..]  dram[..]  lm[5]            longwords; byte addresses, lm: longwords
//   ring(RING_TX, 0)  depth(RING_TX)  queue(0, 3)          a word on it; longwords or packets in it
//   cam(3)  cam_state(3)  signal(got)                      of the microengine, of the context
//   cycle  me  ctx  pc  running  packets_rx  packets_tx
#pragma once

#include "emu/debug/view.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp::debug {

class Expression {
public:
  // Throws InputError with the expected syntax.
  explicit Expression(std::string_view text);

  // Throws InputError for an unknown name, a variable without a location at this pc, or an address
  // beyond memory.
  int64_t value(const View& view) const { return value_(view); }
  bool is_place() const { return static_cast<bool>(place_); }
  // Throws InputError if the expression cannot be assigned to.
  void set(const View& view, uint32_t value) const;
  // Location for display: "a3" for a variable; "" if there is none.
  std::string place(const View& view) const;
  const std::string& text() const { return text_; }

  // A name used in the expression: `handle`; `message` of message[1]; RING_TX of depth(RING_TX);
  // got of signal(got).
  struct Use {
    enum class Kind { Name, Element, Ring, Signal };
    Kind kind{};
    std::string name;
  };
  const std::vector<Use>& uses() const { return uses_; }

  struct Place {
    std::string name;
    std::function<void(uint32_t)> write;
  };
  using Value = std::function<int64_t(const View&)>;
  using Locate = std::function<Place(const View&)>;

private:
  std::string text_;
  std::vector<Use> uses_;
  Value value_;
  Locate place_; // empty: not assignable
};

// Scope in which an expression is evaluated.
struct Asked {
  std::optional<unsigned> me;       // its contexts; none: any microengine with a program
  const RingConfig* ring = nullptr; // also the fields of a message on this ring
};

// Rejects names in conditions that are unknown in every thread and message, when a breakpoint is
// set: throws InputError with the known names. A variable may have no location at the point of
// evaluation; it must have one somewhere in the program.
void check_names(const Expression& expression, Simulation& sim, const Asked& asked);

} // namespace ixp::debug
