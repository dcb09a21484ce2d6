// One debugging session: where it stands, its breakpoints and the thread in hand. The console and
// the server for editors give it the same orders.
#pragma once

#include "emu/debug/history.h"
#include "emu/debug/program.h"
#include "emu/debug/target.h"

#include <map>
#include <string>

namespace ixp::debug {

struct Breakpoint {
  int id = 0;
  bool enabled = true;
  std::string text; // "tx.c:71 on 1:0"
  std::vector<Stop> stops;
};

// Why a session stands where it stands.
struct StopReport {
  std::vector<Hit> hits;
  bool ended = false, interrupted = false, at_start = false;
};

class Session {
public:
  // As of History. `wants_stop` may ask travels().
  Session(Simulation& pristine, std::function<bool()> wants_stop,
          std::function<void(const Note&)> on_note = {});

  // Asked where a way was interrupted. True: whoever wanted to has seen to it, has changed
  // breakpoints, say, and the way goes on.
  void when_interrupted(std::function<bool()> goes_on) { goes_on_ = std::move(goes_on); }
  bool travels() const { return travels_; } // on a way that can go on

  enum class Way { Forwards, Backwards };
  // To the next breakpoint, or the one before.
  StopReport go_on(Way way);
  // One instruction of the thread in hand, one line, to where it leaves its function, to where it
  // gives up the microengine, to the next frame that crosses a port; breakpoints stop it, too.
  StopReport step(Stop::Kind what, Way way);
  StopReport advance(uint64_t cycles);                     // breakpoints stop it
  StopReport go(uint64_t cycle);                           // they do not
  StopReport until(const std::string& condition, Way way); // it becomes true

  Breakpoint& add(std::string text, std::vector<Stop> stops);
  // "tx.c:71" on one microengine or all that have it. `told`: what else is to be said.
  Breakpoint& add_location(const std::string& location, std::optional<unsigned> me,
                           unsigned contexts, const std::string& condition, std::string& told);
  Breakpoint& breakpoint(uint64_t id); // throws InputError
  void remove(uint64_t id);
  const std::map<int, Breakpoint>& breakpoints() const { return breakpoints_; }

  // Assertions that fail stop, as breakpoints do; they do unless they shall not.
  void stop_at_assertions(bool on) { stop_at_assertions_ = on; }
  static constexpr int kAssertion = -1; // the id of such a hit

  // Who changed the value of an expression last, or did something with a ring, a queue or a signal;
  // who put the longword on a ring that stands there at an index: "" when nobody has.
  std::string who_changed(const std::string& expression);
  std::string who(Stop stop);
  std::string who_put(const std::string& ring, uint64_t index);

  Thread thread() const { return thread_; }
  void select(Thread thread); // throws InputError when it has no program
  Json ask(const char* what, Json more = Json::object()); // of the thread in hand
  unsigned pc();

  History& history() { return history_; }
  Program& program() { return program_; }
  const Simulation& simulation() const { return pristine_; }
  // "0:1.3 at pc 23 (tx.c:71, main)"
  std::string place(Thread thread, unsigned pc) const;

private:
  std::vector<Stop> enabled() const;
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
  std::map<int, Breakpoint> breakpoints_;
  int last_id_ = 0;
  bool stop_at_assertions_ = true, travels_ = false;
  std::function<bool()> goes_on_ = [] { return false; };
};

} // namespace ixp::debug
