// Work on a thread of its own, piece by piece in the order in which it came, so that what it writes
// is the same as without the thread.
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
  explicit Background(size_t most_pieces = 8); // at once: one that is being done, others that wait
  ~Background();                               // pieces that were not begun are left undone
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  // Waits while too many pieces wait. Throws what an earlier piece threw; after that none is done.
  void add(std::function<void()> piece);
  void wait(); // until all are done; throws the same

private:
  void work();
  void do_first(std::unique_lock<std::mutex>& lock);

  const size_t most_pieces_;
  std::mutex mutex_; // of what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> pieces_; // the first is being done
  std::exception_ptr error_;
  bool ended_ = false;
  std::thread thread_;
};

} // namespace ixp
