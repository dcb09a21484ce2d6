// Transmission of C-frames: one TBUF element is the payload, its control words contain the other
// fields. Longword 0 as in the IXP2800 HRM, table 99: payload length [31:24], prepend offset
// [23:21] and length [20:16], payload offset [15:13], skip [11], CR [9], P [8], type [3:0];
// longword 1 is the extension header. The hardware adds the base header with ready bits, padding
// and vertical parity.
//
// A partition sends while the fabric is ready for it. Without data to send, an idle C-frame reports
// changed ready bits to the fabric. The chip's continuous idle C-frames in between are not
// modelled.
#include "emu/media/flow_control.h"
#include "emu/media/transmitter.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

void Transmitter::look_again(Tick now) {
  for (Bus& bus : buses_)
    if (!bus.busy) bus.next = std::min(bus.next, clock_.edge_from(now + 1));
}

void Transmitter::read_cframe_control(uint32_t word, Control& control) const {
  control.port = 0;
  control.sop = control.eop = true;
  control.abort = false;
  control.cframe.type = static_cast<CFrameType>(word & 15);
  control.cframe.cr = word >> 9 & 1;
  control.cframe.p = word >> 8 & 1;
  control.cframe.payload = control.prepend + control.payload;
}

bool Transmitter::fits_cframe(const Control& control) const {
  return control.cframe.type != CFrameType::Idle && control.cframe.payload <= kMostPayload &&
         control.start() + control.payload <= layout_.element_bytes;
}

void Transmitter::lose_unfit(unsigned element, Tick now) {
  shared_.ledger.lost_on_transmit(tag_of(element), TransmitLoss::Aborted);
  shared_.misuse(
      now, nullptr,
      fmt::format("TBUF element {} has the control word {:#010x}, which makes no C-frame: "
                  "its type is 0, or its payload ends beyond the element's {} bytes or has "
                  "more than {}; it is freed without being sent",
                  element, elements_[element].control, layout_.element_bytes, kMostPayload));
}

void Transmitter::send_cframe(Bus& bus, unsigned partition, const Control& control, Tick now) {
  const unsigned n = head_element(partition);
  const uint8_t* data = &data_[size_t{n} * layout_.element_bytes];
  std::array<uint8_t, kMostPayload> payload{};
  const auto end = std::copy_n(data + control.prepend_at, control.prepend, payload.begin());
  std::copy_n(data + control.start(), control.payload, end);
  CFrameHeader header = control.cframe;
  header.extension = elements_[n].extension;
  elements_[n].state = State::Sending;
  bus.partition = partition;
  bus.element = n;
  bus.idle = false;
  put_on_line(bus, header, std::span(payload).first(header.payload),
              tag_of_payload(n, control.start(), control.payload), now);
}

void Transmitter::send_idle(Bus& bus, Tick now) {
  const FlowControl& flow = *shared_.flow;
  if (bus.busy || !layout_.partition_enabled(0) || !ports_.exists(0) ||
      (flow.control_ready() == control_ready_sent_ && flow.data_ready() == data_ready_sent_))
    return;
  bus.idle = true;
  ++shared_.stats.csix.idle_sent;
  put_on_line(bus, {}, {}, 0, now);
}

void Transmitter::put_on_line(Bus& bus, CFrameHeader header, std::span<const uint8_t> payload,
                              PacketTag tag, Tick now) {
  header.control_ready = control_ready_sent_ = shared_.flow->control_ready();
  header.data_ready = data_ready_sent_ = shared_.flow->data_ready();
  Moving& m = moving_[0];
  const std::vector<uint8_t> frame = make_cframe(header, payload);
  std::ranges::copy(frame, m.bytes.begin());
  m.port = 0;
  m.mpacket = {{m.bytes.data(), frame.size()}, tag, true, true, false};
  ports_.deliver(0, m.mpacket, now);
  bus.busy = true;
  bus.next = std::max(now + 1, ports_.next_begin(0));
  shared_.stats.tx_bus_busy += bus.next - now;
}

} // namespace ixp
