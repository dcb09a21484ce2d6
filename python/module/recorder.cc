#include "python/module/recorder.h"

#include <algorithm>
#include <utility>

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

void Recorder::add(RecordedFrame frame) {
  const std::lock_guard lock(mutex_);
  frames_.push_back(std::move(frame));
}

size_t Recorder::size() const {
  const std::lock_guard lock(mutex_);
  return frames_.size();
}

RecordedFrame Recorder::at(size_t i) const {
  const std::lock_guard lock(mutex_);
  return frames_.at(i);
}

void Recorder::visit(const std::function<void(const RecordedFrame&)>& visitor) const {
  const std::lock_guard lock(mutex_);
  for (const RecordedFrame& f : frames_)
    visitor(f);
}

void Recorder::clear() {
  const std::lock_guard lock(mutex_);
  cleared_ += frames_.size();
  frames_.clear();
}

uint64_t Recorder::cleared() const {
  const std::lock_guard lock(mutex_);
  return cleared_;
}

void Recorder::replace(Recorder& once_more, uint64_t cleared) {
  const std::scoped_lock lock(mutex_, once_more.mutex_);
  frames_ = std::move(once_more.frames_);
  const size_t gone = std::min<size_t>(cleared, frames_.size());
  frames_.erase(frames_.begin(), frames_.begin() + static_cast<ptrdiff_t>(gone));
  cleared_ = cleared;
}

} // namespace ixp
