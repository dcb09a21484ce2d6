#include "emu/memory/scratch_ring.h"

#include <algorithm>

namespace ixp {

namespace {
constexpr unsigned kSizeShift = 30; // BASE [31:30]: 128 << n longwords
constexpr uint32_t kStatusEmpty = 1u << 26;
constexpr uint32_t kBaseMask = 0x3e00;  // [13:9]
constexpr uint32_t kOffsetMask = 0xffc; // HEAD, TAIL [11:2]
} // namespace

uint32_t ScratchRing::base_csr_of(uint32_t base, unsigned longwords, bool status_empty) {
  uint32_t code = 0;
  while (kSmallest << code < longwords)
    ++code;
  return code << kSizeShift | (status_empty ? kStatusEmpty : 0) | (base & kBaseMask);
}

ScratchRing::ScratchRing(const Params& params) : params_(params) {
  set_window(0);
}

void ScratchRing::set_base_csr(uint32_t value, Tick t) {
  set_window(value);
  set_up_ = true;
  set_offsets(head_, tail_, t);
}

void ScratchRing::set_window(uint32_t value) {
  base_csr_ = value & (3u << kSizeShift | kStatusEmpty | kBaseMask);
  mask_ = (kSmallest << (base_csr_ >> kSizeShift)) - 1;
  // The offset replaces the low bits of the address: rings are aligned to their size.
  base_ = base_csr_ & kBaseMask & ~(mask_ * 4 + 3);
}

uint32_t ScratchRing::blocks() const {
  const unsigned first = base_ / 4 / kSmallest, count = size() / kSmallest;
  return ((1u << count) - 1) << first;
}

void ScratchRing::set_head_csr(uint32_t value, Tick t) {
  set_offsets((value & kOffsetMask) / 4, tail_, t);
}

void ScratchRing::set_tail_csr(uint32_t value, Tick t) {
  set_offsets(head_, (value & kOffsetMask) / 4, t);
}

void ScratchRing::set_offsets(uint32_t head, uint32_t tail, Tick t) {
  head_ = head & mask_;
  tail_ = tail & mask_;
  count_ = (tail_ - head_) & mask_;
  changed(t);
  while (!to_come_.empty()) // set-up is not traffic: its flag does not lag
    visible_ = to_come_.pop();
}

unsigned ScratchRing::commit_put(unsigned words, Tick t, int me) {
  tail_ = (tail_ + words) & mask_;
  count_ += words;
  ++stats_.puts;
  stats_.writers[user(me)] = true;
  stats_.words_put += words;
  unsigned lost = 0;
  if (count_ > size()) { // a put has 16 words at most: one turn
    lost = size();
    count_ -= size();
    ++stats_.overruns;
    stats_.words_lost += lost;
  }
  changed(t);
  return lost;
}

bool ScratchRing::nearly_full() const {
  switch (base_csr_ >> kSizeShift) {
  case 0: return count_ >= params_.scratch_full_at_128;
  case 1: return count_ >= params_.scratch_full_at_256;
  case 2: return count_ >= params_.scratch_full_at_512;
  default: return count_ >= params_.scratch_full_at_1024;
  }
}

void ScratchRing::changed(Tick t) {
  stats_.depth.note(t, count_);
  const bool full = nearly_full();
  stats_.nearly_full += full && !was_nearly_full_;
  was_nearly_full_ = full;
  const bool flag = base_csr_ & kStatusEmpty ? count_ == 0 : full;
  if (flag == flag_) return;
  flag_ = flag;
  status(t); // earlier ticks are no longer needed
  to_come_.push(t + params_.me(params_.scratch_full_flag_delay), flag);
}

bool ScratchRing::status(Tick now) {
  while (to_come_.next() <= now)
    visible_ = to_come_.pop();
  return visible_;
}

} // namespace ixp
