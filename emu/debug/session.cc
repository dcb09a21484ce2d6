#include "emu/debug/session.h"

#include "emu/debug/expression.h"
#include "emu/debug/names.h"
#include "emu/explain/program_place.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace ixp::debug {

namespace {
constexpr int kStep = 0; // id of a stop that is no breakpoint

// `contexts`: mask of contexts named by the user.
void check_contexts(const mecc::Image& image, unsigned me, unsigned contexts) {
  if (image.mode == mev2::ContextMode::Four && contexts & 0xaa)
    throw InputError(fmt::format("microengine {} runs four contexts: 0, 2, 4, 6", me_name(me)));
}

class Travelling {
public:
  explicit Travelling(bool& flag) : flag_(flag) { flag_ = true; }
  ~Travelling() { flag_ = false; }
  Travelling(const Travelling&) = delete;
  Travelling& operator=(const Travelling&) = delete;

private:
  bool& flag_;
};
} // namespace

Session::Session(Simulation& pristine, std::function<bool()> wants_stop,
                 std::function<void(const Note&)> on_note, Surroundings around)
    : pristine_(pristine), history_(pristine, wants_stop, on_note, std::move(around)),
      program_(pristine.images()), wants_stop_(std::move(wants_stop)),
      on_note_(std::move(on_note)) {
  arm_ = pristine.images().placed.empty();
  if (arm_ && !pristine.chip().xscale)
    throw InputError({pristine.system().path},
                     "no microengine has a program: there is nothing to debug");
  if (!arm_) thread_ = {pristine.images().placed[0].me, 0};
}

std::string Session::place(Thread thread, unsigned pc) const {
  const mecc::Image* image = program_.image(thread.me);
  return fmt::format("{} at {}", text(thread),
                     image ? place_text(*image, pc) : fmt::format("pc {}", pc));
}

void Session::select(Thread thread) {
  const mecc::Image* image = program_.image(thread.me);
  if (!image) throw InputError(fmt::format("microengine {} has no program", me_name(thread.me)));
  check_contexts(*image, thread.me, 1u << thread.ctx);
  thread_ = thread;
  arm_ = false;
}

void Session::select_arm() {
  if (!pristine_.chip().xscale) throw InputError("the system has no [xscale]");
  arm_ = true;
}

Json Session::ask(const char* what, Json more) {
  more["what"] = what;
  more["thread"] = thread_;
  return history_.ask(std::move(more));
}

uint32_t Session::longword(std::string_view expression) {
  const int64_t value = ask("evaluate", {{"expression", expression}}).at("value");
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<uint32_t>::max())
    throw InputError(fmt::format("{} does not fit in 32 bits, expected {} to {}", value,
                                 std::numeric_limits<int32_t>::min(),
                                 std::numeric_limits<uint32_t>::max()));
  return static_cast<uint32_t>(value);
}

void Session::check(const std::string& expression) const {
  check_names(Expression(expression), pristine_, {thread_.me, nullptr});
}

unsigned Session::pc() {
  const Json reply = ask("threads");
  for (const Json& t : reply.at("threads"))
    if (t.at("thread").get<Thread>() == thread_) return t.at("pc");
  return 0;
}

std::vector<Stop> Session::enabled() const {
  std::vector<Stop> out;
  for (const auto& [id, b] : breakpoints_)
    if (b.enabled) out.insert(out.end(), b.stops.begin(), b.stops.end());
  if (stop_at_assertions_) {
    Stop assertion;
    assertion.kind = Stop::Kind::Assertion;
    assertion.id = kAssertion;
    out.push_back(std::move(assertion));
  }
  return out;
}

StopReport Session::report(const Arrival& arrival) {
  for (const Hit& h : arrival.hits)
    if (const auto b = breakpoints_.find(h.id); b != breakpoints_.end() && b->second.temporary)
      breakpoints_.erase(b);
  for (const Hit& h : arrival.hits) {
    if (h.arm || h.thread) arm_ = h.arm;
    if (h.arm) break;
    if (h.thread && program_.image(h.thread->me)) {
      thread_ = *h.thread;
      break;
    }
  }
  return {arrival.hits, arrival.ended, arrival.interrupted, arrival.at_start};
}

// Removes hits that do not count and the hits of log points; forwards, outputs the texts of log
// points. Whether that leaves no reason to stop.
bool Session::goes_past(Arrival& arrival, Way way, Counts& counts) {
  const size_t removed = std::erase_if(arrival.hits, [&](const Hit& h) {
    const auto b = breakpoints_.find(h.id);
    if (b == breakpoints_.end()) return false;
    if (++counts[h.id] % b->second.every) return true;
    if (b->second.log.empty()) return false;
    if (way == Way::Forwards && on_note_) on_note_({h.cycle, log_text(h, b->second.log)});
    return true;
  });
  if (!removed || !arrival.hits.empty() || arrival.ended) return false;
  arrival.interrupted |= wants_stop_(); // frequent hits leave moves too short to poll it
  return true;
}

