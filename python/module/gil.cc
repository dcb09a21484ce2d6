#include "python/module/gil.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <unistd.h>

namespace ixp {

namespace {

std::atomic<unsigned> away; // threads within WithoutGil, except those blocked until exit
std::atomic<bool> ending;
std::atomic<std::thread::id> who_ends;

// A callback that blocks forever must not block the interpreter's exit.
constexpr auto kMostPatience = std::chrono::seconds(2);

void stay_if_ending() {
  if (!ending || who_ends.load() == std::this_thread::get_id()) return;
  --away;
  while (true)
    pause();
}

} // namespace

WithoutGil::WithoutGil() : state_(PyEval_SaveThread()) {
  ++away;
  stay_if_ending();
}

WithoutGil::~WithoutGil() {
  stay_if_ending();
  PyEval_RestoreThread(state_);
  --away;
}

WithGil::WithGil() {
  stay_if_ending();
  state_ = PyGILState_Ensure();
}

WithGil::~WithGil() {
  PyGILState_Release(state_);
  stay_if_ending();
}

void stop_other_threads() {
  who_ends = std::this_thread::get_id();
  ending = true;
  PyThreadState* const state = PyEval_SaveThread();
  const auto until = std::chrono::steady_clock::now() + kMostPatience;
  while (away > 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
}

} // namespace ixp
