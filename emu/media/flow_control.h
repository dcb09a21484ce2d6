// Flow control of the CSIX mode: link-level ready bits, and flow-control C-frames on the CBUS.
//
//   egress side (receives C-frames)              ingress side (transmits C-frames)
//   ready bits of base headers -> SF bits --+    +--> SF bits: may control and data leave?
//   RBUF, FCEFIFO below their marks -> TM --+--> +--> TM bits: ready bits of base headers
//   C-frames that CSIX_TYPE_MAP sends here       |
//     or microcode writes -> FCEFIFO --- CBUS ---+--> FCIFIFO -> microcode
//
// Full duplex: the CBUS connects the egress to the ingress side, of one chip or two. Changes of SF
// and TM bits cross it (TXCSRB). Between two chips they are an idle C-frame: its ready bits are the
// SF bits, CR and P the TM bits. Simplex: each side has its own CBUS to the fabric. Ready bits of
// C-frames on it are SF bits for the ingress side and TM bits of the egress side.
//
// The CBUS is a port of the chip (`cbus` of [msf]); without a transmitting port it connects the two
// sides of this chip. FIFOs hold `msf.fc_fifo` CWords (IXP2800 HRM section 8.5). A C-frame is
// forwarded when complete; RXCFC stops an egress side only on the same chip.
#pragma once

#include "emu/media/cframe.h"
#include "emu/media/line.h"
#include "emu/media/msf_parts.h"

#include <deque>
#include <optional>

namespace ixp {

class FlowControl {
public:
  FlowControl(MsfShared& shared, RxPorts& rx, TxPorts& tx, std::optional<unsigned> cbus);
  // Apply RX_CONTROL and TX_CONTROL; take_change() then reports changes for the transmitter.
  void set_receive(const MsfLayout& layout, Tick now);
  void set_transmit(const MsfLayout& layout, Tick now);
  void set_marks(uint32_t hwm_control, Tick now);
  void set_override(uint32_t value, Tick now);
  void expect_frame(Tick at) {
    if (receives_) poll_at_ = std::min(poll_at_, clock_.edge_from(at));
  }

  void step(Tick now);
  Tick next() const;
  bool take_change() { return std::exchange(changed_, false); } // for the transmitter

  // ---- the receiver
  void received(const CFrameHeader& header, bool error, Tick now); // any C-frame
  // Forwards a C-frame to FCEFIFO, even with an error, so that the ingress side detects it.
  void forward(std::span<const uint8_t> frame, PacketTag tag, bool error, Tick now);
  void rbuf_used(unsigned partition, unsigned elements, unsigned of, Tick now);

  // ---- the transmitter
  bool may_send(unsigned partition) const { return ingress_status() >> (partition ? 0 : 1) & 1; }
  bool control_ready() const { return ingress_status() >> 2 & 1; }
  bool data_ready() const { return ingress_status() >> 3 & 1; }

  // ---- registers and windows
  uint32_t egress_status() const;
  uint32_t ingress_status() const;
  uint32_t interrupt_status() const; // FIFO-related bits
  void clear_interrupts(uint32_t ones);
  uint32_t read_fcififo(Tick now);
  void write_fcefifo(uint32_t word, Tick now, const Command* c);
  void validate(Tick now, const Command* c);
  bool fci_not_empty() const { return !fci_.words.empty(); }
  bool fci_full() const;

  bool quiet() const { return !sending_; }
  std::string describe() const;
  void list_frames(std::vector<PacketTag>& out) const;
  void visit_tags(const TagVisitor& visit) const;

private:
  struct Waiting { // in FCEFIFO
    std::vector<uint8_t> bytes;
    PacketTag tag = 0;
  };
  struct Arrived { // in FCIFIFO
    size_t words;
    PacketTag tag;
  };
  bool loops() const; // the CBUS connects the two sides of this chip
  bool leads_somewhere() const { return sends_ || loops(); }
  size_t mark(unsigned shift, size_t of) const;
  bool rbuf_ready(unsigned partition) const;
  void update(Tick now); // applies SF and TM bits of the egress side
  void set_ingress(uint32_t bits);
  void send(Tick now);
  void finish_sending();
  void put_on_cbus(std::vector<uint8_t> bytes, PacketTag tag, Tick now);
  void poll(Tick now);
  void arrive(std::span<const uint8_t> bytes, PacketTag tag, bool bad);
  void refuse(PacketTag tag, DropReason reason);
  void queue(std::vector<uint8_t> bytes, PacketTag tag, Tick now);

  MsfShared& shared_;
  RxPorts& rx_;
  TxPorts& tx_;
  MediaClock clock_;
  unsigned port_ = 0;                     // of the CBUS
  bool receives_ = false, sends_ = false; // ports with that number exist
  bool egress_ = false, ingress_ = false; // sides present in this chip
  bool egress_duplex_ = true, ingress_duplex_ = true;
  unsigned bits_ = 4; // of the CBUS within the chip
  uint32_t hwm_ = 0, override_ = 0;

  // Bits as in the registers: [0] SF control, [1] SF data, [2] TM control, [3] TM data.
  static constexpr uint32_t kAllReady = 0xf;
  uint32_t sf_ = 3;
  std::array<unsigned, 2> rbuf_used_{}, rbuf_of_{}; // elements, by partition
  uint32_t ingress_bits_ = kAllReady;
  uint32_t told_ = kAllReady; // value sent to the other side
  Tick status_at_ = kNever;   // when it arrives there, on one chip
  bool changed_ = false;

  std::deque<Waiting> fce_;
  size_t fce_words_ = 0;
  std::vector<uint32_t> open_; // written by microcode, not yet validated
  struct {
    std::deque<uint32_t> words;
    std::deque<Arrived> frames;
  } fci_;

  bool sending_ = false;
  Waiting moving_; // on the CBUS
  Tick cbus_at_ = kNever, poll_at_ = kNever;
  unsigned overflows_ = 0;
  bool fci_error_ = false;
};

} // namespace ixp
