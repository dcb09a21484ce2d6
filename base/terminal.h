// The terminal on standard input in raw mode: bytes arrive as they are typed, without echo, and
// Ctrl-C is a byte. Line ends of outputs are still translated.
#pragma once

namespace ixp {

class RawTerminal {
public:
  RawTerminal();  // no effect if standard input is no terminal
  ~RawTerminal(); // restores the terminal's mode
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  static bool active();
  // Restores the mode, async-signal-safe, for exits without destructors.
  static void restore() noexcept;
};

} // namespace ixp
