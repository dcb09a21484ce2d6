// Orders the frames of several files (selection) and gives them times. All arithmetic is on integer
// ticks, so a seed gives the same traffic everywhere.
#include "emu/media/stream.h"

#include "base/diagnostic.h"
#include "base/random.h"
#include "emu/media/frame_store.h"
#include "emu/media/line.h"
#include "emu/media/sequence.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ixp {

namespace {
using u128 = unsigned __int128;

bool needs_mean(const StreamConfig& c) {
  return c.timing == Timing::Poisson || c.timing == Timing::OnOff;
}

void check(const StreamConfig& c, const LineConfig& line, const std::string& where) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("{}: {}", where, what));
  };
  if (c.select == Select::Random && c.start != 0)
    refuse("`start` has no meaning with random selection; leave it out or select sequentially");
  if (c.select == Select::Random && c.timing == Timing::Stamps)
    refuse("random selection cannot keep the capture's times; use timing = \"rate\", \"poisson\" "
           "or \"onoff\"");
  if (!needs_mean(c)) return;
  if (c.mean_mbps == 0) refuse("poisson and onoff timing need the average rate; set `mean_mbps`");
  if (line.rate_mbps != 0 && c.mean_mbps >= line.rate_mbps)
    refuse(fmt::format("`mean_mbps` is {}, expected less than the port's rate of {} Mbit/s",
                       c.mean_mbps, line.rate_mbps));
  if (c.timing == Timing::OnOff && c.burst_frames == 0)
    refuse("`burst_frames` is 0, expected the mean number of frames of a burst, 1 or more");
}

std::unique_ptr<Sequence> play(const StreamConfig& c, const StreamFiles& files) {
  if (c.select != Select::Interleaved) return play_in_order(files);
  return c.timing == Timing::Stamps ? play_by_time(files) : play_in_turn(files);
}

// Computes the earliest start tick of every frame. The source simulates the line to know when
// earlier frames have passed.
class StreamSource final : public FrameSource {
public:
  StreamSource(const StreamConfig& c, const LineConfig& line, uint64_t seed, uint64_t stream,
               const std::string& where, std::vector<Input> inputs)
      : config_(c), random_(seed, stream), overhead_(line.overhead_bytes),
        line_(line.rate_mbps, line.pll_mhz), start_(to_ticks(c.start_ns, line.pll_mhz)) {
    check(c, line, where);
    prepare({std::move(inputs), c.rules, where, line.pll_mhz, &counts_}, line);
    if (c.start != 0) go_to_start(where);
    arrival_ = static_cast<u128>(start_) << kFraction;
  }

  bool next(Frame& frame) override {
    StreamFrame item;
    if (!draw(item)) return false;
    frame.bytes = item.bytes;
    frame.line_bytes = item.line_bytes;
    frame.bad = item.bad;
    frame.not_before = std::max(start_, time_of(item));
    line_.begin(frame.not_before);
    line_.end(std::max<uint64_t>(item.bytes.size(), item.line_bytes + overhead_));
    return true;
  }

  SourceCounts counts() const override { return counts_; }

private:
  static constexpr unsigned kFraction = 16; // fraction bits of means and sums

  // Sums over the frames of one pass.
  struct Totals {
    uint64_t frames = 0;
    u128 line_bytes = 0; // overhead included
  };

  // Files are read again for each pass. Input that cannot be reopened, and frames in random order,
  // are stored.
  void prepare(const StreamFiles& files, const LineConfig& line) {
    sequence_ = play(config_, files);
    const bool several_passes = config_.repeat || needs_mean(config_);
    const bool store = config_.select == Select::Random || (several_passes && !files.lasting());
    if (!store && !needs_mean(config_)) return;
    Totals totals;
    StreamFrame frame;
    while (sequence_->next(frame)) {
      ++totals.frames;
      totals.line_bytes += frame.line_bytes + overhead_;
      if (store) store_.add(frame);
    }
    if (needs_mean(config_)) set_means(totals, line);
    if (store)
      sequence_ = play_stored(store_);
    else
      counts_ = {}; // frames will be counted again
    sequence_->restart();
  }

