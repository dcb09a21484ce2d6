#include "emu/record/port_log.h"

#include "base/diagnostic.h"
#include "base/frames/fcs.h"

#include <algorithm>
#include <charconv>
#include <cstring>
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

// Lines are formatted in a large buffer, which is written when less than the longest line remains
// free.
struct PortLogs::Log {
  static constexpr size_t kSize = 1 << 18, kLongestLine = 128 + 2 * (kMaxFrameBytes + kFcsBytes);
  LogFile file;
  uint64_t run_offset; // offset of the run identity in the header
  std::unique_ptr<char[]> buffer = std::make_unique<char[]>(kSize);
  char* end = buffer.get();

  Log(const std::string& path, Background* thread, std::string_view header)
      : file(path, thread, header), run_offset(header.find(RunMark::kUnknown)) {}
  void flush() {
    file.write({buffer.get(), static_cast<size_t>(end - buffer.get())});
    end = buffer.get();
  }
  void mark(const RunMark& mark) {
    flush();
    file.patch(run_offset, mark.run);
    file.write(mark.last_line());
  }
  void finish() {
    if (end != buffer.get()) flush();
    file.finish();
  }
  void line_done() {
    if (end > buffer.get() + kSize - kLongestLine) flush();
  }
  void put(std::string_view text) { end = std::copy(text.begin(), text.end(), end); }
  void put(uint64_t number) {
    end = std::to_chars(end, end + 20, number).ptr;
    *end++ = ' ';
  }
  // Written so that compilers vectorise it.
  void put_hex(std::span<const uint8_t> bytes) {
    char* const p = end;
    const size_t n = bytes.size();
    for (size_t i = 0; i < n; ++i) {
      p[2 * i] = digit(bytes[i] >> 4);
      p[2 * i + 1] = digit(bytes[i] & 15);
    }
    end = p + 2 * n;
  }

private:
  static char digit(uint8_t value) {
    return static_cast<char>(value + '0' + (value > 9 ? 'a' - '9' - 1 : 0));
  }
};

PortLogs::PortLogs(std::string directory, LogData data, const Params& params,
                   const PacketLedger& ledger, uint64_t seed, Packing packing)
    : directory_(std::move(directory)), data_(data), me_div_(params.clock_me_div),
      me_hz_(params.me_hz()), seed_(seed), ledger_(ledger),
      packing_thread_(packing_thread(packing)) {}

PortLogs::~PortLogs() = default;

void PortLogs::open(unsigned port, Direction direction, uint64_t rate_mbps,
                    std::optional<uint64_t> seed) {
  const std::string header =
      fmt::format("# ixp port log 1 port={} dir={} me_hz={} rate_mbps={} seed={} run={}\n", port,
                  name(direction), me_hz_, rate_mbps, seed.value_or(seed_), RunMark::kUnknown);
  auto& log = logs_[port][static_cast<unsigned>(direction)];
  log = std::make_unique<Log>(fmt::format("{}/port{}_{}.log", directory_, port, name(direction)),
                              packing_thread_.get(), header);
  log->put("# sop_cycle eop_cycle frame bytes tag data\n");
}

void PortLogs::frame_crossed(const FrameRecord& r) {
  Log* log = logs_[r.port][static_cast<unsigned>(r.direction)].get();
  if (!log) return;
  log->put(r.sop / me_div_);
  log->put(r.eop / me_div_);
  log->put(r.frame);
  log->put(r.bytes.size());
  log->end = ledger_.write_text(r.tag, log->end);
  if (data_.max_bytes != 0) {
    *log->end++ = ' ';
    log->put_hex(r.bytes.first(std::min<size_t>(r.bytes.size(), data_.max_bytes)));
  }
  *log->end++ = '\n';
  log->line_done();
}

void PortLogs::mark(const RunMark& mark) {
  for (auto& port : logs_)
    for (auto& log : port)
      if (log) log->mark(mark);
}

void PortLogs::finish() {
  for (auto& port : logs_)
    for (auto& log : port)
      if (log) log->finish();
}

void PortLogs::commit() {
  finish();
  for (auto& port : logs_)
    for (auto& log : port)
      if (log) log->file.commit();
}

} // namespace ixp
