// The bytes of a packet stream's file, in order and never all of them in memory. gzip and zstd are
// told by their first bytes and unpacked on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

// Something that gives bytes: a file, memory, what unpacks another one.
class ByteReader {
public:
  virtual ~ByteReader() = default;
  // As many bytes as there are at once, at most bytes.size(); 0 only at the end. Throws InputError
  // naming the file.
  virtual size_t read(std::span<uint8_t> bytes) = 0;
};

// A buffer before a ByteReader, for those who want to look ahead.
class ByteStream {
public:
  explicit ByteStream(std::unique_ptr<ByteReader> from);

  // The next n bytes (at most kMostPeek), fewer at the end. Valid until the next call.
  std::span<const uint8_t> peek(size_t n);
  size_t read(std::span<uint8_t> bytes); // fewer than asked for only at the end
  // What is buffered, filled anew when nothing is; empty at the end. consume() moves on in it.
  std::span<const uint8_t> some();
  void consume(size_t n) { begin_ += n; }
  // A line without its '\n'; false at the end. A longer line than `most` bytes is cut there, and
  // the rest of it is the next line.
  bool line(std::string& out, size_t most);

  static constexpr size_t kMostPeek = 16;

private:
  bool fill(); // false at the end

  std::unique_ptr<ByteReader> from_;
  std::vector<uint8_t> buffer_;
  size_t begin_ = 0, end_ = 0;
};

// Where a packet stream comes from.
struct Input {
  std::string name;    // of the file, for messages
  bool lasting = true; // it can be opened again: neither a pipe nor a device
  std::function<std::unique_ptr<ByteReader>()> reader;

  // From its first byte, unpacked. Throws InputError.
  std::unique_ptr<ByteStream> open() const;
};

// Every byte that a run reads of its packet streams comes out of a reader made here.
Input file_input(const std::string& path);
Input memory_input(std::string name, std::string bytes); // tests, fuzzers

} // namespace ixp
