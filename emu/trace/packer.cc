#include "emu/trace/packer.h"

#include <new>
#include <utility>

namespace ixp {

namespace {
constexpr int kLevel = 1; // of deflate: the fastest
}

Packer::Packer(const std::string& path, std::function<std::string(std::string_view)> frame)
    : file_(path), frame_(std::move(frame)), compressor_(libdeflate_alloc_compressor(kLevel)) {
  if (!compressor_) throw std::bad_alloc();
  thread_ = std::thread([this] { work(); });
}

Packer::~Packer() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
  thread_.join();
}

void Packer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::string bundle = std::move(waiting_.front());
    waiting_.pop_front();
    busy_ = true;
    lock.unlock();
    std::exception_ptr error;
    try {
      pack(bundle);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    busy_ = false;
    done_ = std::move(bundle);
    if (error && !error_) error_ = error;
    changed_.notify_all();
  }
}

void Packer::pack(std::string_view bundle) {
  packed_.resize(libdeflate_zlib_compress_bound(compressor_.get(), bundle.size()));
  const size_t size = libdeflate_zlib_compress(compressor_.get(), bundle.data(), bundle.size(),
                                               packed_.data(), packed_.size());
  file_.write(frame_(std::string_view(packed_).substr(0, size)));
}

void Packer::rethrow() {
  if (error_) std::rethrow_exception(error_);
}

std::string Packer::add(std::string bundle) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return error_ || waiting_.size() < kMostWaiting; });
  rethrow();
  waiting_.push_back(std::move(bundle));
  changed_.notify_all();
  return std::exchange(done_, {});
}

void Packer::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return error_ || (waiting_.empty() && !busy_); });
  rethrow();
  file_.finish();
}

} // namespace ixp
