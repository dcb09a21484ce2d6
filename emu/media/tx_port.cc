// Transmit ports: receive mpackets, send frames at line rate. A frame starts when it is complete,
// or long enough (start_bytes), or when the buffer is full. If the buffer then runs empty, the
// frame is lost (underrun). One event per frame: its end, or the tick of the underrun.
#include "base/frames/fcs.h"
#include "emu/media/port.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace ixp {

class TxPorts::Port {
public:
  Port(TxPorts& owner, unsigned number, const TxPortConfig& config)
      : owner_(owner), number_(number), config_(config),
        line_(config.rate_mbps, owner.params_.clock_pll_mhz) {
    if (config_.high_water == 0) config_.high_water = config_.buffer_bytes / 4 * 3;
    if (config_.low_water == 0) config_.low_water = config_.buffer_bytes / 4;
    if (config_.start_bytes == 0) config_.start_bytes = config_.high_water;
  }

  Tick event() const { return event_; }

  void step(Tick now) {
    while (event_ <= now) {
      if (!frames_.front().complete) run_dry();
      end_frame(now);
      start(now, now, false);
    }
  }

  uint32_t fill(Tick now) const {
    if (!sending_) return held_;
    const uint64_t size = frames_.front().bytes.size();
    return held_ - static_cast<uint32_t>(std::min(line_.crossed_by(now), size));
  }

  TxStatus status(Tick now) const {
    const uint32_t f = fill(now);
    return f > config_.high_water   ? TxStatus::Satisfied
           : f >= config_.low_water ? TxStatus::Hungry
                                    : TxStatus::Starving;
  }

  Tick admits_at(unsigned bytes, Tick now) {
    if (!config_.flow_control || config_.rate_mbps == 0) return now;
    const uint32_t limit = std::min(config_.high_water, config_.buffer_bytes - bytes);
    const uint32_t f = fill(now);
    if (f <= limit) return now;
    if (!sending_) start(now, now + 1, true); // filled by one incomplete frame
    const uint64_t leave =
        std::min<uint64_t>(line_.crossed_by(now) + f - limit, frames_.front().bytes.size());
    return std::max(now + 1, std::min(line_.crossed_at(leave), event_));
  }

  const char* deliver(const TxMpacket& m, Tick now) {
    const char* problem = nullptr;
    if (m.sop && open_) {
      problem = "SOP before the EOP of the frame before it";
      abort_open(TransmitLoss::Aborted);
    }
    if (m.sop) open();
    if (!open_) {
      if (!discarding_) {
        problem = "neither SOP nor a frame that has begun";
        ++stats.error_frames;
        owner_.ledger_.lost_on_transmit(m.tag, TransmitLoss::Aborted);
      }
      discarding_ = !m.eop;
      return problem;
    }
    if (frames_.back().bytes.size() + m.bytes.size() > kMaxFrameBytes) {
      problem = "no EOP within the longest frame there is; the frame is given up";
      give_up(m, TransmitLoss::Aborted);
    } else {
      append(m, now);
    }
    // The ports have already acted in this tick, so the event comes later.
    if (sending_)
      event_ = std::max(now + 1, line_.crossed_at(frames_.front().bytes.size()));
    else
      start(now, now + 1, false);
    return problem;
  }

  Tick next_begin() const {
    if (!sending_) return line_.free();
    const Out& frame = frames_.front();
    return line_.crossed_at(line_bytes(frame));
  }
  bool empty() const { return frames_.empty(); }
  bool sends_received() const { return sending_ && frames_.front().tag != 0; }
  void list_frames(std::vector<PacketTag>& out) const {
    for (const Out& frame : frames_)
      out.push_back(frame.tag);
  }

  void visit_tags(const TagVisitor& visit) const {
    for (const Out& frame : frames_)
      visit({&frame.tag, 1});
  }

  PortStats stats;
  FrameCarrier* carrier = nullptr;

private:
  struct Out {
    std::vector<uint8_t> bytes;
    PacketTag tag = 0;
    bool complete = false, bad = false;
  };

