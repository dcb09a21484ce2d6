#include "emu/cli/keyboard.h"

#include "base/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace ixp {

constexpr char kEscape = 'A' - '@'; // Ctrl-A

Keyboard::Keyboard(Simulation& sim, bool explains) : chip_(sim.chip()) {
  if (!chip_.xscale)
    throw InputError({sim.system().path}, "has no [xscale], which --console needs");
  if (chip_.address_map->uart.typed())
    throw InputError(sim.system().xscale->typed_where,
                     "'typed' replays an input, --console records one: expected one of them");
  chip_.address_map->uart.type(control::Typed{});
  if (explains && RawTerminal::active()) fmt::print(stderr, "Ctrl-A x ends the run.\n");
}

// Time until the host reaches `now`. If the host is later already, emulated time does not catch up.
int Keyboard::wait_ms(Tick now) {
  using std::chrono::duration_cast;
  const double seconds = static_cast<double>(now) / static_cast<double>(chip_.params.pll_hz());
  const auto emulated = duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const auto elapsed = Clock::now() - start_;
  if (elapsed > emulated) start_ += elapsed - emulated;
  return static_cast<int>(
      std::max<int64_t>(0, duration_cast<std::chrono::milliseconds>(emulated - elapsed).count()));
}

void Keyboard::look(Tick now) {
  flush_standard_output();
  if (!chip_.address_map->uart.typed()->is_open(now)) return;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (poll(&input, 1, wait_ms(now)) <= 0) return;
  std::array<char, 256> bytes;
  const ssize_t n = read(STDIN_FILENO, bytes.data(), bytes.size());
  if (n > 0)
    receive(now + 1, {bytes.data(), static_cast<size_t>(n)});
  else if (n == 0 || (errno != EINTR && errno != EAGAIN))
    close(now + 1, false);
}

void Keyboard::close(Tick at, bool quits) {
  control::Typed& typed = *chip_.address_map->uart.typed();
  typed.end = at;
  typed.quits = quits;
}

void Keyboard::receive(Tick at, std::string_view bytes) {
  std::string typed;
  for (const char c : bytes) {
    const bool command = std::exchange(escaped_, false);
    if (command && c == 'x') {
      close(at, true);
      break;
    }
    if (command && c != kEscape) continue;
    escaped_ = RawTerminal::active() && !command && c == kEscape;
    if (!escaped_) typed += c;
  }
  if (!typed.empty()) chip_.xscale->type(at, std::move(typed));
}

} // namespace ixp
