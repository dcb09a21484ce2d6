#include "emu/report/delays.h"

#include <bit>
#include <cmath>
#include <iterator>

namespace ixp {

// The largest number with the same five leading bits.
static uint64_t class_of(uint64_t cycles) {
  constexpr int kBits = 5;
  const int drop = static_cast<int>(std::bit_width(cycles)) - kBits;
  return drop > 0 ? cycles | ((uint64_t{1} << drop) - 1) : cycles;
}

void DelayCounts::add(uint64_t cycles) {
  ++counts_[cycles];
  ++frames_;
}

void DelayCounts::add(const DelayCounts& others) {
  for (const auto& [cycles, count] : others.counts_)
    counts_[cycles] += count;
  frames_ += others.frames_;
}

uint64_t DelayCounts::at_most(double share) const {
  const auto wanted = static_cast<uint64_t>(std::ceil(share * static_cast<double>(frames_)));
  uint64_t seen = 0;
  for (const auto& [cycles, count] : counts_)
    if ((seen += count) >= wanted) return cycles;
  return 0;
}

std::vector<std::pair<double, double>> DelayCounts::tail() const {
  std::vector<std::pair<double, double>> out;
  uint64_t seen = 0;
  for (auto it = counts_.begin(); it != counts_.end(); ++it) {
    seen += it->second;
    const auto next = std::next(it);
    if (next != counts_.end() && class_of(it->first) != class_of(next->first))
      out.emplace_back(static_cast<double>(it->first),
                       static_cast<double>(frames_ - seen) / static_cast<double>(frames_));
  }
  return out;
}

void DelayCounter::frame_crossed(const FrameRecord& r) {
  if (r.tag == 0) return;
  if (const Tick arrived = ledger_.entry(r.tag).crossed; arrived != kNever)
    ports_[r.port].add(r.eop / me_div_ - arrived / me_div_);
}

} // namespace ixp
