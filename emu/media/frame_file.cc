// Reading files of frames: captures through libpcap, and our text form. Everything that can be
// wrong with a file is found here, when it is loaded, and named with record or line.
#include "emu/media/stream.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <pcap/pcap.h>

namespace ixp {

void FrameFile::add(std::span<const uint8_t> frame, const Entry& about) {
  Entry e = about;
  e.offset = bytes.size();
  e.bytes = static_cast<uint32_t>(frame.size());
  bytes.insert(bytes.end(), frame.begin(), frame.end());
  entries.push_back(e);
}

static constexpr std::array<uint32_t, 256> kCrcTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit)
      c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  return table;
}();

uint32_t ethernet_fcs(std::span<const uint8_t> frame) {
  uint32_t c = ~uint32_t{0};
  for (uint8_t byte : frame)
    c = kCrcTable[(c ^ byte) & 0xff] ^ c >> 8;
  return ~c;
}

// ---- captures

namespace {
struct PcapCloser {
  void operator()(pcap_t* p) const { pcap_close(p); }
};
using Capture = std::unique_ptr<pcap_t, PcapCloser>;

[[noreturn]] void bad_record(const std::string& name, size_t record, long offset,
                             const std::string& what) {
  throw InputError({name, 0, 0},
                   fmt::format("record {} (ends at byte offset {}): {}", record, offset, what));
}

FrameFile::Entry describe(const pcap_pkthdr& h) {
  FrameFile::Entry e{};
  e.timed = true;
  // tv_usec holds nanoseconds: the capture was opened with that precision
  e.time_ns =
      static_cast<uint64_t>(h.ts.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(h.ts.tv_usec);
  return e;
}

void check_record(const pcap_pkthdr& h, const std::string& name, size_t record, long offset) {
  if (h.caplen == 0)
    bad_record(name, record, offset, "the frame is empty; a frame has at least one byte");
  if (h.caplen < h.len)
    bad_record(name, record, offset,
               fmt::format("only {} of the frame's {} bytes were captured; capture whole frames "
                           "(snap length 0)",
                           h.caplen, h.len));
  if (h.caplen > kMaxFrameBytes)
    bad_record(
        name, record, offset,
        fmt::format("the frame has {} bytes; at most {} are supported", h.caplen, kMaxFrameBytes));
  if (h.ts.tv_sec < 0 || h.ts.tv_usec < 0 || h.ts.tv_usec >= 1'000'000'000)
    bad_record(name, record, offset, "the time stamp is out of range");
}
} // namespace

FrameFile load_capture(std::FILE* file, const std::string& name) {
  char why[PCAP_ERRBUF_SIZE] = "";
  pcap_t* opened = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, why);
  if (!opened) {
    std::fclose(file);
    throw InputError({name, 0, 0},
                     fmt::format("not a readable capture: {}; expected pcap or pcapng", why));
  }
  const Capture capture(opened);
  const int extension = pcap_datalink_ext(capture.get());
  const bool fcs = LT_FCS_LENGTH_PRESENT(extension) && LT_FCS_LENGTH(extension) == 2;

  FrameFile out;
  out.name = name;
  while (true) {
    pcap_pkthdr* header = nullptr;
    const u_char* data = nullptr;
    const int result = pcap_next_ex(capture.get(), &header, &data);
    if (result == PCAP_ERROR_BREAK) break; // end of the file
    const size_t record = out.entries.size() + 1;
    const long offset = std::ftell(pcap_file(capture.get()));
    if (result != 1) bad_record(name, record, offset, pcap_geterr(capture.get()));
    check_record(*header, name, record, offset);
    FrameFile::Entry e = describe(*header);
    e.has_fcs = fcs && header->caplen > kFcsBytes;
    out.add({data, header->caplen}, e);
  }
  return out;
}

// ---- text

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

class TextReader {
public:
  TextReader(std::string_view text, const std::string& name) : text_(text) {
    out_.name = name;
    out_.times_from_reset = true;
  }

