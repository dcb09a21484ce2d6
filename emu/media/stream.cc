// Putting the frames of several files in an order (selection) and giving them times. Everything
// is integer arithmetic on ticks, so a seed means the same traffic everywhere.
#include "emu/media/stream.h"

#include "base/diagnostic.h"
#include "emu/media/line.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace ixp {

namespace {
using u128 = unsigned __int128;

Tick to_ticks(uint64_t ns, uint64_t pll_mhz) {
  return static_cast<Tick>(static_cast<u128>(ns) * pll_mhz / 1000);
}

// All files as one list of frames, with or without FCS as the chip wants them.
struct Sequence {
  struct Item {
    std::span<const uint8_t> bytes;
    uint32_t line_bytes = 0;
    bool bad = false, timed = false;
    bool first_of_file = false;
    Tick time = 0; // since the file began to play
  };
  std::vector<Item> items;
  std::vector<FrameFile> files;                // own the bytes
  std::vector<std::unique_ptr<uint8_t[]>> fcs; // own frames that got an FCS appended
};

bool ends_with_fcs(std::span<const uint8_t> frame) {
  if (frame.size() <= kFcsBytes) return false;
  const auto tail = frame.last(kFcsBytes);
  const uint32_t fcs = ethernet_fcs(frame.first(frame.size() - kFcsBytes));
  for (unsigned i = 0; i < kFcsBytes; ++i)
    if (tail[i] != static_cast<uint8_t>(fcs >> 8 * i)) return false;
  return true;
}

std::span<const uint8_t> with_fcs(Sequence& s, std::span<const uint8_t> frame) {
  auto copy = std::make_unique<uint8_t[]>(frame.size() + kFcsBytes);
  std::copy(frame.begin(), frame.end(), copy.get());
  const uint32_t value = ethernet_fcs(frame);
  for (unsigned i = 0; i < kFcsBytes; ++i)
    copy[frame.size() + i] = static_cast<uint8_t>(value >> 8 * i);
  s.fcs.push_back(std::move(copy));
  return {s.fcs.back().get(), frame.size() + kFcsBytes};
}

// Strip: frames without FCS; a capture that declares an FCS loses it. Keep: frames with FCS; it
// is appended unless declared or there already (its value is right). A declared FCS that is wrong
// makes a receive error either way.
void put_fcs_right(Sequence& s, Sequence::Item& item, bool declared, Fcs fcs) {
  const bool right = ends_with_fcs(item.bytes);
  const bool present = declared || (fcs == Fcs::Keep && right);
  if (declared && !right) item.bad = true;
  const auto bare = present ? item.bytes.first(item.bytes.size() - kFcsBytes) : item.bytes;
  item.line_bytes = static_cast<uint32_t>(bare.size());
  if (fcs == Fcs::Strip)
    item.bytes = bare;
  else if (!present)
    item.bytes = with_fcs(s, bare);
}

std::vector<Sequence::Item> items_of(Sequence& s, const FrameFile& file, Fcs fcs,
                                     uint64_t pll_mhz) {
  std::vector<Sequence::Item> items;
  items.reserve(file.entries.size());
  const uint64_t first =
      file.times_from_reset || file.entries.empty() ? 0 : file.entries[0].time_ns;
  for (size_t i = 0; i < file.entries.size(); ++i) {
    const FrameFile::Entry& e = file.entries[i];
    Sequence::Item item;
    item.bytes = file.frame(i);
    item.bad = e.bad;
    item.timed = e.timed;
    item.first_of_file = i == 0;
    if (e.timed) item.time = to_ticks(e.time_ns > first ? e.time_ns - first : 0, pll_mhz);
    put_fcs_right(s, item, e.has_fcs, fcs);
    items.push_back(item);
  }
  return items;
}

using Lists = std::vector<std::vector<Sequence::Item>>;

// One frame of each file in turn; files that ended are passed over.
std::vector<Sequence::Item> interleave(const Lists& lists) {
  std::vector<Sequence::Item> out;
  size_t longest = 0;
  for (const auto& list : lists)
    longest = std::max(longest, list.size());
  for (size_t i = 0; i < longest; ++i)
    for (const auto& list : lists)
      if (i < list.size()) out.push_back(list[i]);
  return out;
}

// Files played at the same time: by their stamps, files in order where those are equal. A frame
// without a stamp stays behind the one before it.
std::vector<Sequence::Item> merge_by_time(const Lists& lists) {
  std::multimap<Tick, Sequence::Item> by_time; // keeps the order of equal keys
  for (const auto& list : lists) {
    Tick last = 0;
    for (Sequence::Item item : list) {
      last = item.time = std::max(item.time, last);
      by_time.emplace(last, item);
    }
  }
  std::vector<Sequence::Item> out;
  for (const auto& [time, item] : by_time)
    out.push_back(item);
  return out;
}

Sequence make_sequence(const StreamConfig& c, uint64_t pll_mhz, std::vector<FrameFile> files) {
  Sequence s;
  s.files = std::move(files);
  Lists lists;
  for (const FrameFile& file : s.files)
    lists.push_back(items_of(s, file, c.fcs, pll_mhz));
  if (c.select == Select::Interleaved) {
    s.items = c.timing == Timing::Stamps ? merge_by_time(lists) : interleave(lists);
    for (size_t i = 0; i < s.items.size(); ++i)
      s.items[i].first_of_file = i == 0;
  } else {
    for (const auto& list : lists)
      s.items.insert(s.items.end(), list.begin(), list.end());
  }
  return s;
}

void check(const StreamConfig& c, const LineConfig& line, size_t frames, const std::string& where) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("{}: {}", where, what));
  };
  if (c.select == Select::Random && c.start != 0)
    refuse("`start` has no meaning with random selection; leave it out or select sequentially");
  if (c.select == Select::Random && c.timing == Timing::Stamps)
    refuse("random selection cannot keep the capture's times; use timing = \"rate\", \"poisson\" "
           "or \"onoff\"");
  if (c.start != 0 && c.start >= frames)
    refuse(fmt::format("`start` is {}, but the streams hold {} frames; the first frame is 0",
                       c.start, frames));
  if (c.timing != Timing::Poisson && c.timing != Timing::OnOff) return;
  if (c.mean_mbps == 0) refuse("poisson and onoff timing need the average rate; set `mean_mbps`");
  if (line.rate_mbps != 0 && c.mean_mbps >= line.rate_mbps)
    refuse(fmt::format("`mean_mbps` is {}, expected less than the port's rate of {} Mbit/s",
                       c.mean_mbps, line.rate_mbps));
  if (c.timing == Timing::OnOff && c.burst_frames == 0)
    refuse("`burst_frames` is 0, expected the mean number of frames of a burst, 1 or more");
}

