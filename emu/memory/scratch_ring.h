// One of the 16 hardware rings in the scratchpad: a window of 128, 256, 512 or 1024 longwords, an
// offset where words are put (TAIL) and one where they are taken (HEAD), and a status flag that
// microengines see with a delay.
//
// A put into a full ring wraps and overwrites, as on the chip. HEAD and TAIL alone do not determine
// the ring's contents then; our choice: a whole ring of words is lost, so the newest words remain.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/params.h"
#include "emu/kernel/timed_queue.h"
#include "emu/memory/depth_meter.h"

#include <bitset>
#include <cstdint>

namespace ixp {

// Microengines by index; kMicroengines: the control core.
using RingUsers = std::bitset<kMicroengines + 1>;

struct RingStats {
  uint64_t puts = 0, gets = 0; // commands, those of the control core included
  uint64_t words_put = 0, words_got = 0;
  uint64_t empty_gets = 0;  // gets that found nothing
  uint64_t nearly_full = 0; // how often the count reached the "full" mark
  uint64_t overruns = 0;    // puts that overwrote unread words
  uint64_t words_lost = 0;  // by them
  RingUsers readers, writers;
  DepthMeter depth; // longwords: high-water mark and mean
};

class ScratchRing {
public:
  explicit ScratchRing(const Params& params);

  // BASE: [31:30] size, [26] the flag means empty, not nearly full, [13:9] byte address. HEAD,
  // TAIL: [11:2] byte offset. (Linux, ixp2000 register header; IXP2800 HRM p.232.) A write makes
  // the count the difference of the offsets; equal offsets mean empty.
  uint32_t base_csr() const { return base_csr_; }
  uint32_t head_csr() const { return head_ * 4; }
  uint32_t tail_csr() const { return tail_ * 4; }
  void set_base_csr(uint32_t value, Tick t);
  void set_head_csr(uint32_t value, Tick t);
  void set_tail_csr(uint32_t value, Tick t);
  static uint32_t base_csr_of(uint32_t base, unsigned longwords, bool status_empty);

  // False with the reset value of BASE, before software has written it.
  bool is_set_up() const { return set_up_; }
  unsigned size() const { return mask_ + 1; } // longwords
  unsigned count() const { return count_; }   // longwords in it
  // Byte addresses of the words a put or get is about to move.
  uint32_t put_address(unsigned i) const { return base_ + ((tail_ + i) & mask_) * 4; }
  uint32_t get_address(unsigned i) const { return base_ + ((head_ + i) & mask_) * 4; }
  bool holds(uint32_t address) const { // of the scratchpad, in bytes
    const uint32_t word = (address - base_) / 4;
    return address >= base_ && word <= mask_ && ((word - head_) & mask_) < count_;
  }
  // A bit for each kSmallest longwords of the scratchpad that the ring lies in.
  uint32_t blocks() const;
  static constexpr unsigned kSmallest = 128; // longwords
  // They are moved. A put returns how many unread words it has cost; a get takes at most count().
  // `me`: whose command it was, below 0 the control core.
  unsigned commit_put(unsigned words, Tick t, int me);
  void commit_get(unsigned words, Tick t, int me) {
    ++stats_.gets;
    stats_.readers[user(me)] = true;
    if (words == 0) {
      ++stats_.empty_gets;
      return;
    }
    head_ = (head_ + words) & mask_;
    count_ -= words;
    stats_.words_got += words;
    changed(t);
  }

  // The flag as seen by microengines at `now`. Ticks of all calls ascend.
  bool status(Tick now);

  const RingStats& stats() const { return stats_; }

private:
  static size_t user(int me) { return me < 0 ? kMicroengines : static_cast<size_t>(me); }
  void set_window(uint32_t base_csr);
  void set_offsets(uint32_t head, uint32_t tail, Tick t);
  void changed(Tick t);
  bool nearly_full() const;

  const Params& params_;
  uint32_t base_csr_ = 0, base_ = 0, mask_ = 0;
  uint32_t head_ = 0, tail_ = 0, count_ = 0; // longwords
  bool set_up_ = false;
  bool was_nearly_full_ = false, flag_ = false, visible_ = false;
  TimedQueue<bool> to_come_; // future changes of the visible flag
  RingStats stats_;
};

} // namespace ixp