  FrameFile read() {
    while (!text_.empty()) {
      ++number_;
      const size_t end = text_.find('\n');
      line_ = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      line_ = line_.substr(0, line_.find('#'));
      at_ = 0;
      read_line();
    }
    return std::move(out_);
  }

private:
  [[noreturn]] void fail(size_t column, const std::string& what) const {
    throw InputError({out_.name, number_, static_cast<unsigned>(column + 1)}, what);
  }
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_]))
      ++at_;
  }

  void read_line() {
    skip_blanks();
    if (at_ == line_.size()) return;
    FrameFile::Entry e{};
    if (line_[at_] == '@') read_time(e);
    skip_blanks();
    const size_t first = at_;
    read_bytes();
    if (bytes_.empty() && (at_ == line_.size() || line_[at_] == '!'))
      fail(first, "no bytes, expected a frame in hex digits");
    if (at_ < line_.size() && line_[at_] == '!') {
      e.bad = true;
      ++at_;
      skip_blanks();
    }
    if (at_ < line_.size())
      fail(at_, fmt::format("unexpected '{}', expected hex digits, or ! at the end of a frame that "
                            "arrives with an error",
                            printable(line_[at_])));
    out_.add(bytes_, e);
  }

  void read_time(FrameFile::Entry& e) {
    const size_t column = at_++;
    const char* begin = line_.data() + at_;
    const auto [end, error] = std::from_chars(begin, line_.data() + line_.size(), e.time_ns);
    if (error != std::errc() || e.time_ns > kLastTime)
      fail(column, fmt::format("bad time, expected @ and nanoseconds, 0 to {}", kLastTime));
    at_ = static_cast<size_t>(end - line_.data());
    if (at_ < line_.size() && !is_blank(line_[at_]))
      fail(at_, "expected a blank between the time and the frame");
    if (e.time_ns < last_time_)
      fail(column, fmt::format("the time is before that of an earlier frame ({} ns); put frames in "
                               "order of time",
                               last_time_));
    last_time_ = e.time_ns;
    e.timed = true;
  }

  void read_bytes() {
    bytes_.clear();
    for (; at_ < line_.size(); skip_blanks()) {
      const int high = hex_digit(line_[at_]);
      if (high < 0) return;
      const int low = at_ + 1 < line_.size() ? hex_digit(line_[at_ + 1]) : -1;
      if (low < 0) fail(at_, "half a byte, expected two hex digits for each");
      bytes_.push_back(static_cast<uint8_t>(high << 4 | low));
      at_ += 2;
      if (bytes_.size() > kMaxFrameBytes)
        fail(at_, fmt::format("the frame has more than {} bytes", kMaxFrameBytes));
    }
  }

  static std::string printable(char c) {
    return c > ' ' && c <= '~' ? std::string(1, c)
                               : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }

  static constexpr uint64_t kLastTime = 1'000'000'000'000'000'000; // 31 years
  std::string_view text_, line_;
  FrameFile out_;
  std::vector<uint8_t> bytes_;
  size_t at_ = 0;
  unsigned number_ = 0;
  uint64_t last_time_ = 0;
};

bool has_extension(std::string_view path, std::string_view extension) {
  return path.size() > extension.size() && path.ends_with(extension);
}

bool looks_like_capture(std::FILE* file) {
  static constexpr uint8_t kMagic[][4] = {
      {0xd4, 0xc3, 0xb2, 0xa1}, {0xa1, 0xb2, 0xc3, 0xd4}, // microseconds
      {0x4d, 0x3c, 0xb2, 0xa1}, {0xa1, 0xb2, 0x3c, 0x4d}, // nanoseconds
      {0x34, 0xcd, 0xb2, 0xa1}, {0xa1, 0xb2, 0xcd, 0x34}, // Kuznetzov's
      {0x0a, 0x0d, 0x0d, 0x0a},                           // pcapng
  };
  uint8_t first[4] = {};
  const size_t n = std::fread(first, 1, 4, file);
  std::rewind(file);
  if (n < 4) return false;
  for (const auto& magic : kMagic)
    if (std::memcmp(first, magic, 4) == 0) return true;
  return false;
}
} // namespace

FrameFile load_text(std::string_view text, const std::string& name) {
  return TextReader(text, name).read();
}

FrameFile load_frames(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) throw InputError({path, 0, 0}, fmt::format("cannot open: {}", std::strerror(errno)));
  if (looks_like_capture(file) || has_extension(path, ".pcap") || has_extension(path, ".pcapng"))
    return load_capture(file, path);
  std::fclose(file);
  return load_text(read_file(path), path);
}

} // namespace ixp