  void open() {
    frames_.emplace_back();
    if (!spare_.empty()) {
      frames_.back().bytes = std::move(spare_.back());
      frames_.back().bytes.clear();
      spare_.pop_back();
    }
    open_ = true;
    discarding_ = false;
  }

  void append(const TxMpacket& m, Tick now) {
    Out& frame = frames_.back();
    const bool overflow = !config_.flow_control && config_.rate_mbps != 0 &&
                          fill(now) + m.bytes.size() > config_.buffer_bytes;
    if (overflow || m.abort) {
      if (overflow) {
        ++stats.buffer_overflow_frames;
        stats.overflow_bytes += m.bytes.size();
      }
      if (frame.tag == 0) frame.tag = m.tag;
      give_up(m, overflow ? TransmitLoss::PortOverflow : TransmitLoss::Aborted);
      return;
    }
    frame.bytes.insert(frame.bytes.end(), m.bytes.begin(), m.bytes.end());
    held_ += static_cast<uint32_t>(m.bytes.size());
    stats.buffer_high_water = std::max(stats.buffer_high_water, fill(now));
    if (frame.tag == 0) frame.tag = m.tag;
    if (m.eop) {
      frame.complete = true;
      open_ = false;
    }
  }

  void give_up(const TxMpacket& m, TransmitLoss why) {
    abort_open(why);
    discarding_ = !m.eop;
  }

  // Ends the open frame, which is incomplete. If its head is on the line, the rest of the buffered
  // bytes follow.
  void abort_open(TransmitLoss why) {
    ++stats.error_frames;
    open_ = false;
    Out& frame = frames_.back();
    owner_.ledger_.lost_on_transmit(frame.tag, why);
    frame.complete = frame.bad = true;
    const bool on_line = sending_ && frames_.size() == 1;
    if (on_line) return;
    held_ -= static_cast<uint32_t>(frame.bytes.size());
    spare_.push_back(std::move(frame.bytes));
    frames_.pop_back();
  }

  void run_dry() {
    ++stats.underrun_frames;
    owner_.ledger_.lost_on_transmit(frames_.front().tag, TransmitLoss::Underrun);
    frames_.front().bad = true;
    open_ = false;
    discarding_ = true;
  }

  // Starts the first frame at the earliest tick from `now`; its event is not before `event_from`.
  void start(Tick now, Tick event_from, bool forced) {
    if (sending_ || frames_.empty()) return;
    const Out& frame = frames_.front();
    const bool enough = config_.rate_mbps != 0 && frame.bytes.size() >= config_.start_bytes;
    if (!frame.complete && !enough && !forced) return;
    sending_ = true;
    sop_ = line_.begin(now);
    event_ = std::max(event_from, line_.crossed_at(frame.bytes.size()));
    if (carrier) carry(frame);
  }

  void carry(const Out& frame) {
    if (!frame.complete)
      throw InputError(fmt::format(
          "transmit port {} begins to send a frame of which only {} bytes are there yet; a link "
          "needs whole frames: make buffer_bytes, high_water and start_bytes of its tx larger",
          number_, frame.bytes.size()));
    carrier->frame_begins({number_, Direction::Tx, sop_, line_.crossed_at(frame.bytes.size()),
                           ordinal_, frame.tag, frame.bytes});
  }
  uint64_t line_bytes(const Out& frame) const {
    const uint64_t fcs = config_.fcs == Fcs::Keep ? kFcsBytes : 0;
    const uint64_t bytes = frame.bytes.size();
    const uint64_t overhead = line_overhead(config_.cframes, owner_.params_);
    return std::max(bytes, bytes + overhead - std::min(fcs, bytes));
  }

  void end_frame(Tick now) {
    Out& frame = frames_.front();
    const uint64_t bytes = frame.bytes.size(), on_line = line_bytes(frame);
    if (!frame.bad) report(frame, on_line, now);
    line_.end(on_line);
    held_ -= static_cast<uint32_t>(bytes);
    ++ordinal_;
    sending_ = false;
    event_ = kNever;
    spare_.push_back(std::move(frame.bytes));
    frames_.pop_front();
  }

