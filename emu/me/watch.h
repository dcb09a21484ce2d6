// Observation of one microengine, in one place: events for probes, turns of contexts for journeys
// and timelines, marked instructions for debuggers, cycles of each instruction for profiles. It
// never changes the run.
#pragma once

#include "emu/kernel/event_stream.h"
#include "emu/kernel/rare.h"
#include "emu/me/instruction_observer.h"
#include "emu/me/statistics.h"
#include "isa/control_store.h"

#include <bitset>
#include <utility>
#include <vector>

namespace ixp {

class FrameWatch;

namespace me {

// By control-store address.
using InstructionMarks = std::bitset<mev2::kMaxControlStoreWords>;

class Watch {
public:
  explicit Watch(unsigned me) : me_(me) {}

  void listen(EventStream* to); // null: stops
  bool on() const { return heard(events_); }
  // Reports to probes; only while on().
  IXP_RARE void context(EventKind kind, unsigned ctx, Tick when, unsigned pc, uint32_t wakeup);
  IXP_RARE void signals(unsigned ctx, unsigned signals, Tick when); // a bit each
  IXP_RARE void issued(const Command& c, int running);
  // A word is put into the receiver's next-neighbour ring, or taken. `at` names the instruction.
  void neighbour(RingAction action, unsigned receiver, uint32_t word, Tick when, EventSource at);
  // The executing context cannot issue its command in the cycle of this tick: the FIFO is full.
  void stalls(Tick when) {
    if (kHooks && stalled_from_ == kNever) stalled_from_ = when;
  }

  // Replaces the observer's addresses in the control store; false if all marks stay as they were.
  bool observe(InstructionObserver& observer, const std::vector<uint16_t>& addresses);
  bool observes() const { return !observers_.empty(); }
  bool marked(unsigned address) const { return address < marks_.size() && marks_[address]; }
  // Reports the instruction, which issues now, to its observers if it is marked.
  void issues(int ctx, unsigned pc, Tick now) const {
    if (marked(pc)) [[unlikely]]
      tell_observers(ctx, pc, now);
  }

  // Cycles by instruction.
  void count(InstructionCounts& counts) { counts_ = &counts; }
  bool counts() const { return counts_; }
  void executed(unsigned pc) {
    if (counts_) ++counts_->executed[pc];
  }
  void aborted(unsigned pc, uint64_t slots) {
    if (counts_) counts_->aborted[pc] += slots;
  }
  void stalled(unsigned pc, uint64_t cycles) {
    if (counts_) counts_->stalled[pc] += cycles;
  }
  void last(unsigned pc) { // with stalls or lost slots that may not be counted yet
    if (counts_) counts_->last = static_cast<uint16_t>(pc);
  }

  void set_frames(FrameWatch* frames) { frames_ = frames; }
  FrameWatch* frames() const { return frames_; }

private:
  void tell_observers(int ctx, unsigned pc, Tick now) const;
  void tell_stalled(const Command& c, EventSource source);

  const unsigned me_;
  EventStream* events_ = nullptr;
  InstructionCounts* counts_ = nullptr;
  FrameWatch* frames_ = nullptr;
  ContextDiary* diary_ = nullptr;       // of the listeners ...
  ContextDiary::Page* pages_ = nullptr; // ... and in it the contexts of this microengine
  Tick stalled_from_ = kNever;
  std::vector<std::pair<InstructionObserver*, InstructionMarks>> observers_;
  InstructionMarks marks_; // union of all observers' marks
};

} // namespace me
} // namespace ixp
