// What users write after print, if, watch and set: C's operators over variables of the source,
// registers, memory, rings and queues. Numbers are signed ones of 64 bits; registers and memory
// give 0..2^32 - 1.
//
//   handle  message[0]  a3  @b7  $4  out:$4  $$2  n$1      of the thread in hand
//   sram0[0x1000]  scratch[..]  dram[..]  lm[5]            longwords; byte addresses, lm: longwords
//   ring(RING_TX, 0)  depth(RING_TX)  queue(0, 3)          a word on it; longwords or packets in it
//   cam(3)  cam_state(3)  signal(got)                      of the microengine, of the context
//   cycle  me  ctx  pc  running  packets_rx  packets_tx
#pragma once

#include "emu/debug/view.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ixp::debug {

class Expression {
public:
  // Throws InputError with what was expected.
  explicit Expression(std::string_view text);

  // Throws InputError: no such name, a variable without a place at this pc, an address beyond
  // memory.
  int64_t value(const View& view) const { return value_(view); }
  bool is_place() const { return static_cast<bool>(place_); }
  // Throws InputError when it is not a place, or nobody can write there.
  void set(const View& view, uint32_t value) const;
  // For displays: where it is, "a3" for a variable; "" of what is no place.
  std::string place(const View& view) const;
  const std::string& text() const { return text_; }

  // A name in it: `handle`; `message` of message[1]; RING_TX of depth(RING_TX); got of signal(got).
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
  Locate place_; // empty: no place
};

} // namespace ixp::debug
