// Runs work on a separate thread, piece by piece in submission order, so that its output is the
// same as without the thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace ixp {

class Background {
public:
  explicit Background(size_t most_pieces = 8); // limit on queued pieces, including the one in
                                               // progress
  ~Background();                               // discards pieces that have not begun
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  // Blocks while the queue is full. Rethrows the exception of an earlier piece, after which no
  // piece runs.
  void add(std::function<void()> piece);
  void wait(); // until all are done; rethrows likewise

private:
  void work();
  void do_first(std::unique_lock<std::mutex>& lock);

  const size_t most_pieces_;
  std::mutex mutex_; // guards the following members
  std::condition_variable changed_;
  std::deque<std::function<void()>> pieces_; // the first is in progress
  std::exception_ptr error_;
  bool ended_ = false;
  std::thread thread_;
};

} // namespace ixp