std::string Session::log_text(const Hit& hit, const std::string& log) {
  const Thread current = thread_;
  if (hit.thread) thread_ = *hit.thread;
  std::string out;
  for (size_t at = 0; at < log.size();) {
    const size_t open = log.find('{', at), close = log.find('}', open);
    out += log.substr(at, close == log.npos ? log.npos : open - at);
    if (close == log.npos) break;
    try {
      const Json reply = ask("evaluate", {{"expression", log.substr(open + 1, close - open - 1)}});
      out += fmt::format("{}", reply.at("value").get<int64_t>());
    } catch (const InputError&) { // the variable has no register here
      out += "(no value)";
    }
    at = close + 1;
  }
  thread_ = current;
  return out;
}

// Moves to the next hit of `own` or of the breakpoints enabled at that time.
StopReport Session::travel(const std::vector<Stop>& own, Way way, std::optional<uint64_t> to) {
  Counts counts;
  while (true) {
    std::vector<Stop> stops = enabled();
    stops.insert(stops.end(), own.begin(), own.end());
    const Travelling on_the_way(travels_);
    try {
      Arrival arrival =
          way == Way::Forwards ? history_.forward(stops, to) : history_.backward(stops);
      const bool past = goes_past(arrival, way, counts);
      if (arrival.interrupted ? !goes_on_() : !past) return report(arrival);
    } catch (const Interrupted&) {
      if (!goes_on_()) throw;
    }
  }
}

StopReport Session::go_on(Way way) {
  return travel({}, way);
}

StopReport Session::step(Stop::Kind what, Way way) {
  Stop stop;
  stop.kind = what;
  stop.id = kStep;
  stop.me = thread_.me;
  stop.contexts = 1u << thread_.ctx;
  if (arm_ && what != Stop::Kind::Frame) {
    if (what != Stop::Kind::Instruction)
      throw InputError("the XScale core has no lines, functions and swaps here; expected stepi, "
                       "back-stepi, or 'thread ME:CTX' first");
    stop.kind = Stop::Kind::Arm;
    return travel({stop}, way);
  }
  if (what == Stop::Kind::Frame) return travel({stop}, way);
  const unsigned here = pc();
  if (what == Stop::Kind::Line) {
    stop.line_before = here;
    stop.in_line = way == Way::Forwards;
  }
  if (what == Stop::Kind::Function) stop.function = function_at(*program_.image(thread_.me), here);
  return travel({stop}, way);
}

StopReport Session::go(uint64_t cycle) {
  return report(history_.go(cycle));
}

StopReport Session::advance(uint64_t cycles) {
  return travel({}, Way::Forwards, history_.cycle() + cycles);
}

StopReport Session::until(const std::string& condition, Way way) {
  check(condition);
  Stop stop;
  stop.kind = Stop::Kind::Change;
  stop.id = kStep;
  stop.me = thread_.me;
  stop.contexts = 1u << thread_.ctx;
  stop.expression = condition;
  stop.truth = true;
  if (way == Way::Forwards) stop.condition = condition;
  return travel({stop}, way);
}

Breakpoint& Session::add(std::string text, std::vector<Stop> stops) {
  for (const Stop& s : stops) { // reports errors now instead of during a run
    Asked asked{s.me, nullptr};
    if (s.kind == Stop::Kind::Ring || s.kind == Stop::Kind::Queue) asked.me = {}; // any issuer
    if (s.kind == Stop::Kind::Ring) asked.ring = pristine_.system().ring(s.ring);
    for (const std::string& e : {s.condition, s.expression})
      if (!e.empty()) check_names(Expression(e), pristine_, asked);
  }
  const int id = ++last_id_;
  for (Stop& s : stops)
    s.id = id;
  Breakpoint added{.id = id, .text = std::move(text), .stops = std::move(stops)};
  return breakpoints_.emplace(id, std::move(added)).first->second;
}

Breakpoint& Session::add_location(const std::string& location, std::optional<unsigned> me,
                                  unsigned contexts, const std::string& condition,
                                  std::string& told) {
  std::vector<Stop> stops;
  std::string where;
  for (const Places& p : program_.find(location, me, told)) {
    if (contexts != 0xff) check_contexts(*program_.image(p.me), p.me, contexts);
    Stop s;
    s.kind = Stop::Kind::Instruction;
    s.me = p.me;
    s.contexts = contexts;
    s.pcs = p.pcs;
    s.condition = condition;
    stops.push_back(s);
    where += fmt::format("{}{} at {}{}", where.empty() ? "" : "; ", me_name(p.me),
                         place_text(*program_.image(p.me), p.pcs[0]),
                         p.pcs.size() > 1 ? fmt::format(" and {} more", p.pcs.size() - 1) : "");
  }
  if (contexts != 0xff) {
    where += ", contexts";
    for (unsigned c = 0; c < kContexts; ++c)
      if (contexts >> c & 1) where += fmt::format(" {}", c);
  }
  if (!condition.empty()) where += ", if " + condition;
  return add(where, std::move(stops));
}

void Session::set_log(Breakpoint& breakpoint, std::string text) {
  for (size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const size_t close = text.find('}', open);
    if (close == text.npos) break;
    for (const Stop& s : breakpoint.stops)
      check_names(Expression(text.substr(open + 1, close - open - 1)), pristine_, {s.me, nullptr});
  }
  breakpoint.log = std::move(text);
}

