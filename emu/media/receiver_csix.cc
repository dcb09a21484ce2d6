// Reception of C-frames. CSIX_TYPE_MAP directs each type to RBUF, to flow control or nowhere, two
// bits per type: 0 nowhere, 1 data, 2 control, 3 FCEFIFO (the values are assumed).
//
// Status words as in the IXP2800 HRM, table 91, without its RPROT bit: element [30:24], payload
// length as the base header has it [23:16], CR [15], P [14], any error [13], length error [12],
// horizontal [11] and vertical [10] parity error, null [9], type [3:0]; then the extension header.
#include "emu/media/flow_control.h"
#include "emu/media/receiver.h"

namespace ixp {

namespace {

constexpr uint32_t kError = 1u << 13, kLengthError = 1u << 12;
constexpr uint32_t kHorizontalError = 1u << 11, kVerticalError = 1u << 10;
constexpr uint32_t kHorizontalInterrupt = 1u << 0, kVerticalInterrupt = 1u << 1;
enum class Target : uint8_t { Nowhere, Data, Control, FlowControl };

uint32_t status_of(const CFrame& f, bool horizontal_error, bool length_error) {
  const CFrameHeader& h = f.header;
  const uint32_t errors = (length_error ? kLengthError : 0) |
                          (horizontal_error ? kHorizontalError : 0) |
                          (f.parity_error ? kVerticalError : 0);
  return (h.payload & 0xff) << 16 | uint32_t{h.cr} << 15 | uint32_t{h.p} << 14 |
         (errors ? kError : 0) | errors | static_cast<uint32_t>(h.type);
}

} // namespace

// Fills an element with a C-frame and returns it; -1: none. A receive error represents a horizontal
// parity error, as frames have no parity pins that could show one.
int Receiver::place_cframe(const RxMpacket& m, Tick now) {
  auto& stats = shared_.stats.csix;
  const auto drop = [&](uint64_t& count, DropReason reason) {
    ++count;
    shared_.ledger.drop(m.tag, reason);
    return -1;
  };
  if (!m.sop) return -1; // part of an oversized C-frame, which was dropped
  const CFrame f = read_cframe(m.bytes);
  if (!m.eop || f.headless) return drop(stats.damaged, DropReason::DamagedCFrame);
  stats.horizontal_errors += m.error;
  stats.vertical_errors += f.parity_error;
  if (m.error) parity_errors_ |= kHorizontalInterrupt;
  if (f.parity_error) parity_errors_ |= kVerticalInterrupt;
  shared_.flow->received(f.header, m.error || f.parity_error, now);
  if (f.header.type == CFrameType::Idle) return drop(stats.idle, DropReason::IdleCFrame);
  const auto target =
      static_cast<Target>(type_map_ >> 2 * static_cast<unsigned>(f.header.type) & 3);
  if (target == Target::Nowhere) return drop(stats.discarded, DropReason::CFrameDiscard);
  if (target == Target::FlowControl) {
    if (f.length_error) return drop(stats.damaged, DropReason::DamagedCFrame);
    shared_.flow->forward(m.bytes, m.tag, m.error || f.parity_error, now);
    return -1;
  }
  auto& free = free_[target == Target::Data ? kData : kControl];
  if (free.empty()) {
    overflow(0, m, now);
    return -1;
  }
  const unsigned element = free.front();
  free.pop_front();
  const bool too_long = f.header.payload > layout_.element_bytes;
  const size_t bytes = std::min<size_t>(f.payload.size(), layout_.element_bytes);
  fill(element, 0, {f.payload.first(bytes), m.tag, true, true});
  use(element, 1, now);
  Element& e = elements_[element];
  e.cframe[0] = status_of(f, m.error, f.length_error || too_long);
  e.cframe[1] = f.header.extension;
  e.error = e.cframe[0] & kError;
  stats.length_errors += f.length_error || too_long;
  return static_cast<int>(element);
}

} // namespace ixp
