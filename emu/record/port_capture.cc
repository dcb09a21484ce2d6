#include "emu/record/port_capture.h"

namespace ixp {

PortCapture::PortCapture(std::string path, const Params& params, const PacketLedger& ledger,
                         std::string chip)
    : writer_(std::move(path), "ixpemu", std::move(chip)), ledger_(ledger),
      me_div_(params.clock_me_div), me_hz_(params.me_hz()) {}

void PortCapture::open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs) {
  if (direction == Direction::Rx) fcs_[port] = fcs;
  writer_.open(port, direction, rate_mbps, fcs);
}

// The time is rounded as in a port log.
PcapngWriter::Frame PortCapture::frame(Tick at, std::span<const uint8_t> bytes,
                                       std::optional<FrameName> tag) const {
  const uint64_t cycle = at / me_div_;
  return {cycle, nanoseconds(cycle, me_hz_), bytes, static_cast<uint32_t>(bytes.size()), tag};
}

void PortCapture::frame_arrives(PacketTag tag, std::span<const uint8_t> bytes) {
  inside_[tag].assign(bytes.begin(), bytes.end());
}

void PortCapture::frame_crossed(const FrameRecord& r) {
  std::optional<FrameName> tag;
  if (r.tag) tag = {ledger_.entry(r.tag).port, ledger_.entry(r.tag).frame};
  blocks_.emplace(r.eop, writer_.crossed(r.port, r.direction, frame(r.eop, r.bytes, tag), r.frame));
}

void PortCapture::frame_ended(const FrameEnd& e) {
  const auto kept = inside_.extract(e.tag);
  if (e.tx_port >= 0) return; // frame_crossed() has it
  blocks_.emplace(e.at, writer_.lost(frame(e.at, kept.mapped(), e.name),
                                     {fcs_[e.name.port], e.ended, e.fate, e.reason,
                                      e.by.empty() ? "" : e.by + ' ' + e.source}));
}

void PortCapture::ends_complete(Tick tick) {
  const auto end = blocks_.lower_bound(tick);
  for (auto block = blocks_.begin(); block != end; ++block)
    writer_.write(block->second);
  blocks_.erase(blocks_.begin(), end);
}

void PortCapture::mark(const RunMark& mark) {
  ends_complete(kNever);
  writer_.mark(mark);
}

} // namespace ixp