  void report(const Out& frame, uint64_t on_line, Tick now) {
    ++stats.frames;
    stats.bytes += frame.bytes.size();
    stats.line_bytes += on_line;
    stats.first_sop = std::min(stats.first_sop, sop_);
    stats.last_eop = now;
    owner_.ledger_.transmitted(frame.tag);
    const FrameRecord record{number_, Direction::Tx, sop_, now, ordinal_, frame.tag, frame.bytes};
    for (PortObserver* o : owner_.observers_)
      o->frame_crossed(record);
    tell_crossed(owner_.events_, record);
  }

  TxPorts& owner_;
  unsigned number_;
  TxPortConfig config_;
  Line line_;
  std::deque<Out> frames_; // the first may be on the line, the last may be open
  std::vector<std::vector<uint8_t>> spare_;
  uint32_t held_ = 0; // bytes of all frames, including transmitted bytes of the first
  uint64_t ordinal_ = 0;
  Tick sop_ = 0, event_ = kNever;
  bool open_ = false;       // the last frame expects more mpackets
  bool discarding_ = false; // the rest of an aborted frame is pending
  bool sending_ = false;    // the first frame is on the line
};

TxPorts::TxPorts(const Params& params, PacketLedger& ledger) : params_(params), ledger_(ledger) {}
TxPorts::~TxPorts() = default;

void TxPorts::add(unsigned port, const TxPortConfig& config) {
  assert(port < kMaxPorts && !ports_[port]);
  ports_[port] = std::make_unique<Port>(*this, port, config);
  present_.push_back(ports_[port].get());
}

void TxPorts::set_carrier(unsigned port, FrameCarrier* carrier) {
  ports_[port]->carrier = carrier;
}
Tick TxPorts::next_begin(unsigned port) const {
  return ports_[port]->next_begin();
}

void TxPorts::step(Tick now) {
  Tick next = kNever;
  for (Port* p : present_) {
    if (p->event() <= now) p->step(now);
    next = std::min(next, p->event());
  }
  schedule(next);
}

bool TxPorts::exists(unsigned port) const {
  return port < kMaxPorts && ports_[port];
}
unsigned TxPorts::ports() const {
  unsigned n = kMaxPorts;
  while (n > 0 && !ports_[n - 1])
    --n;
  return n;
}
Tick TxPorts::admits_at(unsigned port, unsigned bytes, Tick now) {
  const Tick at = ports_[port]->admits_at(bytes, now);
  if (at > now) schedule_by(ports_[port]->event());
  return at;
}
TxStatus TxPorts::status(unsigned port, Tick now) const {
  return ports_[port]->status(now);
}
const char* TxPorts::deliver(unsigned port, const TxMpacket& mpacket, Tick now) {
  const char* problem = ports_[port]->deliver(mpacket, now);
  schedule_by(ports_[port]->event());
  return problem;
}
const PortStats& TxPorts::stats(unsigned port) const {
  return ports_[port]->stats;
}
uint32_t TxPorts::fill(unsigned port, Tick now) const {
  return ports_[port]->fill(now);
}
bool TxPorts::empty() const {
  return std::all_of(present_.begin(), present_.end(), [](const Port* p) { return p->empty(); });
}
bool TxPorts::sends_received() const {
  return std::any_of(present_.begin(), present_.end(),
                     [](const Port* p) { return p->sends_received(); });
}
void TxPorts::list_frames(unsigned port, std::vector<PacketTag>& out) const {
  ports_[port]->list_frames(out);
}
void TxPorts::visit_tags(const TagVisitor& visit) const {
  for (const Port* p : present_)
    p->visit_tags(visit);
}
void TxPorts::reset_stats() {
  for (Port* p : present_)
    p->stats = {};
}

} // namespace ixp
