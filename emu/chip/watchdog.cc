#include "emu/chip/watchdog.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace ixp {

Watchdog::Watchdog(Chip& chip, const SystemConfig& system)
    : chip_(chip), system_(system), has_traffic_(system.has_source()),
      interval_(chip.params.me(chip.params.stop_idle)),
      patience_(std::max(interval_, chip.params.me(chip.params.stop_stuck))),
      silence_(std::max(interval_, chip.params.me(chip.params.stop_silent))) {}

// Number of later arrivals after which a frame may be considered stuck.
constexpr uint64_t kManyArrivals = 64;

static std::string frames_inside(const Survey& found) {
  const uint64_t n = found.frames();
  return n == 1 ? "1 frame is inside" : fmt::format("{} frames are inside", n);
}

static uint64_t frames_sent(const PacketLedger::Totals& t) {
  return std::accumulate(t.lost_on_transmit.begin(), t.lost_on_transmit.end(),
                         t.received_and_transmitted);
}

// Number of commands that change state.
static uint64_t writes(const UnitStats& u) {
  using enum mev2::Opcode;
  uint64_t n = u.commands;
  for (const mev2::Opcode read : {SCRATCH_READ, SCRATCH_GET, CAP_READ, CAP_READ_IMM})
    n -= u.of_opcode[static_cast<unsigned>(read)];
  return n;
}

Watchdog::Counts Watchdog::count() {
  chip_.settle();
  Counts c;
  const PacketLedger::Totals& t = chip_.ledger.totals();
  c.steps = t.by_fate[static_cast<unsigned>(Fate::Delivered)] + t.dropped_seen +
            t.transmitted_tagged + t.transmitted_untagged;
  for (const MsfStats::Partition& m : chip_.msf->stats().partition)
    c.steps += m.rx_elements + m.tx_elements + m.tx_skipped;
  for (unsigned ring = 0; ring < kScratchRings; ++ring) {
    const RingStats& r = chip_.scratch.ring_stats(ring);
    c.messages += r.words_put + r.words_got;
  }
  for (const auto& channel : chip_.sram)
    if (channel) {
      c.writes += channel->stats().longwords_written;
      for (unsigned entry = 0; entry < kQueueEntries; ++entry)
        c.messages += channel->queue_stats(entry).puts + channel->queue_stats(entry).gets;
    }
  const DramStats& dram = chip_.dram->stats();
  c.writes += writes(chip_.scratch.stats()) + writes(chip_.cap.stats()) + dram.bytes_written +
              dram.bytes_to_tbuf + dram.bytes_from_rbuf + c.messages + c.steps;
  for (const auto& bus : chip_.command_bus)
    c.commands += bus->stats().commands;
  if (chip_.xscale) {
    c.writes += chip_.xscale->stats().writes;
    c.commands += chip_.xscale->stats().accesses;
  }
  return c;
}

Watchdog::Verdict Watchdog::look(Tick now) {
  const Counts c = count();
  const Verdict v = has_traffic_ ? look_at_frames(c, now) : look_at_microcode(c, now);
  if (c != last_) same_since_ = now;
  last_ = c;
  return v;
}

Watchdog::Verdict Watchdog::decide(Verdict v, std::string text) {
  text_ = std::move(text);
  return v;
}

// True if no alarm is pending: a timer wraps after 16 bits of timer steps.
bool Watchdog::no_alarm(Tick now) const {
  const Tick longest = chip_.params.me(65536 * chip_.params.clock_timestamp_div);
  return !chip_.has_alarms() || now - same_since_ > longest;
}

// ---- Systems with packet streams.

// Frames found may be remains that microcode has counted as dropped. If none is found, microcode
// may hold frames that are in no buffer of the system file.
bool Watchdog::all_left(const Counts& c, const Survey& found, bool waited_long) {
  if (!chip_.rx.exhausted()) return false;
  const bool still = c.steps == last_.steps && chip_.tx.empty();
  const FrameCounts n = count_frames(chip_, system_, found);
  if (system_.counts_drops() && n.inside == 0 && n.by_fate(Fate::InRbuf) == 0 && still) return true;
  return found.empty() && (waited_long || (still && c.messages == last_.messages));
}

