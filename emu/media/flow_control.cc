#include "emu/media/flow_control.h"

#include <fmt/format.h>
#include <utility>

namespace ixp {

static constexpr uint32_t kIdleCWord = 0x0000ffff; // read from an empty FCIFIFO (HRM 8.5.2.1)
static constexpr unsigned kStatusClocks = 10;      // of TXCSRB: six of framing, four bits
// HWM_CONTROL: bit positions of the marks
static constexpr unsigned kRbufControlMark = 0, kRbufDataMark = 2;
static constexpr unsigned kFcefifoMark = 6, kFcififoFullMark = 8, kFcififoStopMark = 10;
// FC_STATUS_OVERRIDE: values [3:0] replace RXCSRB input, [7:4] TXCSRB output, each from data ready
// of the traffic manager up to control ready of the fabric; [8], [9] enable them.
static constexpr uint32_t kForceIngress = 1u << 8, kForceEgress = 1u << 9;

// Converts [0] TM data .. [3] SF control, as in the override, to the order of the status registers.
static uint32_t reversed(uint32_t bits) {
  return (bits >> 3 & 1) | (bits >> 1 & 2) | (bits << 1 & 4) | (bits << 3 & 8);
}

FlowControl::FlowControl(MsfShared& shared, RxPorts& rx, TxPorts& tx, std::optional<unsigned> cbus)
    : shared_(shared), rx_(rx), tx_(tx), clock_(shared.params), port_(cbus.value_or(0)),
      receives_(cbus && rx.exists(*cbus)), sends_(cbus && tx.exists(*cbus)),
      poll_at_(receives_ ? 0 : kNever) {}

void FlowControl::set_receive(const MsfLayout& layout, Tick now) {
  egress_ = layout.mode == MsfMode::Csix;
  egress_duplex_ = layout.duplex;
  bits_ = layout.cbus_8_bits ? 8 : 4;
  update(now);
}
void FlowControl::set_transmit(const MsfLayout& layout, Tick now) {
  ingress_ = layout.mode == MsfMode::Csix;
  ingress_duplex_ = layout.duplex;
  update(now);
}
void FlowControl::set_marks(uint32_t hwm_control, Tick now) {
  hwm_ = hwm_control;
  update(now);
}
void FlowControl::set_override(uint32_t value, Tick now) {
  override_ = value;
  changed_ = true;
  update(now);
}

bool FlowControl::loops() const {
  return !sends_ && egress_ && ingress_ && egress_duplex_ && ingress_duplex_;
}

// 3/4, 1/2, 1/4, 1/8.
size_t FlowControl::mark(unsigned shift, size_t of) const {
  static constexpr unsigned kEighths[] = {6, 4, 2, 1};
  return of * kEighths[hwm_ >> shift & 3] / 8;
}
bool FlowControl::fci_full() const {
  return fci_.words.size() >= mark(kFcififoFullMark, shared_.params.msf_fc_fifo);
}
bool FlowControl::rbuf_ready(unsigned partition) const {
  const unsigned shift = partition == kData ? kRbufDataMark : kRbufControlMark;
  return rbuf_of_[partition] == 0 || rbuf_used_[partition] < mark(shift, rbuf_of_[partition]);
}

// ---- ready bits

uint32_t FlowControl::egress_status() const {
  const bool full = fce_words_ + open_.size() >= mark(kFcefifoMark, shared_.params.msf_fc_fifo);
  const uint32_t tm = uint32_t{rbuf_ready(kControl) && !full} | uint32_t{rbuf_ready(kData)} << 1;
  const uint32_t bits =
      override_ & kForceEgress ? reversed(override_ >> 4 & kAllReady) : sf_ | tm << 2;
  return bits | uint32_t{full} << 4;
}

uint32_t FlowControl::ingress_status() const {
  if (override_ & kForceIngress) return reversed(override_ & kAllReady);
  // Simplex: this side's FIFO acts as the traffic manager's receiver of control.
  return !ingress_duplex_ && fci_full() ? ingress_bits_ & ~4u : ingress_bits_;
}

void FlowControl::set_ingress(uint32_t bits) {
  changed_ |= bits != ingress_bits_;
  ingress_bits_ = bits;
}

void FlowControl::update(Tick now) {
  if (!egress_ || !egress_duplex_ || (egress_status() & kAllReady) == told_) return;
  if (loops() && status_at_ == kNever)
    status_at_ = clock_.edge(clock_.index_from(now) + kStatusClocks);
  else if (sends_ && !sending_)
    cbus_at_ = std::min(cbus_at_, clock_.edge_from(now + 1));
}

void FlowControl::received(const CFrameHeader& h, bool error, Tick now) {
  sf_ = error ? 0 : uint32_t{h.control_ready} | uint32_t{h.data_ready} << 1;
  update(now);
}

void FlowControl::rbuf_used(unsigned partition, unsigned elements, unsigned of, Tick now) {
  rbuf_used_[partition] = elements;
  rbuf_of_[partition] = of;
  update(now);
}

// ---- FCEFIFO

void FlowControl::refuse(PacketTag tag, DropReason reason) {
  shared_.ledger.drop(tag, reason);
}

void FlowControl::queue(std::vector<uint8_t> bytes, PacketTag tag, Tick now) {
  fce_words_ += bytes.size() / kCWordBytes;
  fce_.push_back({std::move(bytes), tag});
  auto& stats = shared_.stats.csix;
  stats.fcefifo_max = std::max(stats.fcefifo_max, fce_words_);
  if (!sending_) cbus_at_ = std::min(cbus_at_, clock_.edge_from(now + 1));
  update(now);
}

void FlowControl::forward(std::span<const uint8_t> frame, PacketTag tag, bool error, Tick now) {
  auto& stats = shared_.stats.csix;
  if (!egress_duplex_ || !leads_somewhere()) {
    ++stats.discarded;
    return refuse(tag, DropReason::CFrameDiscard);
  }
  if (fce_words_ + open_.size() + frame.size() / kCWordBytes > shared_.params.msf_fc_fifo) {
    ++overflows_;
    ++stats.fcefifo_overflows;
    return refuse(tag, DropReason::FcefifoOverflow);
  }
  std::vector<uint8_t> bytes(frame.begin(), frame.end());
  if (error) {
    seal(bytes);
    bytes.back() ^= 1;
  }
  shared_.ledger.set(tag, Fate::InRbuf);
  ++stats.forwarded;
  queue(std::move(bytes), tag, now);
}

void FlowControl::write_fcefifo(uint32_t word, Tick now, const Command* c) {
  if (fce_words_ + open_.size() >= shared_.params.msf_fc_fifo)
    return shared_.misuse(now, c,
                          "FCEFIFO is full; the written word is lost. FC_EGRESS_STATUS[4] is set "
                          "when it is nearly full");
  open_.push_back(word);
  update(now);
}

// Hardware inserts ready bits and vertical parity.
void FlowControl::validate(Tick now, const Command* c) {
  const std::vector<uint32_t> words = std::exchange(open_, {});
  CFrameHeader h = read_base_header(static_cast<uint16_t>(words.empty() ? 0 : words[0] >> 16));
  if (words.empty() || words.size() * kCWordBytes != cframe_bytes(h.type, h.payload))
    return shared_.misuse(
        now, c,
        fmt::format("FCEFIFO_VALIDATE behind {} CWords, but the base header makes a C-frame of {}; "
                    "they are lost",
                    words.size(),
                    words.empty() ? 1 : cframe_bytes(h.type, h.payload) / kCWordBytes));
  if (!leads_somewhere())
    return shared_.misuse(now, c,
                          "FCEFIFO_VALIDATE, but no CBUS leads anywhere; set cbus of [msf]");
  const uint32_t status = egress_status();
  h.control_ready = status >> 2 & 1;
  h.data_ready = status >> 3 & 1;
  std::vector<uint8_t> bytes;
  for (const uint32_t word : words)
    for (const unsigned shift : {24u, 16u, 8u, 0u})
      bytes.push_back(static_cast<uint8_t>(word >> shift));
  if (!egress_duplex_) {
    const uint16_t base = base_header(h);
    bytes[0] = static_cast<uint8_t>(base >> 8);
  }
  seal(bytes);
  queue(std::move(bytes), 0, now);
}

// ---- CBUS

Tick FlowControl::next() const {
  return std::min({cbus_at_, poll_at_, status_at_});
}

void FlowControl::step(Tick now) {
  if (status_at_ <= now) {
    status_at_ = kNever;
    told_ = egress_status() & kAllReady;
    set_ingress(told_);
  }
  if (cbus_at_ <= now) {
    cbus_at_ = kNever;
    if (sending_) finish_sending();
    send(now);
  }
  if (poll_at_ <= now) poll(now);
}

void FlowControl::send(Tick now) {
  const uint32_t status = egress_status() & kAllReady;
  if (sends_ && egress_ && egress_duplex_ && status != told_) {
    CFrameHeader idle;
    idle.control_ready = status & 1;
    idle.data_ready = status >> 1 & 1;
    idle.cr = status >> 2 & 1;
    idle.p = status >> 3 & 1;
    told_ = status;
    return put_on_cbus(make_cframe(idle, {}), 0, now);
  }
  if (fce_.empty() || !leads_somewhere()) return;
  if (loops() && fci_.words.size() >= mark(kFcififoStopMark, shared_.params.msf_fc_fifo))
    return; // RXCFC stops it until a read
  Waiting head = std::move(fce_.front());
  fce_.pop_front();
  fce_words_ -= head.bytes.size() / kCWordBytes;
  put_on_cbus(std::move(head.bytes), head.tag, now);
  update(now);
}

void FlowControl::put_on_cbus(std::vector<uint8_t> bytes, PacketTag tag, Tick now) {
  sending_ = true;
  moving_ = {std::move(bytes), tag};
  if (sends_) {
    if (tag) shared_.ledger.delivered(tag, false); // now a frame of the transmitting port
    tx_.deliver(port_, {moving_.bytes, tag, true, true, false}, now);
    cbus_at_ = std::max(now + 1, tx_.next_begin(port_));
  } else {
    const uint64_t clocks = moving_.bytes.size() * 8 / bits_;
    cbus_at_ = clock_.edge(clock_.index_from(now) + clocks);
  }
}

void FlowControl::finish_sending() {
  sending_ = false;
  if (!sends_) arrive(moving_.bytes, moving_.tag, false);
  moving_ = {};
}

void FlowControl::poll(Tick now) {
  while (rx_.ready(port_, now)) {
    const RxMpacket m = rx_.peek(port_);
    if (!m.sop || !m.eop) { // longer than any C-frame
      shared_.ledger.drop(m.tag, DropReason::FcififoError);
      if (m.sop) {
        fci_error_ = true;
        ++shared_.stats.csix.fcififo_errors;
      }
    } else {
      arrive(m.bytes, m.tag, m.error);
    }
    rx_.take(port_, now);
  }
  poll_at_ = std::max(now + 1, clock_.edge_from(rx_.ready_at(port_)));
}

void FlowControl::arrive(std::span<const uint8_t> bytes, PacketTag tag, bool bad) {
  const CFrame f = read_cframe(bytes);
  auto& stats = shared_.stats.csix;
  const CFrameHeader& h = f.header;
  const bool error = bad || f.headless || f.length_error || f.parity_error;
  const uint32_t sf = uint32_t{h.control_ready} | uint32_t{h.data_ready} << 1;
  if (!error && !ingress_duplex_) set_ingress((ingress_bits_ & 0xc) | sf);
  if (!error && h.type == CFrameType::Idle) {
    if (ingress_duplex_) set_ingress(sf | uint32_t{h.cr} << 2 | uint32_t{h.p} << 3);
    return refuse(tag, DropReason::IdleCFrame);
  }
  if (error) {
    fci_error_ = true;
    ++stats.fcififo_errors;
    return refuse(tag, DropReason::FcififoError);
  }
  const size_t words = bytes.size() / kCWordBytes;
  if (fci_.words.size() + words > shared_.params.msf_fc_fifo) {
    fci_error_ = true;
    ++stats.fcififo_overflows;
    return refuse(tag, DropReason::FcififoOverflow);
  }
  for (size_t at = 0; at < bytes.size(); at += kCWordBytes)
    fci_.words.push_back(uint32_t{bytes[at]} << 24 | uint32_t{bytes[at + 1]} << 16 |
                         uint32_t{bytes[at + 2]} << 8 | bytes[at + 3]);
  fci_.frames.push_back({words, tag});
  shared_.ledger.set(tag, Fate::InRbuf);
  stats.fcififo_max = std::max(stats.fcififo_max, fci_.words.size());
  changed_ |= !ingress_duplex_;
}

// ---- FCIFIFO

uint32_t FlowControl::read_fcififo(Tick now) {
  if (fci_.words.empty()) return kIdleCWord;
  const uint32_t word = fci_.words.front();
  fci_.words.pop_front();
  if (!fce_.empty() && !sending_) cbus_at_ = std::min(cbus_at_, clock_.edge_from(now + 1));
  changed_ |= !ingress_duplex_;
  Arrived& frame = fci_.frames.front();
  if (--frame.words == 0) {
    shared_.ledger.delivered(frame.tag, false);
    ++shared_.stats.csix.fcififo_frames;
    fci_.frames.pop_front();
  }
  return word;
}

uint32_t FlowControl::interrupt_status() const {
  return uint32_t{fci_error_} << 6 | std::min(overflows_, 255u) << 16;
}
void FlowControl::clear_interrupts(uint32_t ones) {
  if (ones & 1u << 6) fci_error_ = false;
  if (ones & 0xffu << 16) overflows_ = 0;
}

// ---- displays and reports

void FlowControl::list_frames(std::vector<PacketTag>& out) const {
  for (const Waiting& w : fce_)
    out.push_back(w.tag);
  if (sending_) out.push_back(moving_.tag);
  for (const Arrived& a : fci_.frames)
    out.push_back(a.tag);
}

void FlowControl::visit_tags(const TagVisitor& visit) const {
  for (const Waiting& w : fce_)
    visit({&w.tag, 1});
  visit({&moving_.tag, 1});
  for (const Arrived& a : fci_.frames)
    visit({&a.tag, 1});
}

std::string FlowControl::describe() const {
  if (!egress_ && !ingress_) return {};
  return fmt::format("flow control: FCEFIFO {} CWords, FCIFIFO {}; status egress {:#x}, ingress "
                     "{:#x}\n",
                     fce_words_ + open_.size(), fci_.words.size(), egress_status(),
                     ingress_status());
}

} // namespace ixp
