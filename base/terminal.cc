#include "base/terminal.h"

#include <csignal>
#include <termios.h>
#include <unistd.h>

namespace ixp {

namespace {
termios mode_before;
volatile std::sig_atomic_t raw = 0;
} // namespace

RawTerminal::RawTerminal() {
  if (tcgetattr(STDIN_FILENO, &mode_before) != 0) return;
  termios mode = mode_before;
  cfmakeraw(&mode);
  mode.c_oflag = mode_before.c_oflag;
  raw = 1; // before the change: a signal may come in between
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

RawTerminal::~RawTerminal() {
  restore();
}

bool RawTerminal::active() {
  return raw;
}

void RawTerminal::restore() noexcept {
  if (raw) tcsetattr(STDIN_FILENO, TCSANOW, &mode_before);
  raw = 0;
}

} // namespace ixp
