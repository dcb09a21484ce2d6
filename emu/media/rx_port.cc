// Receive ports. The line gives the tick at which each byte of the arriving frame has crossed, so
// the buffer's fill is computed on demand. Between two fetches of the MSF it only grows, which
// makes overflow exact without an event per byte.
#include "emu/media/cframe.h"
#include "emu/media/port.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ixp {

class RxPorts::Port {
public:
  Port(RxPorts& owner, unsigned number, const RxPortConfig& config,
       std::unique_ptr<FrameSource> source)
      : owner_(owner), number_(number), config_(config), source_(std::move(source)),
        line_(config.rate_mbps, owner.params_.clock_pll_mhz) {}

  Tick event() const { return event_; }

  void step(Tick now) {
    if (!begun_) {
      begun_ = true;
      draw(now);
    }
    while (event_ <= now)
      awaiting_source_ ? draw(now) : end_frame(now);
  }

  std::unique_ptr<FrameSource> set_source(std::unique_ptr<FrameSource> source) {
    assert(!begun_);
    return std::exchange(source_, std::move(source));
  }
  void expect(Tick from) {
    if (awaiting_source_) event_ = std::min(event_, from);
  }

  Tick ready_at() const {
    if (buffer_.empty()) return event_;
    const Stored& head = buffer_.front();
    if (head.complete) return 0;
    const uint64_t wanted = head.taken + uint64_t{wanted_bytes()};
    return line_.crossed_at(std::min<uint64_t>(wanted, head.bytes.size()));
  }

  bool ready(Tick now) {
    advance(now);
    if (buffer_.empty()) return false;
    const Stored& head = buffer_.front();
    return head.complete || head.stored - head.taken >= wanted_bytes();
  }

  RxMpacket peek() const {
    const Stored& head = buffer_.front();
    const uint32_t bytes = std::min(head.stored - head.taken, piece());
    RxMpacket m;
    m.bytes = std::span(head.bytes).subspan(head.taken, bytes);
    m.tag = head.tag;
    m.sop = head.taken == 0;
    m.eop = head.complete && head.taken + bytes == head.stored;
    m.error = m.eop && head.error;
    return m;
  }

  void take(Tick now) {
    const RxMpacket m = peek();
    const auto bytes = static_cast<uint32_t>(m.bytes.size());
    buffer_.front().taken += bytes;
    fill_ -= bytes;
    if (m.eop) {
      spare_.push_back(std::move(buffer_.front().bytes));
      buffer_.pop_front();
    }
    if (waits_for_room_) enter_when_room(now + 1);
  }

  uint32_t fill(Tick now) const {
    if (!arriving_ || lost_) return fill_;
    const uint64_t crossed = std::min<uint64_t>(line_.crossed_by(now), frame_.bytes.size());
    return static_cast<uint32_t>(
        std::min<uint64_t>(fill_ + crossed - buffer_.back().stored, config_.buffer_bytes));
  }
  bool ended() const { return begun_ && ended_; }
  bool arriving() const { return arriving_ && !lost_; }
  bool none_on_its_way() const { return ended() || waits_for_room_ || source_is_dry(); }
  bool dry() const { return (ended() || source_is_dry()) && buffer_.empty(); }
  bool exhausted() const { return ended() && buffer_.empty(); }
  void list_frames(std::vector<PacketTag>& out) const {
    for (const Stored& s : buffer_)
      if (s.complete) out.push_back(s.tag);
  }

  void visit_tags(const TagVisitor& visit) const {
    visit({&tag_, 1});
    for (const Stored& s : buffer_)
      visit({&s.tag, 1});
  }

  SourceCounts source_counts() const { return source_ ? source_->counts() : SourceCounts{}; }

  PortStats stats;
  Digest drawn;

private:
  struct Stored {
    std::vector<uint8_t> bytes; // of the whole frame
    PacketTag tag = 0;
    uint32_t stored = 0, taken = 0; // bytes that have entered and left the buffer
    bool complete = false, error = false;
  };

  bool source_is_dry() const { return awaiting_source_ && event_ == kNever; }
  uint32_t piece() const { return config_.cframes ? kMostCFrameBytes : owner_.element_bytes_; }
  uint32_t wanted_bytes() const { return std::max(piece(), config_.threshold_bytes); }

