#include "emu/trace/packer.h"

#include "base/diagnostic.h"

#include <zlib.h>

namespace ixp {

namespace {
constexpr int kLevel = 1; // of deflate: the fastest
}

Packer::Packer(const std::string& path, std::function<std::string(std::string_view)> frame)
    : file_(path), frame_(std::move(frame)), thread_([this] { work(); }) {}

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
    const std::string bundle = std::move(waiting_.front());
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
    if (error && !error_) error_ = error;
    changed_.notify_all();
  }
}

void Packer::pack(const std::string& bundle) {
  uLongf size = compressBound(bundle.size());
  packed_.resize(size);
  if (compress2(reinterpret_cast<Bytef*>(packed_.data()), &size,
                reinterpret_cast<const Bytef*>(bundle.data()), bundle.size(), kLevel) != Z_OK)
    throw InputError({file_.path()}, "there is not enough memory to pack it");
  file_.write(frame_(std::string_view(packed_).substr(0, size)));
}

void Packer::rethrow() {
  if (error_) std::rethrow_exception(error_);
}

void Packer::add(std::string bundle) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return error_ || waiting_.size() < kMostWaiting; });
  rethrow();
  waiting_.push_back(std::move(bundle));
  changed_.notify_all();
}

void Packer::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return error_ || (waiting_.empty() && !busy_); });
  rethrow();
  file_.finish();
}

} // namespace ixp
