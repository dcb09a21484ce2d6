// Looks out for stops while a Simulation runs, and remembers the first or the last ones. To be
// watched changes nothing of the run: it need not be stopped at once, because whoever wants to
// stand at a hit goes there afterwards, by its cycle (station.h). It listens from the first cycle
// on, to know which frames contexts have in hand.
#pragma once

#include "emu/debug/expression.h"
#include "emu/debug/frames_in_hand.h"
#include "emu/debug/ring_totals.h"
#include "emu/debug/signal_story.h"
#include "emu/debug/stop.h"
#include "emu/debug/target.h"
#include "emu/me/instruction_observer.h"
#include "emu/observe/frame_names.h"

#include <array>
#include <map>
#include <memory>
#include <set>

namespace ixp::debug {

class Watcher final : public InstructionObserver, public Probe, public PortObserver {
public:
  explicit Watcher(Simulation& sim); // enters itself everywhere; must outlive what it runs

  enum class Keep { First, Last };
  // Looks out for hits at cycles from <= cycle < before. Throws InputError for expressions that
  // cannot be understood.
  void watch(const std::vector<Stop>& stops, Keep keep, uint64_t from, uint64_t before);
  void stop_watching();

  // Some stop is to be asked at every cycle: look() then, when the simulation stands there.
  bool each_cycle() const { return each_cycle_; }
  void look();

  const std::vector<Hit>& hits(); // all of one cycle
  bool found_first() const { return keep_ == Keep::First && !hits_.empty(); }

  // What microcode had printed since the last call, when somebody wants it.
  void want_notes(bool wanted);
  std::vector<Note> take_notes() { return std::exchange(notes_, {}); }

  // The frame that a context has in hand, where the simulation stands: "p0.17", "".
  std::string frame_of(Thread thread) const;
  // How many longwords were put into a ring before the one that stands there at an index.
  uint64_t word_at(unsigned ring, uint64_t index) const { return rings_.got(ring) + index; }

  void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) override;
  void event(const Event& e) override;
  void frame_crossed(const FrameRecord& record) override;

private:
  struct Watched {
    Stop stop;
    std::optional<Expression> condition, expression;
    std::optional<Target> target;        // Written
    std::optional<int64_t> value;        // Change: a cycle before
    std::array<int, kContexts> before{}; // Line: pc of the last instruction of each context, or -1
    int running = -1;                    // Swap: a cycle before
  };
  // watcher.cc: instructions, and what is asked at every cycle
  void prepare(Watched& w);
  void mark_instructions();
  std::vector<uint16_t> marks_for(const Watched& w, unsigned me) const;
  bool leaves_line(Watched& w, unsigned ctx, unsigned pc) const;
  void look_for_change(Watched& w);
  void look_for_swap(Watched& w);
  void failed(const DebugLog::Failure& failure);
  // watcher_events.cc: what happens elsewhere
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
  // `tick`: of what happened, when a frame was in hand; kNever: nobody asks.
  void hit(const Watched& w, Hit hit, Tick tick = kNever);
  void name_frames(Tick heard);
  uint64_t cycle_behind(Tick tick) const;
  View default_view(const Watched& w) const;

  Simulation& sim_;
  std::vector<Watched> watched_;
  Keep keep_ = Keep::First;
  uint64_t from_ = 0, before_ = 0;
  bool each_cycle_ = false;
  std::vector<Hit> hits_;
  std::vector<Tick> unnamed_; // of hits, by index: kNever when the frame is known
  std::set<EventKind> heard_; // nobody stops listening
  FramesInHand frames_;
  FrameNames names_;
  RingTotals rings_;
  SignalStory signals_;
  std::vector<Note> notes_;
  bool notes_wanted_ = false;
};

} // namespace ixp::debug
