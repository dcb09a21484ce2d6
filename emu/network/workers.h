// Threads that repeatedly run a job over the items of a list. Item n belongs to thread n % threads,
// so that a chip stays in one processor's cache.
#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace ixp {

class Workers {
public:
  explicit Workers(unsigned threads); // >= 1; the caller's is one
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  // Calls job(0) to job(items - 1), each once, and returns when all have finished. Rethrows the
  // exception of the lowest item.
  void each(unsigned items, const std::function<void(unsigned)>& job);

private:
  void work(unsigned thread);
  void share(unsigned thread);

  unsigned threads_;
  std::barrier<> begin_, end_;
  const std::function<void(unsigned)>* job_ = nullptr; // null: the thread exits
  unsigned items_ = 0;
  std::vector<std::exception_ptr> errors_;
  std::vector<std::jthread> others_;
};

} // namespace ixp
