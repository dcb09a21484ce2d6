// The reader of port logs: the header line, then one frame per line, with every field checked.
#include "emu/record/port_log.h"

#include "base/diagnostic.h"
#include "base/frames/fcs.h"

#include <charconv>
#include <fmt/format.h>

namespace ixp {

namespace {
constexpr uint64_t kMostSeconds = 10'000'000; // limit, so that sums over many frames do not
                                              // overflow

// Parser of one line.
class Line {
public:
  Line(const LogLines& lines, PortLogHeader& header, bool& has_header)
      : line_(lines.line()), lines_(lines), header_(header), has_header_(has_header) {
    if (line_.ends_with('\r')) line_.remove_suffix(1);
  }

  // Whether the line is a frame, which is then in `l`.
  bool read(PortLogLine& l) {
    if (at_end()) return false;
    if (line_[at_] == '#') {
      comment();
      return false;
    }
    frame(l);
    return true;
  }

private:
  [[noreturn]] void fail(size_t column, const std::string& what) const {
    throw InputError({lines_.name(), lines_.number(), static_cast<unsigned>(column + 1)}, what);
  }

  bool at_end() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t'))
      ++at_;
    return at_ == line_.size();
  }

  std::string_view word(const char* what) {
    if (at_end()) fail(at_, fmt::format("the line ends before {}", what));
    const size_t begin = at_;
    while (at_ < line_.size() && line_[at_] != ' ' && line_[at_] != '\t')
      ++at_;
    return line_.substr(begin, at_ - begin);
  }

  uint64_t number(std::string_view digits, size_t column, const char* what) const {
    uint64_t n = 0;
    const auto [p, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc() || p != digits.data() + digits.size())
      fail(column, fmt::format("bad {} \"{}\", expected a decimal number", what, digits));
    return n;
  }
  uint64_t number(const char* what) {
    const std::string_view w = word(what);
    return number(w, at_ - w.size(), what);
  }

  // "# ixp port log 1 port=0 dir=tx ...", "# interrupted at cycle 120"; other comments are ignored.
  void comment() {
    constexpr std::string_view kMagic = "# ixp port log ";
    if (line_.substr(at_).starts_with(RunMark::kInterrupted)) {
      at_ += RunMark::kInterrupted.size();
      header_.mark.interrupted_at = number("the cycle");
    }
    if (!line_.substr(at_).starts_with(kMagic)) return;
    if (has_header_) fail(at_, "a second header; one file holds one port and direction");
    at_ += kMagic.size();
    const size_t column = at_;
    if (number("version") != 1) fail(column, "unknown version of the log, expected 1");
    std::vector<std::string_view> missing = {"port", "dir", "me_hz"};
    while (!at_end()) {
      const size_t begin = at_;
      const std::string_view setting = word("a setting");
      const size_t equals = setting.find('=');
      if (equals == std::string_view::npos)
        fail(begin, fmt::format("\"{}\" is not of the form name=value", setting));
      const std::string_view key = setting.substr(0, equals);
      set(key, setting.substr(equals + 1), begin + equals + 1);
      std::erase(missing, key);
    }
    if (!missing.empty())
      fail(at_, fmt::format("the header does not say {}, expected port=N dir=rx or tx me_hz=HZ",
                            fmt::join(missing, ", ")));
    has_header_ = true;
  }

  void set(std::string_view key, std::string_view value, size_t column) {
    PortLogHeader& h = header_;
    if (key == "dir") {
      if (value != "rx" && value != "tx")
        fail(column, fmt::format("direction \"{}\", expected rx or tx", value));
      h.direction = value == "rx" ? Direction::Rx : Direction::Tx;
    } else if (key == "port") {
      const uint64_t port = number(value, column, "port");
      if (port >= kMaxPorts)
        fail(column, fmt::format("port {}, expected 0 to {}", port, kMaxPorts - 1));
      h.port = static_cast<unsigned>(port);
    } else if (key == "me_hz") {
      h.me_hz = number(value, column, "clock");
      if (h.me_hz == 0) fail(column, "a clock of 0 Hz, expected that of the microengines");
    } else if (key == "rate_mbps") {
      h.rate_mbps = number(value, column, "rate");
    } else if (key == "seed") {
      h.seed = number(value, column, "seed");
    } else if (key == "run") {
      if (value.size() != RunMark::kUnknown.size() ||
          value.find_first_not_of("0123456789abcdef") != value.npos)
        fail(column, fmt::format("run \"{}\", expected {} hexadecimal digits", value,
                                 RunMark::kUnknown.size()));
      h.mark.run = value;
    } // unknown keys, for example of later versions
  }

