#include "emu/network/workers.h"

namespace ixp {

Workers::Workers(unsigned threads) : threads_(threads), begin_(threads), end_(threads) {
  for (unsigned t = 1; t < threads_; ++t)
    others_.emplace_back([this, t] { work(t); });
}

Workers::~Workers() {
  job_ = nullptr;
  begin_.arrive_and_wait();
}

void Workers::each(unsigned items, const std::function<void(unsigned)>& job) {
  job_ = &job;
  items_ = items;
  errors_.assign(items, nullptr);
  begin_.arrive_and_wait();
  share(0);
  end_.arrive_and_wait();
  for (const std::exception_ptr& e : errors_)
    if (e) std::rethrow_exception(e);
}

void Workers::work(unsigned thread) {
  while (true) {
    begin_.arrive_and_wait();
    if (!job_) return;
    share(thread);
    end_.arrive_and_wait();
  }
}

void Workers::share(unsigned thread) {
  for (unsigned i = thread; i < items_; i += threads_)
    try {
      (*job_)(i);
    } catch (...) {
      errors_[i] = std::current_exception();
    }
}

} // namespace ixp
