// The bytes of a packet stream's file, in order, without holding all in memory. gzip and zstd are
// recognised by their first bytes and decompressed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// A source of bytes: a file, memory, or a decompressor of another source.
class ByteReader {
public:
  virtual ~ByteReader() = default;
  // Reads the available bytes, at most bytes.size(); 0 only at the end. Throws InputError naming
  // the file.
  virtual size_t read(std::span<uint8_t> bytes) = 0;
};

// A buffer for a ByteReader, with look-ahead.
class ByteStream {
public:
  explicit ByteStream(std::unique_ptr<ByteReader> from);

  // The next n bytes (at most kMostPeek), fewer at the end. Valid until the next call.
  std::span<const uint8_t> peek(size_t n);
  size_t read(std::span<uint8_t> bytes); // fewer bytes than requested only at the end
  // The buffered bytes, refilled if there are none; empty at the end. consume() removes bytes.
  std::span<const uint8_t> some();
  void consume(size_t n) { begin_ += n; }
  // Reads a line without its '\n'; false at the end. A line longer than `most` bytes is split
  // there.
  bool line(std::string& out, size_t most);

  static constexpr size_t kMostPeek = 16;

private:
  bool fill(); // false at the end

  std::unique_ptr<ByteReader> from_;
  std::vector<uint8_t> buffer_;
  size_t begin_ = 0, end_ = 0;
};

// Source of a packet stream.
struct Input {
  std::string name;    // file name, for messages
  bool lasting = true; // can be reopened: neither a pipe nor a device
  std::function<std::unique_ptr<ByteReader>()> reader;

  // Opens the decompressed stream at its first byte. Throws InputError.
  std::unique_ptr<ByteStream> open() const;
};

// Every byte of packet streams read by a run comes from a reader created here.
Input file_input(const std::string& path);
Input memory_input(std::string name, std::string bytes); // tests, fuzzers

// Decompression of gzip and zstd during reading, by zlib and libzstd.
//
// Returns `packed` itself if it is not compressed. Throws InputError naming the file `name` for
// invalid or truncated data, and for known but unsupported formats.
std::unique_ptr<ByteStream> unpacked(std::unique_ptr<ByteStream> packed, const std::string& name);

} // namespace ixp