  void set_means(const Totals& totals, const LineConfig& line) {
    if (totals.frames == 0) return;
    const u128 n = totals.frames;
    const u128 scaled = (totals.line_bytes * 8 * line.pll_mhz) << kFraction; // of all frames, at 1
                                                                             // Mbit/s
    mean_gap_ = static_cast<uint64_t>(scaled / (n * config_.mean_mbps));
    const u128 burst = line.rate_mbps ? scaled / (n * line.rate_mbps) : 0;
    mean_off_ = static_cast<uint64_t>((mean_gap_ - burst) * config_.burst_frames);
  }

  // Skips to the first frame to play, which comes at time 0.
  void go_to_start(const std::string& where) {
    for (uint64_t frames = 0; frames <= config_.start; ++frames)
      if (!sequence_->next(first_))
        throw InputError(fmt::format("{}: `start` is {}, but the streams hold {} frames; the first "
                                     "frame is 0",
                                     where, config_.start, frames));
    has_first_ = true;
    file_began_ = static_cast<int64_t>(start_) - static_cast<int64_t>(first_.time);
  }

  bool draw(StreamFrame& item) {
    if (std::exchange(has_first_, false)) {
      item = first_;
      return true;
    }
    if (config_.select == Select::Random) return draw_any(item);
    if (sequence_->next(item)) return true;
    if (!config_.repeat) return false;
    sequence_->restart();
    return sequence_->next(item);
  }
  bool draw_any(StreamFrame& item) {
    if (store_.size() == 0 || (!config_.repeat && drawn_ == store_.size())) return false;
    ++drawn_;
    item = store_.get(random_.below(store_.size()));
    return true;
  }

  Tick time_of(const StreamFrame& item) {
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
  // Bursts of a geometric number of frames at line rate, separated by exponential gaps.
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
  SourceCounts counts_;
  FrameStore store_; // for random selection, and for input readable only once
  std::unique_ptr<Sequence> sequence_;
  Random random_;
  uint64_t overhead_;
  Line line_;
  Tick start_;
  StreamFrame first_; // the frame at `start`, already read
  bool has_first_ = false;
  uint64_t drawn_ = 0;                   // frames played in random selection
  int64_t file_began_ = 0;               // tick of the current file's time 0
  uint64_t mean_gap_ = 0, mean_off_ = 0; // ticks << kFraction
  u128 arrival_ = 0;                     // likewise
  bool burst_ends_ = true;
};
} // namespace

std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where,
                                         std::vector<Input> inputs) {
  return std::make_unique<StreamSource>(config, line, seed, stream, where, std::move(inputs));
}

static std::vector<Input> inputs_of(const StreamConfig& config) {
  std::vector<Input> inputs;
  for (const std::string& path : config.files)
    inputs.push_back(file_input(path));
  return inputs;
}

std::unique_ptr<FrameSource> make_stream(const StreamConfig& config, const LineConfig& line,
                                         uint64_t seed, uint64_t stream, const std::string& where) {
  return make_stream(config, line, seed, stream, where, inputs_of(config));
}

StreamSummary read_streams(const StreamConfig& config, const LineConfig& line,
                           const std::string& where) {
  check(config, line, where);
  StreamSummary s;
  StreamFiles files{inputs_of(config), config.rules, where, line.pll_mhz, &s.counts};
  s.complete = files.lasting();
  std::erase_if(files.inputs, [](const Input& input) { return !input.lasting; });
  const auto sequence = play_in_order(files);
  for (StreamFrame frame; sequence->next(frame); ++s.frames) {
    s.shortest = std::min(s.shortest, frame.bytes.size());
    s.longest = std::max(s.longest, frame.bytes.size());
  }
  return s;
}

} // namespace ixp
