#include "base/background.h"

#include "base/interrupt.h"

#include <utility>

namespace ixp {

// Signals are handled on the thread that creates temporary files (temporary.h): a signal handled
// here could arrive before a new file is in the list of files to remove.
Background::Background(size_t most_pieces) : most_pieces_(most_pieces) {
  const HoldSignals hold;
  thread_ = std::thread([this] { work(); });
}

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Background::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ended_ || !pieces_.empty(); });
    if (ended_) return;
    do_first(lock);
    pieces_.pop_front();
    changed_.notify_all();
  }
}

void Background::do_first(std::unique_lock<std::mutex>& lock) {
  if (error_) return;
  std::function<void()>& piece = pieces_.front(); // its address is stable when others are added
  lock.unlock();
  std::exception_ptr error;
  try {
    piece();
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  error_ = error;
}

void Background::add(std::function<void()> piece) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return error_ || pieces_.size() < most_pieces_; });
  if (error_) std::rethrow_exception(error_);
  pieces_.push_back(std::move(piece));
  changed_.notify_all();
}

void Background::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return error_ || pieces_.empty(); });
  if (error_) std::rethrow_exception(error_);
}

} // namespace ixp
