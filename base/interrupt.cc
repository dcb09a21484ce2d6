#include "base/interrupt.h"

#include "base/temporary.h"
#include "base/terminal.h"

#include <cstdint>
#include <ctime>
#include <unistd.h>

namespace ixp {

namespace {

constexpr int kWatched[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t first_signal = 0;
volatile std::sig_atomic_t orderly_ends = 0; // number of OrderlyEnd objects alive
volatile int64_t first_ns = 0;               // time of the first signal
volatile bool ends_in_order = false;         // an OrderlyEnd was alive then
bool watching = false;

int64_t now_ns() { // signal-safe
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

bool repeats_the_first(int signal) {
  constexpr int64_t kMoment = 200'000'000;
  return signal == first_signal && now_ns() - first_ns < kMoment;
}

extern "C" void on_signal(int signal) {
  if (first_signal == 0) {
    first_signal = signal;
    first_ns = now_ns();
    ends_in_order = orderly_ends > 0;
  }
  if (ends_in_order && repeats_the_first(signal)) return;
  Temporary::remove_all();
  RawTerminal::restore();
  // Moves the shell's prompt to a new line, after ^C or a progress line.
  if (isatty(STDERR_FILENO)) (void)!write(STDERR_FILENO, "\n", 1);
  _exit(128 + signal);
}

// Runs once: SA_RESETHAND has restored the default, which ends the program silently.
extern "C" void on_closed_pipe(int signal) {
  Temporary::remove_all();
  RawTerminal::restore();
  raise(signal);
}

void watch(int signal, struct sigaction action) {
  struct sigaction before{};
  if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(signal, &action, nullptr);
}

void install(int flags) {
  if (!watching) return;
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = flags;
  for (int s : kWatched)
    sigaddset(&action.sa_mask, s);
  for (int s : kWatched)
    watch(s, action);
}

} // namespace

void watch_signals() {
  watching = true;
  install(SA_RESTART);
  struct sigaction closed_pipe{};
  closed_pipe.sa_handler = on_closed_pipe;
  closed_pipe.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  watch(SIGPIPE, closed_pipe);
  std::signal(SIGXFSZ, SIG_IGN);
}

int interrupted() {
  return first_signal;
}

OrderlyEnd::OrderlyEnd(Calls calls) {
  if (calls == Calls::Return) install(0);
  orderly_ends = orderly_ends + 1;
}

OrderlyEnd::~OrderlyEnd() {
  orderly_ends = orderly_ends - 1;
  install(SA_RESTART);
}

HoldSignals::HoldSignals() {
  sigset_t watched;
  sigemptyset(&watched);
  for (int s : kWatched)
    sigaddset(&watched, s);
  sigprocmask(SIG_BLOCK, &watched, &before_);
}

HoldSignals::~HoldSignals() {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

} // namespace ixp
