// One debugging session: its position, its breakpoints and the current thread. The console and the
// server for editors use the same commands.
#pragma once

#include "emu/debug/history.h"
#include "emu/debug/program.h"
#include "emu/debug/target.h"

#include <map>
#include <memory>
#include <string>

namespace ixp::debug {

struct Breakpoint {
  int id;
  bool enabled = true;
  std::string text; // "tx.c:71 on 1:0"
  std::vector<Stop> stops;
  std::string log = {}; // "": a hit stops the move; else its text is output and the move continues
  uint64_t every = 1;   // only every Nth hit of a move counts, in either direction
  bool temporary = false; // removed when it stops a move
};

// Reason for the session's current position.
struct StopReport {
  std::vector<Hit> hits;
  bool ended = false, interrupted = false, at_start = false;
};

// A chip to debug, and its network, which `sim` keeps.
struct Debuggee {
  std::shared_ptr<Simulation> sim;
  std::string path; // of the system or the network
  Surroundings around = {};
};

class Session {
public:
  // Arguments as for History. `wants_stop` may call travels().
  Session(Simulation& pristine, std::function<bool()> wants_stop,
          std::function<void(const Note&)> on_note = {}, Surroundings around = {});

  // `goes_on` is called when a move is interrupted. True: the request has been handled, e.g.
  // breakpoints were changed, and the move continues.
  void when_interrupted(std::function<bool()> goes_on) { goes_on_ = std::move(goes_on); }
  bool travels() const { return travels_; } // during a move that can be continued

  enum class Way { Forwards, Backwards };
  // Moves to the next or previous breakpoint.
  StopReport go_on(Way way);
  // Moves by one instruction or one line of the current thread, or to the end of its function, to
  // its next swap, or to the next frame that crosses a port. Breakpoints end the move as well.
  StopReport step(Stop::Kind what, Way way);
  StopReport advance(uint64_t cycles);                     // breakpoints end the move
  StopReport go(uint64_t cycle);                           // ignores breakpoints
  StopReport until(const std::string& condition, Way way); // until it becomes true

  Breakpoint& add(std::string text, std::vector<Stop> stops);
  // Adds "tx.c:71" on one microengine, or on all with such code. `told`: notes for the user.
  Breakpoint& add_location(const std::string& location, std::optional<unsigned> me,
                           unsigned contexts, const std::string& condition, std::string& told);
  // Makes it a log point: expressions in braces are replaced by their values. Throws InputError.
  void set_log(Breakpoint& breakpoint, std::string text);
  // Lets only every `count`th hit of a move count. Throws InputError.
  void set_every(Breakpoint& breakpoint, uint64_t count);
  Breakpoint& breakpoint(uint64_t id); // throws InputError
  void remove(uint64_t id);
  const std::map<int, Breakpoint>& breakpoints() const { return breakpoints_; }

  // Enables stops at failing assertions; on by default.
  void stop_at_assertions(bool on) { stop_at_assertions_ = on; }
  static constexpr int kAssertion = -1; // id of such a hit

  // Origin of a value; "" if there is none: the last change of an expression, the last event of a
  // ring, queue or signal, or the put of the longword at an index in a ring.
  std::string who_changed(const std::string& expression);
  std::string who(Stop stop);
  std::string who_put(const std::string& ring, uint64_t index);

  // The XScale core is selected instead of a thread: steps are its instructions. Expressions have
  // the names of the thread that was selected before.
  bool arm() const { return arm_; }
  void select_arm(); // throws InputError if there is no [xscale]

  Thread thread() const { return thread_; }
  void select(Thread thread);                             // throws InputError if it has no program
  Json ask(const char* what, Json more = Json::object()); // asked for the current thread
  // Value of an expression for a register or a word of memory. Throws InputError beyond 32 bits.
  uint32_t longword(std::string_view expression);
  // Throws InputError for a name that the current thread's program never has.
  void check(const std::string& expression) const;
  unsigned pc();

  History& history() { return history_; }
  Program& program() { return program_; }
  const Simulation& simulation() const { return pristine_; }
  // "0:1.3 at pc 23 (tx.c:71, main)"
  std::string place(Thread thread, unsigned pc) const;

private:
  std::vector<Stop> enabled() const;
  using Counts = std::map<int, uint64_t>; // hits of the current move, by breakpoint
  bool goes_past(Arrival& arrival, Way way, Counts& counts);
  std::string log_text(const Hit& hit, const std::string& log);
  StopReport report(const Arrival& arrival);
  StopReport travel(const std::vector<Stop>& own, Way way, std::optional<uint64_t> to = {});
  std::string behind(Thread thread, unsigned pc, const std::string& frame) const;
  std::string frame_at(uint64_t cycle, Thread thread);
  std::string commands_behind(const Target& target, uint64_t cycle);
  std::string instruction_behind(unsigned me, uint64_t cycle);

  Simulation& pristine_;
  History history_;
  Program program_;
  Thread thread_;
  bool arm_ = false;
  std::map<int, Breakpoint> breakpoints_;
  int last_id_ = 0;
  bool stop_at_assertions_ = true, travels_ = false;
  std::function<bool()> wants_stop_;
  std::function<void(const Note&)> on_note_;
  std::function<bool()> goes_on_ = [] { return false; };
};

} // namespace ixp::debug