// Time since the next transmission became due.
Tick Watchdog::waited(Tick now) {
  const PacketLedger::Totals& t = chip_.ledger.totals();
  if (const uint64_t sent = frames_sent(t); sent != sent_) {
    sent_ = sent;
    received_ = t.received;
    waiting_since_ = kNever;
  }
  const bool may_wait_for_more = t.received < received_ + kManyArrivals;
  if (waiting_since_ == kNever && (!may_wait_for_more || chip_.rx.none_on_its_way())) {
    waiting_since_ = now;
    sample_.reset();
  }
  return waiting_since_ == kNever ? 0 : now - waiting_since_;
}

static std::vector<std::pair<PacketTag, Stage>> stages(const Survey& found) {
  std::vector<std::pair<PacketTag, Stage>> out;
  for (const FramesAt& at : found.places)
    for (const PacketTag tag : at.frames)
      out.emplace_back(tag, at.stage);
  std::ranges::sort(out);
  return out;
}

// True if some frame has not moved since the sample. Frames on a line arrive without help.
bool Watchdog::is_stuck(const Survey& found) {
  if (!sample_ || chip_.tx.sends_received() || system_.microengines.empty()) return false;
  std::vector<std::pair<PacketTag, Stage>> same;
  std::ranges::set_intersection(*sample_, stages(found), std::back_inserter(same));
  return !same.empty();
}

Watchdog::Verdict Watchdog::look_at_frames(const Counts& c, Tick now) {
  const Tick wait = waited(now);
  const bool ending = chip_.rx.exhausted() && c.steps == last_.steps && now != interval_;
  const bool may_be_dead = chip_.rx.ended() && c == last_ && now != interval_;
  const bool sample_due = !sample_ && wait >= patience_ / 2;
  if (!ending && !may_be_dead && !sample_due && wait < patience_) return Verdict::GoesOn;

  const Survey found = survey(chip_, system_);
  if (all_left(c, found, wait >= patience_))
    return decide(Verdict::Over, "all streams have ended and no frame is inside");
  if (wait >= patience_) {
    if (is_stuck(found))
      return decide(Verdict::Stuck,
                    fmt::format("stuck: {} and none was transmitted for {} cycles",
                                frames_inside(found), wait / chip_.params.clock_me_div));
    waiting_since_ = now;
    sample_.reset();
  } else if (sample_due) {
    sample_ = stages(found);
  }
  if (may_be_dead && !found.empty() && chip_.asleep() && no_alarm(now))
    return decide(Verdict::Dead,
                  frames_inside(found) + ", all contexts sleep and nothing will wake them");
  return Verdict::GoesOn;
}

// ---- Systems of microcode alone.

// True if some context is on an RX_THREAD_FREELIST.
bool Watchdog::awaits_frames() const {
  for (unsigned me = 0; me < kMicroengines; ++me)
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      for (unsigned signal = 1; signal < 16; ++signal)
        if (chip_.msf->receive_freelist_of(me, ctx, signal)) return true;
  return false;
}

Watchdog::Verdict Watchdog::look_at_microcode(const Counts& c, Tick now) {
  if (c.writes != writes_) {
    writes_ = c.writes;
    written_ = now;
  }
  if (c == last_ && now != interval_ && chip_.asleep() && no_alarm(now))
    return decide(Verdict::Over, "all contexts sleep and nothing moves any more");
  const std::string silence = fmt::format("nothing was written to any memory for {} cycles",
                                          (now - written_) / chip_.params.clock_me_div);
  if (now - written_ >= std::min(silence_, patience_) && !chip_.xscale && awaits_frames() &&
      no_alarm(now))
    return decide(Verdict::Stuck,
                  "stuck: contexts wait for frames, but no port receives any, and " + silence +
                      "; name a stream, e.g. --rx 0=FILE");
  if (now - written_ >= silence_)
    return decide(Verdict::Stuck, "stuck: contexts run, but " + silence);
  return Verdict::GoesOn;
}

} // namespace ixp
