#include "emu/media/cframe.h"
#include "emu/media/port.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

static uint64_t per_second(uint64_t amount, Tick first, Tick now, uint64_t hz) {
  if (first >= now) return 0;
  return static_cast<uint64_t>(static_cast<unsigned __int128>(amount) * hz / (now - first));
}

uint64_t PortStats::kbit_per_s(Tick now, uint64_t hz) const {
  return per_second(bytes * 8, first_sop, now, hz) / 1000;
}

uint64_t PortStats::millframes_per_s(Tick now, uint64_t hz) const {
  return per_second(frames * 1000, first_sop, now, hz);
}

uint64_t PortStats::lost() const {
  uint64_t frames_lost = 0;
#define COUNTER(side, type, name, lost, meaning)                                                   \
  if (lost) frames_lost += name;
#include "emu/media/port.def"
  return frames_lost;
}

[[gnu::noinline]] static void add_crossed(EventStream& events, const FrameRecord& r) {
  const bool rx = r.direction == Direction::Rx;
  events.add(EventKind::Frame, rx ? Slot::RxPorts : Slot::TxPorts, r.eop, {}).frame = {
      rx ? FrameAction::Received : FrameAction::Transmitted,
      0,
      static_cast<uint8_t>(r.port),
      static_cast<uint32_t>(r.frame),
      static_cast<uint32_t>(r.bytes.size()),
      r.tag,
      r.sop};
}

void tell_crossed(EventStream* events, const FrameRecord& r) {
  if (heard(events, EventKind::Frame)) [[unlikely]]
    add_crossed(*events, r);
}

void check(const RxPortConfig& c, unsigned element_bytes, const std::string& where) {
  const uint32_t piece = c.cframes ? kMostCFrameBytes : element_bytes;
  const uint32_t least = std::max<uint32_t>(piece, c.threshold_bytes);
  if (c.buffer_bytes < least)
    throw InputError(fmt::format("{}: `buffer_bytes` is {}, expected at least {}, an RBUF element "
                                 "and the threshold; the port could never be read",
                                 where, c.buffer_bytes, least));
}

void check(const TxPortConfig& c, const std::string& where) {
  constexpr uint32_t kLeast = 512; // more than the largest mpacket with prepended bytes
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("{}: {}", where, what));
  };
  if (c.buffer_bytes < kLeast)
    refuse(fmt::format("`buffer_bytes` is {}, expected at least {}", c.buffer_bytes, kLeast));
  if (c.high_water > c.buffer_bytes)
    refuse(fmt::format("`high_water` is {}, expected at most the buffer's {} bytes", c.high_water,
                       c.buffer_bytes));
  const uint32_t high = c.high_water ? c.high_water : c.buffer_bytes / 4 * 3;
  if (c.low_water > high)
    refuse(fmt::format("`low_water` is {}, expected at most the high-water mark, {}", c.low_water,
                       high));
  if (c.start_bytes > high)
    refuse(fmt::format("`start_bytes` is {}, expected at most the high-water mark, {}: the port "
                       "would stop taking bytes before it starts to send",
                       c.start_bytes, high));
}

} // namespace ixp
