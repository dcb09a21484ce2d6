// The transmit half of the MSF. Microcode fills TBUF elements and validates them. Each partition
// sends its elements strictly in order, so an element that is not validated, or whose port is full,
// delays later ones (real head-of-line blocking). Partitions take turns.
//
//   Free -> (data, control words) -> Valid -> Sending --bus--> port; Free, TX_SEQUENCE + 1
//
// In CSIX mode (transmitter_csix.cc) the line is the bus: the port sends a C-frame while its
// element is Sending.
#pragma once

#include "emu/media/cframe.h"
#include "emu/media/msf_parts.h"

namespace ixp {

class Transmitter {
public:
  Transmitter(MsfShared& shared, TxPorts& ports);
  // A change of mode or element size resets TBUF.
  void set_layout(const MsfLayout& layout, Tick now);
  const MsfLayout& layout() const { return layout_; }

  void step(Tick now);
  Tick next() const;

  void write_data(uint32_t offset, const uint8_t* data, const PacketTag* tags, unsigned bytes,
                  Tick now, const Command* c);
  void write_longword(uint32_t offset, uint32_t value, Tick now, const Command* c);
  // TBUF_ELEMENT_CONTROL: longword 0 or 1; writing the second validates.
  void write_control(unsigned element, unsigned longword, uint32_t value, Tick now,
                     const Command* c);
  void validate(unsigned element, Tick now, const Command* c);
  uint32_t sequence(unsigned partition) const; // TX_SEQUENCE_n
  void look_again(Tick now);                   // flow control has changed

  unsigned valid() const;
  bool quiet() const;
  std::string describe() const;
  void list_frames(std::vector<PacketTag>& out) const; // of elements filled and not sent
  void visit_tags(const TagVisitor& visit) const;

private:
  enum class State : uint8_t { Free, Valid, Sending };
  struct Element {
    State state = State::Free;
    bool filled = false; // written since it was last sent
    uint32_t control = 0;
    uint32_t extension = 0; // CSIX: the second longword
    Tick ready = 0;         // when it has passed the transmit pipeline
  };
  struct Partition {
    unsigned head = 0; // next element to send, within the partition
    unsigned valid = 0;
    uint8_t sent = 0;
    Tick blocked_since = kNever;
  };
  struct Bus {
    Tick next = kNever;
    unsigned turn = 0; // partition
    unsigned element = 0;
    unsigned partition = 0;
    bool busy = false;
    bool idle = false; // an idle C-frame, without element
  };
  // A decoded control word.
  struct Control {
    unsigned port, prepend_at, prepend, payload_at, payload;
    bool sop, eop, abort, skip;
    CFrameHeader cframe;     // CSIX: type, CR, P and payload including prepended bytes
    unsigned start() const { // payload offset in the element (IXP2800 HRM p.265)
      return ((prepend_at + prepend + 7) & 0xf8) + payload_at;
    }
  };

  unsigned head_element(unsigned partition) const;
  void report_in_use(uint32_t offset, unsigned bytes, Tick now, const Command* c);
  PacketTag tag_of(unsigned element) const;
  Control decode(uint32_t word) const;
  int port_of(const Control& control, unsigned partition) const;
  void look(unsigned bus_number, Tick now);
  Tick try_send(Bus& bus, unsigned partition, Tick now);
  void send(Bus& bus, unsigned partition, const Control& control, int port, Tick now);
  void lose(unsigned element, const Control& control, Tick now); // it has no port
  void finish(Bus& bus, Tick now);
  void read_cframe_control(uint32_t word, Control& control) const;
  bool fits_cframe(const Control& control) const;
  void lose_unfit(unsigned element, Tick now);
  void send_cframe(Bus& bus, unsigned partition, const Control& control, Tick now);
  void send_idle(Bus& bus, Tick now);
  void put_on_line(Bus& bus, CFrameHeader header, std::span<const uint8_t> payload, PacketTag tag,
                   Tick now);
  PacketTag tag_of_payload(unsigned element, unsigned start, unsigned bytes) const;
  void release(unsigned partition, Tick now);

  MsfShared& shared_;
  TxPorts& ports_;
  MediaClock clock_;
  MsfLayout layout_;
  std::array<uint8_t, msf_reg::kBufferBytes> data_{};
  std::array<PacketTag, kGranules> tags_{};
  std::array<Element, kMaxElements> elements_{};
  std::array<Partition, 4> partitions_{};
  std::array<Bus, 4> buses_{};
  struct Moving { // the mpacket on a bus
    std::array<uint8_t, 512> bytes;
    TxMpacket mpacket;
    unsigned port = 0;
  };
  std::array<Moving, 4> moving_{};
  bool control_ready_sent_ = true, data_ready_sent_ = true; // in the last C-frame
};

} // namespace ixp
