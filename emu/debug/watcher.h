// Looks out for stops while a Simulation runs, and remembers the first or the last ones. To be
// watched changes nothing of the run: it need not be stopped at once, because whoever wants to
// stand at a hit goes there afterwards, by its cycle (station.h).
#pragma once

#include "emu/debug/expression.h"
#include "emu/debug/stop.h"
#include "emu/debug/target.h"
#include "emu/me/instruction_observer.h"

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

  const std::vector<Hit>& hits() const { return hits_; } // all of one cycle
  bool found_first() const { return keep_ == Keep::First && !hits_.empty(); }

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
  void mark_instructions();
  bool leaves_line(Watched& w, unsigned ctx, unsigned pc) const;
  void look_for_change(Watched& w);
  void look_for_swap(Watched& w);
  void listen(EventKind kind);
  void look_at_ring(const Watched& w, const Event& e);
  void look_at_signal(const Watched& w, const Event& e);
  void look_at_command(const Watched& w, const Event& e);
  bool condition_holds(const Watched& w, const View& view, std::string& text) const;
  void hit(const Watched& w, uint64_t cycle, std::optional<Thread> thread, int pc,
           std::string text = "");
  uint64_t cycle_behind(Tick tick) const;
  View default_view(const Watched& w) const;

  Simulation& sim_;
  std::vector<Watched> watched_;
  Keep keep_ = Keep::First;
  uint64_t from_ = 0, before_ = 0;
  bool each_cycle_ = false;
  std::vector<Hit> hits_;
  std::set<EventKind> heard_; // nobody stops listening
  Event completed_;           // the last command with a signal
};

// "put of 2 longwords into ring RING_TX handle=0x10000 ..., frame p0.17"
std::string describe(const Event& ring_event, Simulation& sim);

} // namespace ixp::debug