  // Takes the next frame from the source; it begins when it is due and the line is free.
  void draw(Tick now) {
    event_ = kNever;
    frame_ = {};
    awaiting_source_ = source_ && source_->none_before() > now;
    if (awaiting_source_) {
      event_ = source_->none_before();
      return;
    }
    if (!next_frame(now)) {
      ended_ = true;
      return;
    }
    assert(!frame_.bytes.empty());
    drawn.add(frame_.bytes);
    drawn.add(uint64_t{frame_.line_bytes} << 1 | frame_.bad);
    drawn.add(frame_.not_before);
    if (config_.rate_mbps == 0)
      enter_when_room(now);
    else
      begin(frame_.not_before);
  }

  bool next_frame(Tick now) {
    try {
      return source_ && source_->next(frame_);
    } catch (const InputError& e) {
      if (!owner_.bad_stream_) throw;
      owner_.bad_stream_(e, now);
      return false;
    }
  }

  // Unbounded rate: the frame enters as soon as it fits.
  void enter_when_room(Tick now) {
    const uint64_t needed = fill_ + frame_.bytes.size();
    waits_for_room_ = needed > config_.buffer_bytes && !buffer_.empty();
    if (!waits_for_room_) begin(std::max(now, frame_.not_before));
  }

  void begin(Tick earliest) {
    sop_ = line_.begin(earliest);
    event_ = line_.crossed_at(frame_.bytes.size());
    arriving_ = true;
    lost_ = false;
    tag_ = owner_.ledger_.begin(number_, ordinal_);
    for (PortObserver* o : owner_.observers_)
      o->frame_arrives(tag_, frame_.bytes);
    store();
  }

  // Copies the frame: it is only valid until the source's next one.
  void store() {
    Stored& last = buffer_.emplace_back();
    if (!spare_.empty()) {
      last.bytes = std::move(spare_.back());
      spare_.pop_back();
    }
    last.bytes.assign(frame_.bytes.begin(), frame_.bytes.end());
    last.tag = tag_;
  }

  // Moves bytes that crossed by `now` into the buffer.
  void advance(Tick now) {
    if (!arriving_ || lost_) return;
    Stored& last = buffer_.back();
    const auto crossed =
        static_cast<uint32_t>(std::min<uint64_t>(line_.crossed_by(now), frame_.bytes.size()));
    const uint32_t room = config_.buffer_bytes - fill_;
    const uint32_t more = std::min(crossed - last.stored, room);
    const bool overflow = crossed - last.stored > room;
    last.stored += more;
    fill_ += more;
    stats.buffer_high_water = std::max(stats.buffer_high_water, fill_);
    if (overflow) lose();
  }

  // The buffer is full for the rest of the arriving frame. Bytes not yet fetched are discarded; a
  // frame whose fetch has begun ends here, with a receive error.
  void lose() {
    lost_ = true;
    owner_.ledger_.drop(tag_, DropReason::PortOverflow);
    Stored& last = buffer_.back();
    ++stats.buffer_overflow_frames;
    stats.overflow_bytes += frame_.bytes.size() - last.stored;
    if (last.taken == 0) {
      stats.overflow_bytes += last.stored;
      fill_ -= last.stored;
      spare_.push_back(std::move(last.bytes));
      buffer_.pop_back();
    } else {
      last.complete = last.error = true;
    }
  }

  void end_frame(Tick now) {
    advance(now);
    if (!lost_) {
      Stored& last = buffer_.back();
      last.complete = true;
      last.error = frame_.bad;
      owner_.ledger_.set(tag_, Fate::InPort);
      frame_.bad ? void(++stats.error_frames) : report(now);
    }
    line_.end(frame_.spaced ? frame_.bytes.size() : line_bytes());
    arriving_ = false;
    ++ordinal_;
    draw(lost_ ? now + 1 : now);
  }
  uint64_t line_bytes() const {
    return std::max<uint64_t>(frame_.bytes.size(),
                              frame_.line_bytes + line_overhead(config_.cframes, owner_.params_));
  }
  void report(Tick now) {
    ++stats.frames;
    stats.bytes += frame_.bytes.size();
    stats.line_bytes += line_bytes();
    stats.first_sop = std::min(stats.first_sop, sop_);
    stats.last_eop = now;
    owner_.ledger_.crossed(tag_, now);
    const FrameRecord record{number_, Direction::Rx, sop_, now, ordinal_, tag_, frame_.bytes};
    for (PortObserver* o : owner_.observers_)
      o->frame_crossed(record);
    tell_crossed(owner_.events_, record);
  }

