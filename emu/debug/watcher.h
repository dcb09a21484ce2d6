// Watches for stops while a Simulation runs, and keeps the first or the last hits. Watching does
// not affect the run. The run need not stop at once: the debugger moves to a hit by its cycle
// afterwards (station.h). The watcher observes the run from the first cycle on, to know the frame
// of each context.
#pragma once

#include "emu/debug/expression.h"
#include "emu/debug/signal_story.h"
#include "emu/debug/stop.h"
#include "emu/debug/target.h"
#include "emu/kernel/command.h"
#include "emu/kernel/event.h"
#include "emu/me/instruction_observer.h"
#include "emu/record/frame_name.h"

#include <array>
#include <set>

namespace ixp::debug {

// The frame each context works on: the last one received, with a status word, from a ring or from a
// queue, until it is handed on. Microcode that fetches its next message early works on that frame
// from then on (journeys, emu/record/journey.h, use the same rule). Derived from events, so it must
// observe the run from the first cycle on.
class FramesInHand {
public:
  static constexpr EventKinds kinds() {
    return {EventKind::Element, EventKind::Ring, EventKind::Queue};
  }
  void event(const Event& e); // these kinds only, in tick order
  // Frame at a tick whose events have all been received; 0: none, or too long ago.
  PacketTag at(unsigned me, unsigned ctx, Tick tick) const;

private:
  struct Change {
    Tick tick = 0;
    PacketTag tag = 0;
  };
  static constexpr unsigned kRemembered = 16; // exceeds the changes during a command
  struct Context {
    std::array<Change, kRemembered> changes{};
    unsigned count = 0;
  };
  void take(const Event& e, PacketTag tag);
  void give(const Event& e, PacketTag tag);

  std::array<std::array<Context, kContexts>, kMicroengines> contexts_{};
};

// Number of longwords put into and got from each scratch ring since the start. The number
// identifies a longword uniquely, wherever a run is resumed. Derived from events, so it must
// observe the run from the first cycle on.
class RingTotals {
public:
  void event(const Event& e) { // ring events only
    if (e.ring.place.kind != QueuePlace::Scratch) return;
    Totals& t = totals_[e.ring.place.number % kRings];
    if (e.ring.action == RingAction::SetUp) t = {t.put + e.ring.depth, t.put};
    if (e.ring.action == RingAction::Put) t.put += e.ring.count, t.got += e.ring.lost;
    if (e.ring.action == RingAction::Get) t.got += e.ring.count;
  }
  uint64_t put(unsigned ring) const { return totals_[ring].put; }
  uint64_t got(unsigned ring) const { return totals_[ring].got; }

private:
  static constexpr unsigned kRings = 16;
  struct Totals {
    uint64_t put = 0, got = 0;
  };
  std::array<Totals, kRings> totals_{};
};

class Watcher final : public InstructionObserver, public Probe, public PortObserver {
public:
  explicit Watcher(Simulation& sim); // registers with all units; must outlive the runs

  enum class Keep { First, Last };
  // Watches for hits at cycles from <= cycle < before. Throws InputError for invalid expressions.
  void watch(const std::vector<Stop>& stops, Keep keep, uint64_t from, uint64_t before);
  void stop_watching();

  // True if a stop must be tested at every cycle: look() must then be called at each one.
  bool each_cycle() const { return each_cycle_; }
  void look();

  std::vector<Hit> hits(); // all of one cycle
  bool found_first() const;

  // Enables notes. take_notes() returns microcode output since the last call.
  void want_notes(bool wanted);
  std::vector<Note> take_notes() { return std::exchange(notes_, {}); }

  // Frame that a context works on now: "p0.17", "".
  std::string frame_of(Thread thread) const;
  // Number of longwords put into a ring before the one at `index`.
  uint64_t word_at(unsigned ring, uint64_t index) const { return rings_.got(ring) + index; }

  void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) override;
  void event(const Event& e) override;
  void frame_crossed(const FrameRecord& record) override;

private:
  struct Watched {
    Stop stop;
    std::optional<Expression> condition, expression;
    std::optional<Target> target;        // Written
    std::optional<int64_t> value;        // Change: value in the previous cycle
    std::array<int, kContexts> before{}; // Line: pc of the last instruction of each context, or -1
    int running = -1;                    // Swap: executing context in the previous cycle
  };
  // watcher.cc: instructions, and stops tested at every cycle
  void prepare(Watched& w);
  void mark_instructions();
  std::vector<uint16_t> marks_for(const Watched& w, unsigned me) const;
  bool leaves_line(Watched& w, unsigned ctx, unsigned pc) const;
  void look_for_change(Watched& w);
  void look_for_swap(Watched& w);
  void failed(const DebugLog::Failure& failure);
  void arm_executes(const control::XScale::Moment& moment);
  bool is_ahead(const Hit& hit) const;
  // watcher_events.cc: all other events
  void listen(EventKinds kinds);
  void look_at_ring(const Watched& w, const Event& e);
  void look_at_queue(const Watched& w, const Event& e);
  void look_at_raised(const Watched& w, const Event& e);
  void look_at_awoken(const Watched& w, const Event& e);
  void look_at_branch(const Watched& w, Thread thread, unsigned pc, uint64_t cycle);
  void look_at_command(const Watched& w, const Event& e);
  void hit_by_event(const Watched& w, const Event& e, const View& view, Hit hit);
  bool is_frame(const Watched& w, PacketTag tag) const;

  bool condition_holds(const Watched& w, const View& view, std::string& text) const;
  // `tick`: time of the event, for looking up the frame; kNever: not needed.
  void hit(const Watched& w, Hit hit, Tick tick = kNever);
  void name_frames(Tick heard);
  uint64_t cycle_behind(Tick tick) const;
  View default_view(const Watched& w) const;

  Simulation& sim_;
  std::vector<Watched> watched_;
  Keep keep_ = Keep::First;
  uint64_t from_ = 0, before_ = 0;
  bool each_cycle_ = false;
  struct Seen {
    Hit hit;
    Tick unnamed; // time to look up the frame; kNever: done, or not needed
  };
  std::vector<Seen> hits_;
  std::set<EventKind> heard_; // subscriptions are never cancelled
  FramesInHand frames_;
  FrameNames names_;
  RingTotals rings_;
  SignalStory signals_;
  std::vector<Note> notes_;
  bool notes_wanted_ = false;
};

} // namespace ixp::debug