  void frame(PortLogLine& l) {
    if (!has_header_)
      fail(0, "a frame before the header; the first line is expected to begin with \"# ixp port "
              "log 1\"");
    l.line = lines_.number();
    l.sop_cycle = number("the cycle of its first byte");
    const size_t eop_column = at_ + 1;
    l.eop_cycle = number("the cycle of its last byte");
    if (l.eop_cycle < l.sop_cycle) fail(eop_column, "the last byte is before the first");
    if (l.eop_cycle / header_.me_hz >= kMostSeconds)
      fail(eop_column, fmt::format("cycle {} is more than {} seconds after reset, as no run is",
                                   l.eop_cycle, kMostSeconds));
    l.frame = number("the frame number");
    const size_t bytes_column = at_ + 1;
    const uint64_t bytes = number("the frame's length");
    constexpr unsigned kMost = kMaxFrameBytes + kFcsBytes; // with fcs = "keep"
    if (bytes > kMost)
      fail(bytes_column, fmt::format("length {}, at most {} are possible", bytes, kMost));
    l.bytes = static_cast<uint32_t>(bytes);
    l.tag = tag();
    l.data.clear();
    if (!at_end()) data(l);
    if (!lines_.complete())
      fail(line_.size(), "the file ends within this line, expected a line end; give the whole log");
  }

  std::optional<FrameName> tag() {
    const std::string_view text = word("the tag");
    const auto name = parse_frame_name(text);
    if (!name && text != "-")
      fail(at_ - text.size(),
           fmt::format("bad tag \"{}\", expected one such as p0.17, or -", text));
    return name;
  }

  void data(PortLogLine& l) {
    const std::string_view hex = word("the data");
    const size_t column = at_ - hex.size();
    if (hex.size() % 2) fail(column, "the data end within a byte");
    if (hex.size() / 2 > l.bytes)
      fail(column, fmt::format("{} bytes of data for a frame of {}", hex.size() / 2, l.bytes));
    l.data.resize(hex.size() / 2);
    for (size_t i = 0; i < l.data.size(); ++i) {
      const char* p = hex.data() + 2 * i;
      const auto [end, error] = std::from_chars(p, p + 2, l.data[i], 16);
      if (error != std::errc() || end != p + 2) fail(column + 2 * i, "expected hex digits");
    }
    if (!at_end()) fail(at_, "unexpected text after the data");
  }

  std::string_view line_;
  const LogLines& lines_;
  PortLogHeader& header_;
  bool& has_header_;
  size_t at_ = 0;
};
} // namespace

std::string tag_text(const std::optional<FrameName>& tag) {
  return tag ? tag->text() : "-";
}

PortLogReader::PortLogReader(const Input& log) : lines_(log) {
  header_.mark.run.clear();
  PortLogLine none;
  while (!has_header_ && lines_.next())
    Line(lines_, header_, has_header_).read(none);
  if (!has_header_)
    throw InputError({name(), 1, 0},
                     "not a port log: the first line is expected to begin with \"# ixp port log "
                     "1\"");
}

bool PortLogReader::next(PortLogLine& frame) {
  while (lines_.next())
    if (Line(lines_, header_, has_header_).read(frame)) return true;
  return false;
}

PortLog read_port_log(const Input& log) {
  PortLogReader reader(log);
  PortLog out{reader.name(), {}, {}};
  for (PortLogLine frame; reader.next(frame);)
    out.lines.push_back(frame);
  out.header = reader.header();
  return out;
}

// Reads the first line, and the last one if it is a comment; skips the lines in between.
PortLogHeader read_port_log_header(const Input& log) {
  LogLines lines(log);
  std::string first, last;
  while (lines.next())
    if (lines.number() == 1)
      first = lines.line();
    else
      last = lines.line().starts_with('#') ? lines.line() : "";
  return read_port_log(memory_input(log.name, first + '\n' + last + '\n')).header;
}

} // namespace ixp
