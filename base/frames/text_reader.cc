// Reader of the text format: one frame per line.
#include "base/frames/frame_reader.h"

#include "base/diagnostic.h"

#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace ixp {

namespace {
int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

class TextReader final : public FrameReader {
public:
  TextReader(std::unique_ptr<ByteStream> from, std::string name)
      : from_(std::move(from)), name_(std::move(name)) {}

  bool next(FileFrame& frame) override {
    while (from_->line(text_, kLongestLine)) {
      ++number_;
      line_ = text_;
      line_ = line_.substr(0, line_.find('#'));
      at_ = 0;
      const bool found = read_line(frame);
      if (text_.size() == kLongestLine)
        fail_at(text_.size(), fmt::format("the line has more than {} bytes", kLongestLine - 1));
      if (found) return true;
    }
    return false;
  }

  void fail(const std::string& what) const override { fail_at(start_, what); }
  bool times_from_reset() const override { return true; }

private:
  [[noreturn]] void fail_at(size_t column, const std::string& what) const {
    throw InputError({name_, number_, static_cast<unsigned>(column + 1)}, what);
  }
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_]))
      ++at_;
  }

  bool read_line(FileFrame& frame) {
    skip_blanks();
    if (at_ == line_.size()) return false;
    start_ = at_;
    frame = {};
    if (line_[at_] == '@') read_time(frame);
    skip_blanks();
    const size_t first = at_;
    read_bytes();
    if (bytes_.empty() && (at_ == line_.size() || line_[at_] == '!'))
      fail_at(first, "no bytes, expected a frame in hex digits");
    if (at_ < line_.size() && line_[at_] == '!') {
      frame.bad = true;
      ++at_;
      skip_blanks();
    }
    if (at_ < line_.size())
      fail_at(at_, fmt::format("unexpected '{}', expected hex digits, or ! at the end of a frame "
                               "that arrives with an error",
                               printable(line_[at_])));
    frame.bytes = bytes_;
    frame.length = static_cast<uint32_t>(bytes_.size());
    return true;
  }

  void read_time(FileFrame& frame) {
    const size_t column = at_++;
    const char* begin = line_.data() + at_;
    const auto [end, error] = std::from_chars(begin, line_.data() + line_.size(), frame.time_ns);
    if (error != std::errc() || frame.time_ns > kLastTime)
      fail_at(column, fmt::format("bad time, expected @ and nanoseconds, 0 to {}", kLastTime));
    at_ = static_cast<size_t>(end - line_.data());
    if (at_ < line_.size() && !is_blank(line_[at_]))
      fail_at(at_, "expected a blank between the time and the frame");
    frame.timed = true;
  }

  void read_bytes() {
    bytes_.clear();
    for (; at_ < line_.size(); skip_blanks()) {
      const int high = hex_digit(line_[at_]);
      if (high < 0) return;
      const int low = at_ + 1 < line_.size() ? hex_digit(line_[at_ + 1]) : -1;
      if (low < 0) fail_at(at_, "half a byte, expected two hex digits for each");
      bytes_.push_back(static_cast<uint8_t>(high << 4 | low));
      at_ += 2;
    }
  }

  static std::string printable(char c) {
    return c > ' ' && c <= '~' ? std::string(1, c)
                               : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }

  static constexpr uint64_t kLastTime = 1'000'000'000'000'000'000; // 31 years
  static constexpr size_t kLongestLine = size_t{1} << 20;          // far above the longest frame
  std::unique_ptr<ByteStream> from_;
  std::string name_, text_;
  std::string_view line_; // of text_, without its comment
  std::vector<uint8_t> bytes_;
  size_t start_ = 0, at_ = 0;
  unsigned number_ = 0;
};
} // namespace

std::unique_ptr<FrameReader> open_text(std::unique_ptr<ByteStream> bytes, std::string name) {
  return std::make_unique<TextReader>(std::move(bytes), std::move(name));
}

} // namespace ixp