void Session::set_every(Breakpoint& breakpoint, uint64_t count) {
  if (!count) throw InputError("the hit count is 0; expected a number from 1");
  breakpoint.every = count;
}

Breakpoint& Session::breakpoint(uint64_t id) {
  const auto it = id <= static_cast<uint64_t>(last_id_) ? breakpoints_.find(static_cast<int>(id))
                                                        : breakpoints_.end();
  if (it == breakpoints_.end())
    throw InputError(fmt::format("there is no breakpoint {}; 'info breakpoints' lists them", id));
  return it->second;
}

void Session::remove(uint64_t id) {
  breakpoints_.erase(breakpoint(id).id);
}

std::string Session::who(Stop stop) {
  const std::vector<Hit> hits = history_.last({std::move(stop)}, history_.cycle() + 1);
  std::string out;
  for (const Hit& h : hits) {
    out += fmt::format("cycle {}: {}{}\n", h.cycle,
                       h.thread && h.pc < 0 ? text(*h.thread) + ": " : "", h.text);
    if (h.thread && h.pc >= 0) out += behind(*h.thread, static_cast<unsigned>(h.pc), h.frame);
  }
  return out;
}

std::string Session::who_put(const std::string& ring, uint64_t index) {
  // Checks that this longword exists.
  ask("evaluate", {{"expression", fmt::format("ring({}, {})", ring, index)}});
  Stop stop;
  stop.kind = Stop::Kind::Ring;
  stop.ring = ring_number(pristine_.system(), ring);
  stop.directions = Stop::In;
  stop.word = ask("word", {{"ring", ring}, {"index", index}}).at("word");
  return who(std::move(stop));
}

std::string Session::who_changed(const std::string& expression) {
  const std::string place =
      ask("evaluate", {{"expression", expression}}).at("place").get<std::string>();
  const Target target(place, thread_, pristine_.system());
  Stop stop;
  stop.kind = target.kind == Target::Kind::Memory ? Stop::Kind::Written : Stop::Kind::Change;
  stop.me = thread_.me;
  stop.contexts = 1u << thread_.ctx;
  stop.place = place;
  // A variable may be in other registers elsewhere; search for writes to its current register.
  stop.expression = place.empty() ? expression : place;
  const std::vector<Hit> hits = history_.last({stop}, history_.cycle() + 1);
  const auto edit = std::ranges::find_if(history_.edits().rbegin(), history_.edits().rend(),
                                         [&](const Edit& e) { return e.changes(place, thread_); });
  if (edit != history_.edits().rend() && edit->cycle <= history_.cycle() &&
      (hits.empty() || edit->cycle >= hits[0].cycle))
    return fmt::format("cycle {}: set to {:#x} in the debugger\n", edit->cycle, edit->value);
  std::string out;
  for (const Hit& h : hits) {
    out += fmt::format("cycle {}: {}\n", h.cycle, h.text);
    if (h.thread && h.pc >= 0) out += behind(*h.thread, static_cast<unsigned>(h.pc), h.frame);
  }
  if (target.kind == Target::Kind::Register && !hits.empty())
    out += instruction_behind(thread_.me, hits[0].cycle);
  if (target.kind == Target::Kind::Pushed && !hits.empty())
    out += commands_behind(target, hits[0].cycle);
  return out;
}

// `frame`: the one the thread worked on; "": none.
std::string Session::behind(Thread thread, unsigned pc, const std::string& frame) const {
  return fmt::format("  by {}{}\n  {}\n", place(thread, pc),
                     frame.empty() ? "" : ", on frame " + frame,
                     program_.instruction(thread.me, pc));
}

std::string Session::frame_at(uint64_t cycle, Thread thread) {
  const Json reply = history_.ask_at(cycle, {{"what", "threads"}});
  for (const Json& t : reply.at("threads"))
    if (t.at("thread").get<Thread>() == thread) return t.at("frame");
  return "";
}

// The instruction that a microengine issued in the previous cycle.
std::string Session::instruction_behind(unsigned me, uint64_t cycle) {
  Stop all;
  all.kind = Stop::Kind::Instruction;
  all.me = me;
  for (const Hit& h : history_.last({all}, cycle))
    if (h.cycle + 1 == cycle) return behind(*h.thread, static_cast<unsigned>(h.pc), h.frame);
  return "";
}

// Commands in flight before the cycle that fill a transfer register. The frame is the one that
// arrived with the data: a message, a status word.
std::string Session::commands_behind(const Target& target, uint64_t cycle) {
  std::string out;
  const std::string frame = frame_at(cycle, thread_);
  const Json before = history_.ask_at(cycle - 1, {{"what", "in flight"}});
  for (const Json& c : before.at("commands"))
    if (target.is_filled_by(c))
      out += behind({c.at("me"), c.at("ctx")}, c.at("pc").get<unsigned>(), frame);
  if (!out.empty()) return out;
  return fmt::format("  not by a command: by the media interface or a reflected write{}\n",
                     frame.empty() ? "" : ", with frame " + frame);
}

} // namespace ixp::debug