// Times: every frame gets the earliest tick at which it may begin. The source keeps a copy of
// the line's state to know when the frames before it have passed.
class StreamSource final : public FrameSource {
public:
  StreamSource(const StreamConfig& c, const LineConfig& line, uint64_t seed, uint64_t stream,
               const std::string& where, std::vector<FrameFile> files)
      : config_(c), sequence_(make_sequence(c, line.pll_mhz, std::move(files))),
        random_(seed, stream), overhead_(line.overhead_bytes), line_(line.rate_mbps, line.pll_mhz),
        start_(to_ticks(c.start_ns, line.pll_mhz)), at_(c.start) {
    check(c, line, sequence_.items.size(), where);
    // Playing from the middle of a file: its first frame played comes at the start.
    const Tick skipped = at_ < sequence_.items.size() ? sequence_.items[at_].time : 0;
    file_began_ = static_cast<int64_t>(start_) - static_cast<int64_t>(skipped);
    set_means(line);
    arrival_ = static_cast<u128>(start_) << kFraction;
  }

  bool next(Frame& frame) override {
    const size_t n = sequence_.items.size();
    if (n == 0 || (!config_.repeat && at_ == n)) return false;
    if (at_ == n) at_ = 0;
    const Sequence::Item& item =
        sequence_.items[config_.select == Select::Random ? random_.below(n) : at_];
    ++at_;
    frame.bytes = item.bytes;
    frame.line_bytes = item.line_bytes;
    frame.bad = item.bad;
    frame.not_before = std::max(start_, time_of(item));
    line_.begin(frame.not_before);
    line_.end(std::max<uint64_t>(item.bytes.size(), item.line_bytes + overhead_));
    return true;
  }

private:
  static constexpr unsigned kFraction = 16; // bits of a tick kept in means and sums

  void set_means(const LineConfig& line) {
    if (config_.mean_mbps == 0 || sequence_.items.empty()) return;
    u128 bytes = 0;
    for (const auto& item : sequence_.items)
      bytes += item.line_bytes + overhead_;
    const u128 n = sequence_.items.size();
    const u128 scaled = (bytes * 8 * line.pll_mhz) << kFraction; // all frames, at 1 Mbit/s
    mean_gap_ = static_cast<uint64_t>(scaled / (n * config_.mean_mbps));
    const u128 burst = line.rate_mbps ? scaled / (n * line.rate_mbps) : 0;
    mean_off_ = static_cast<uint64_t>((mean_gap_ - burst) * config_.burst_frames);
  }

  Tick time_of(const Sequence::Item& item) {
    switch (config_.timing) {
    case Timing::Rate: return 0;
    case Timing::Stamps:
      if (item.first_of_file) file_began_ = static_cast<int64_t>(std::max(start_, line_.free()));
      return item.timed ? static_cast<Tick>(file_began_ + static_cast<int64_t>(item.time)) : 0;
    case Timing::Poisson:
      arrival_ += random_.exponential(mean_gap_);
      return static_cast<Tick>(arrival_ >> kFraction);
    case Timing::OnOff: return on_off();
    }
    return 0;
  }
  // Bursts of a geometric number of frames at line rate, exponential silence between them.
  Tick on_off() {
    if (!burst_ends_) {
      burst_ends_ = random_.one_in(config_.burst_frames);
      return 0;
    }
    burst_ends_ = random_.one_in(config_.burst_frames);
    arrival_ = (static_cast<u128>(std::max(start_, line_.free())) << kFraction) +
               random_.exponential(mean_off_);
    return static_cast<Tick>(arrival_ >> kFraction);
  }

  StreamConfig config_;
  Sequence sequence_;
  Random random_;
  uint64_t overhead_;
  Line line_;
  Tick start_;
  size_t at_;
  int64_t file_began_ = 0;               // tick at which time 0 of the file now playing falls
  uint64_t mean_gap_ = 0, mean_off_ = 0; // ticks << kFraction
  u128 arrival_ = 0;                     // the same
  bool burst_ends_ = true;
};
} // namespace

std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where,
                                         std::vector<FrameFile> files) {
  return std::make_unique<StreamSource>(config, line, seed, stream, where, std::move(files));
}

std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where) {
  std::vector<FrameFile> files;
  for (const std::string& path : config.files)
    files.push_back(load_frames(path));
  return make_stream(config, line, seed, stream, where, std::move(files));
}

} // namespace ixp
