#include "emu/cli/progress.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace ixp {

constexpr auto kInterval = std::chrono::milliseconds(200);

Progress::Progress(const Chip& chip, const RunControl& control, bool wanted)
    : chip_(chip), control_(control), enabled_(wanted && isatty(STDERR_FILENO)),
      start_(Clock::now()), next_(start_ + kInterval) {}

void Progress::show(Tick now) {
  if (!enabled_) return;
  const auto host = Clock::now();
  if (host < next_) return;
  next_ = host + kInterval;
  shown_ = true;
  const double emulated = static_cast<double>(now) / static_cast<double>(chip_.params.pll_hz());
  const double elapsed = std::chrono::duration<double>(host - start_).count();
  fmt::print(stderr, "\r{:.3f} ms emulated, {} frames in, {} out, 1/{:.0f} of real time \033[K",
             emulated * 1e3, control_.packets_rx(), control_.packets_tx(),
             emulated > 0 ? elapsed / emulated : 0);
  std::fflush(stderr);
}

void Progress::finish() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

} // namespace ixp
