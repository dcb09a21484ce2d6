#include "emu/record/packer.h"

#include <new>
#include <utility>

namespace ixp {

namespace {
constexpr int kLevel = 1; // fastest deflate level
}

Packer::Packer(const std::string& path, std::function<std::string(std::string_view)> frame)
    : file_(path), frame_(std::move(frame)), compressor_(libdeflate_alloc_compressor(kLevel)) {
  if (!compressor_) throw std::bad_alloc();
}

void Packer::pack(std::string_view bundle) {
  packed_.resize(libdeflate_zlib_compress_bound(compressor_.get(), bundle.size()));
  const size_t size = libdeflate_zlib_compress(compressor_.get(), bundle.data(), bundle.size(),
                                               packed_.data(), packed_.size());
  file_.write(frame_(std::string_view(packed_).substr(0, size)));
}

std::string Packer::add(std::string bundle) {
  thread_.add([this, bundle = std::move(bundle)]() mutable {
    pack(bundle);
    const std::lock_guard lock(mutex_);
    done_ = std::move(bundle);
  });
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

void Packer::finish() {
  thread_.wait();
  file_.finish();
}

} // namespace ixp
