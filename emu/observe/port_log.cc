#include "emu/observe/port_log.h"

#include "base/diagnostic.h"

#include <charconv>
#include <fmt/format.h>

namespace ixp {

bool parse(std::string_view text, LogData& data) {
  constexpr std::string_view kHeader = "header:";
  if (text == "full")
    data.max_bytes = ~uint32_t{0};
  else if (text == "none")
    data.max_bytes = 0;
  else if (text.starts_with(kHeader)) {
    const char* end = text.data() + text.size();
    uint32_t n = 0;
    const auto [p, error] = std::from_chars(text.data() + kHeader.size(), end, n);
    if (error != std::errc() || p != end || n == 0) return false;
    data.max_bytes = n;
  } else
    return false;
  return true;
}

struct PortLogs::Log {
  static constexpr size_t kFlushAt = 1 << 18;
  OutputFile file;
  std::string buffer;
  explicit Log(const std::string& path) : file(path) { buffer.reserve(kFlushAt + (1 << 16)); }
  void flush() {
    file.write(buffer);
    buffer.clear();
  }
};

PortLogs::PortLogs(std::string directory, LogData data, const Params& params,
                   const PacketLedger& ledger, uint64_t seed)
    : directory_(std::move(directory)), data_(data), me_div_(params.clock_me_div),
      me_hz_(params.me_hz()), seed_(seed), ledger_(ledger) {}

PortLogs::~PortLogs() = default;

void PortLogs::open(unsigned port, Direction direction, uint64_t rate_mbps) {
  auto& log = logs_[port][static_cast<unsigned>(direction)];
  log = std::make_unique<Log>(fmt::format("{}/port{}_{}.log", directory_, port, name(direction)));
  log->buffer = fmt::format("# ixp port log 1 port={} dir={} me_hz={} rate_mbps={} seed={}\n"
                            "# sop_cycle eop_cycle frame bytes tag data\n",
                            port, name(direction), me_hz_, rate_mbps, seed_);
}

static void append_number(std::string& out, uint64_t n) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
  out += ' ';
}

static void append_hex(std::string& out, std::span<const uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  const size_t at = out.size();
  out.resize(at + 2 * bytes.size());
  char* p = &out[at];
  for (uint8_t b : bytes) {
    *p++ = kDigits[b >> 4];
    *p++ = kDigits[b & 15];
  }
}

void PortLogs::frame_crossed(const FrameRecord& r) {
  Log* log = logs_[r.port][static_cast<unsigned>(r.direction)].get();
  if (!log) return;
  std::string& out = log->buffer;
  append_number(out, r.sop / me_div_);
  append_number(out, r.eop / me_div_);
  append_number(out, r.frame);
  append_number(out, r.bytes.size());
  ledger_.append_text(r.tag, out);
  if (data_.max_bytes != 0) {
    out += ' ';
    append_hex(out, r.bytes.first(std::min<size_t>(r.bytes.size(), data_.max_bytes)));
  }
  out += '\n';
  if (out.size() >= Log::kFlushAt) log->flush();
}

void PortLogs::commit() {
  for (auto& port : logs_)
    for (auto& log : port)
      if (log) log->flush();
  for (auto& port : logs_)
    for (auto& log : port)
      if (log) log->file.commit();
}

} // namespace ixp
