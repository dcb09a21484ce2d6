#include "base/frames/byte_stream.h"

#include "base/diagnostic.h"
#include "base/inputs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ixp {

ByteStream::ByteStream(std::unique_ptr<ByteReader> from) : from_(std::move(from)), buffer_(65536) {}

// Reads more bytes after the remaining ones.
bool ByteStream::fill() {
  if (begin_ == end_) begin_ = end_ = 0;
  if (begin_ != 0 && end_ == buffer_.size()) {
    std::copy(buffer_.begin() + static_cast<ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  const size_t n = from_->read(std::span(buffer_).subspan(end_));
  end_ += n;
  return n != 0;
}

std::span<const uint8_t> ByteStream::peek(size_t n) {
  while (end_ - begin_ < n && fill()) {
  }
  return std::span(buffer_).subspan(begin_, std::min(n, end_ - begin_));
}

std::span<const uint8_t> ByteStream::some() {
  if (begin_ == end_) fill();
  return std::span(buffer_).subspan(begin_, end_ - begin_);
}

size_t ByteStream::read(std::span<uint8_t> bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const auto part = some();
    if (part.empty()) break;
    const size_t n = std::min(part.size(), bytes.size() - done);
    std::memcpy(bytes.data() + done, part.data(), n);
    consume(n);
    done += n;
  }
  return done;
}

bool ByteStream::line(std::string& out, size_t most) {
  out.clear();
  bool any = false;
  while (out.size() < most) {
    const auto part = some();
    if (part.empty()) return any;
    any = true;
    const auto inside = part.first(std::min(part.size(), most - out.size()));
    const auto end = std::find(inside.begin(), inside.end(), '\n');
    out.append(inside.begin(), end);
    consume(static_cast<size_t>(end - inside.begin()) + (end != inside.end()));
    if (end != inside.end()) return true;
  }
  return true;
}

namespace {
class FileReader final : public ByteReader {
public:
  explicit FileReader(const std::string& path)
      : path_(path), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) fail("cannot open");
    note_input(path, file_);
  }
  ~FileReader() override { close(file_); }
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  size_t read(std::span<uint8_t> bytes) override {
    while (true) {
      // Reads files by position, so that a forked process reads independently.
      const ssize_t n = seekable_ ? ::pread(file_, bytes.data(), bytes.size(), at_)
                                  : ::read(file_, bytes.data(), bytes.size());
      if (n < 0 && errno == ESPIPE && seekable_) {
        seekable_ = false;
        continue;
      }
      if (n >= 0) {
        at_ += n;
        return static_cast<size_t>(n);
      }
      if (errno != EINTR) fail("cannot read");
    }
  }

private:
  [[noreturn]] void fail(const char* doing) const {
    throw InputError({path_, 0, 0}, fmt::format("{}: {}", doing, std::strerror(errno)));
  }
  std::string path_;
  int file_;
  bool seekable_ = true; // false once the file is found to be a pipe
  off_t at_ = 0;
};

class MemoryReader final : public ByteReader {
public:
  explicit MemoryReader(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}
  size_t read(std::span<uint8_t> bytes) override {
    const size_t n = bytes_->copy(reinterpret_cast<char*>(bytes.data()), bytes.size(), at_);
    at_ += n;
    return n;
  }

private:
  std::shared_ptr<const std::string> bytes_;
  size_t at_ = 0;
};
} // namespace

std::unique_ptr<ByteStream> Input::open() const {
  return unpacked(std::make_unique<ByteStream>(reader()), name);
}

Input file_input(const std::string& path) {
  struct stat st{};
  const bool lasting = stat(path.c_str(), &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
  return {path, lasting, [path] { return std::make_unique<FileReader>(path); }};
}

Input memory_input(std::string name, std::string bytes) {
  const auto shared = std::make_shared<const std::string>(std::move(bytes));
  return {std::move(name), true, [shared] { return std::make_unique<MemoryReader>(shared); }};
}

} // namespace ixp