  RxPorts& owner_;
  unsigned number_;
  RxPortConfig config_;
  std::unique_ptr<FrameSource> source_;
  Line line_;
  std::deque<Stored> buffer_; // frames with bytes in the buffer; the last may be arriving
  std::vector<std::vector<uint8_t>> spare_;
  uint32_t fill_ = 0;

  Frame frame_; // on the line, or waiting for space
  PacketTag tag_ = 0;
  uint64_t ordinal_ = 0;
  Tick sop_ = 0, event_ = 0; // event: end of its last byte
  bool begun_ = false, ended_ = false, arriving_ = false, lost_ = false, waits_for_room_ = false;
  bool awaiting_source_ = false; // event: next call of none_before()
};

RxPorts::RxPorts(const Params& params, PacketLedger& ledger) : params_(params), ledger_(ledger) {
  schedule(0);
}
RxPorts::~RxPorts() = default;

void RxPorts::add(unsigned port, const RxPortConfig& config, std::unique_ptr<FrameSource> source) {
  assert(port < kMaxPorts && !ports_[port]);
  ports_[port] = std::make_unique<Port>(*this, port, config, std::move(source));
  present_.push_back(ports_[port].get());
}

std::unique_ptr<FrameSource> RxPorts::set_source(unsigned port,
                                                 std::unique_ptr<FrameSource> source) {
  return ports_[port]->set_source(std::move(source));
}

void RxPorts::expect(unsigned port, Tick from) {
  ports_[port]->expect(from);
  schedule_by(ports_[port]->event());
  if (expected_) expected_(from);
}

void RxPorts::step(Tick now) {
  Tick next = kNever;
  for (Port* p : present_) {
    if (p->event() <= now) p->step(now);
    next = std::min(next, p->event());
  }
  schedule(next);
}

bool RxPorts::exists(unsigned port) const {
  return port < kMaxPorts && ports_[port];
}
unsigned RxPorts::ports() const {
  unsigned n = kMaxPorts;
  while (n > 0 && !ports_[n - 1])
    --n;
  return n;
}
Tick RxPorts::ready_at(unsigned port) const {
  return ports_[port]->ready_at();
}
bool RxPorts::ready(unsigned port, Tick now) {
  return ports_[port]->ready(now);
}
RxMpacket RxPorts::peek(unsigned port) {
  return ports_[port]->peek();
}
void RxPorts::take(unsigned port, Tick now) {
  ports_[port]->take(now);
  schedule_by(std::max(ports_[port]->event(), now + 1));
}
const PortStats& RxPorts::stats(unsigned port) const {
  return ports_[port]->stats;
}
const Digest& RxPorts::drawn(unsigned port) const {
  return ports_[port]->drawn;
}
uint32_t RxPorts::fill(unsigned port, Tick now) const {
  return ports_[port]->fill(now);
}
bool RxPorts::arriving(unsigned port) const {
  return ports_[port]->arriving();
}
bool RxPorts::ended() const {
  return std::all_of(present_.begin(), present_.end(), [](const Port* p) { return p->ended(); });
}
bool RxPorts::none_on_its_way() const {
  return std::all_of(present_.begin(), present_.end(),
                     [](const Port* p) { return p->none_on_its_way(); });
}
bool RxPorts::dry() const {
  return std::all_of(present_.begin(), present_.end(), [](const Port* p) { return p->dry(); });
}
void RxPorts::list_frames(unsigned port, std::vector<PacketTag>& out) const {
  ports_[port]->list_frames(out);
}
bool RxPorts::exhausted() const {
  return std::all_of(present_.begin(), present_.end(),
                     [](const Port* p) { return p->exhausted(); });
}
SourceCounts RxPorts::source_counts(unsigned port) const {
  return ports_[port]->source_counts();
}
void RxPorts::visit_tags(const TagVisitor& visit) const {
  for (const Port* p : present_)
    p->visit_tags(visit);
}
void RxPorts::reset_stats() {
  for (Port* p : present_)
    p->stats = {};
}

} // namespace ixp
