#include "python/module/recorder.h"

namespace ixp {

static int64_t delay_of(const FrameRecord& r, const PacketLedger& ledger, uint64_t me_div) {
  if (r.tag == 0 || r.direction == Direction::Rx) return -1;
  const Tick arrived = ledger.entry(r.tag).crossed;
  return arrived ? static_cast<int64_t>(r.eop / me_div - arrived / me_div) : -1;
}

RecordedFrame record_of(const FrameRecord& r, const PacketLedger& ledger, uint64_t me_div,
                        bool with_data) {
  RecordedFrame f{r.port,
                  r.direction,
                  r.frame,
                  r.sop / me_div,
                  r.eop / me_div,
                  delay_of(r, ledger, me_div),
                  static_cast<uint32_t>(r.bytes.size()),
                  ledger.text(r.tag),
                  {}};
  if (with_data) f.data.assign(r.bytes.begin(), r.bytes.end());
  return f;
}

} // namespace ixp
