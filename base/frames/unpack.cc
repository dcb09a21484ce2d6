#include "base/frames/byte_stream.h"

#include "base/diagnostic.h"

#include <cstring>
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

namespace ixp {

namespace {
bool begins(std::span<const uint8_t> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}
bool is_gzip(std::span<const uint8_t> first) {
  return begins(first, "\x1f\x8b");
}
// A zstd frame, or a skippable frame (RFC 8878), which some compressors put first.
bool is_zstd(std::span<const uint8_t> first) {
  return begins(first, "\x28\xb5\x2f\xfd") ||
         (first.size() >= 4 && first[0] >> 4 == 5 && begins(first.subspan(1), "\x2a\x4d\x18"));
}
constexpr size_t kMagicBytes = 6; // of the longest magic number

// Common part of both: reads compressed bytes; errors give the file and the position.
class Unpacker : public ByteReader {
protected:
  Unpacker(std::unique_ptr<ByteStream> packed, std::string name, const char* format)
      : packed_(std::move(packed)), name_(std::move(name)), format_(format) {}

  std::span<const uint8_t> input() { return packed_->some(); }
  void used(size_t n) {
    packed_->consume(n);
    offset_ += n;
  }
  std::span<const uint8_t> first_bytes() { return packed_->peek(kMagicBytes); }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError({name_, 0, 0},
                     fmt::format("{} data, byte offset {}: {}", format_, offset_, what));
  }
  [[noreturn]] void fail_short() const { fail("the file ends early; it was cut short"); }

private:
  std::unique_ptr<ByteStream> packed_;
  std::string name_;
  const char* format_;
  uint64_t offset_ = 0;
};

class Gunzip final : public Unpacker {
public:
  Gunzip(std::unique_ptr<ByteStream> packed, const std::string& name)
      : Unpacker(std::move(packed), name, "gzip") {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&state_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() override { inflateEnd(&state_); }

  size_t read(std::span<uint8_t> bytes) override {
    state_.next_out = bytes.data();
    state_.avail_out = static_cast<uInt>(bytes.size());
    while (!ended_ && state_.avail_out == bytes.size())
      step();
    return bytes.size() - state_.avail_out;
  }

private:
  void step() {
    const auto in = input(); // also if empty: the decompressor may still have output
    const uInt room = state_.avail_out;
    state_.next_in = const_cast<Bytef*>(in.data());
    state_.avail_in = static_cast<uInt>(in.size());
    const int result = inflate(&state_, Z_NO_FLUSH);
    used(in.size() - state_.avail_in);
    if (result == Z_STREAM_END)
      next_member();
    else if (result == Z_MEM_ERROR)
      throw std::bad_alloc();
    else if (result != Z_OK && result != Z_BUF_ERROR)
      fail(state_.msg ? state_.msg : "not readable");
    else if (in.empty() && state_.avail_out == room)
      fail_short();
  }
  // A gzip file has one or several consecutive members.
  void next_member() {
    const auto first = first_bytes();
    ended_ = first.empty();
    if (ended_) return;
    if (!is_gzip(first)) fail("followed by something else");
    inflateReset(&state_);
  }

  z_stream state_{};
  bool ended_ = false;
};

class Unzstd final : public Unpacker {
public:
  Unzstd(std::unique_ptr<ByteStream> packed, const std::string& name)
      : Unpacker(std::move(packed), name, "zstd"), state_(ZSTD_createDStream()) {
    if (!state_) throw std::bad_alloc();
  }

  size_t read(std::span<uint8_t> bytes) override {
    ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
    while (out.pos == 0) {
      const auto part = input(); // also if empty: the decompressor may still have output
      if (part.empty() && !within_) break;
      ZSTD_inBuffer in{part.data(), part.size(), 0};
      const size_t result = ZSTD_decompressStream(state_.get(), &out, &in);
      used(in.pos);
      if (ZSTD_isError(result)) fail(ZSTD_getErrorName(result));
      if (part.empty() && out.pos == 0) fail_short();
      within_ = result != 0;
    }
    return out.pos;
  }

private:
  struct Free {
    void operator()(ZSTD_DStream* s) const { ZSTD_freeDStream(s); }
  };
  std::unique_ptr<ZSTD_DStream, Free> state_;
  bool within_ = false; // inside a zstd frame
};

// Compressor of a file in an unsupported format, or null.
const char* unsupported(std::span<const uint8_t> first) {
  if (begins(first, std::string_view("\xfd"
                                     "7zXZ\0",
                                     6)))
    return "xz";
  if (begins(first, "BZh")) return "bzip2";
  if (begins(first, "\x04\x22\x4d\x18")) return "lz4";
  return nullptr;
}
} // namespace

std::unique_ptr<ByteStream> unpacked(std::unique_ptr<ByteStream> packed, const std::string& name) {
  const auto first = packed->peek(kMagicBytes);
  if (const char* packer = unsupported(first))
    throw InputError({name, 0, 0}, fmt::format("packed with {}, expected gzip, zstd or none; "
                                               "unpack it",
                                               packer));
  if (is_gzip(first))
    return std::make_unique<ByteStream>(std::make_unique<Gunzip>(std::move(packed), name));
  if (is_zstd(first))
    return std::make_unique<ByteStream>(std::make_unique<Unzstd>(std::move(packed), name));
  return packed;
}

} // namespace ixp
