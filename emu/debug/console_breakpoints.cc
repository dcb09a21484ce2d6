// Console commands for breakpoints, and for the origin of values.
#include "emu/debug/console.h"
#include "emu/debug/words.h"

#include <fmt/format.h>

namespace ixp::debug {

void Console::add_break(Words& words) {
  std::string rest(words.rest());
  if (rest.empty()) throw InputError("expected a place to stop at; see 'help break'");
  const std::string condition = take_condition(rest);
  Words place(rest);
  std::string told;
  const Breakpoint* added = nullptr;
  const auto add = [&](Stop stop) {
    stop.condition = condition;
    stop.me = session_.thread().me; // scope of names in the condition, by default
    if (stop.kind != Stop::Kind::Signal) stop.contexts = 1u << session_.thread().ctx;
    added = &session_.add(rest + (condition.empty() ? "" : ", if " + condition), {std::move(stop)});
  };
  if (place.take("ring")) {
    add(ring_stop(place, session_.simulation().system()));
  } else if (place.take("queue")) {
    add(queue_stop(place, session_.simulation().system()));
  } else if (place.take("signal")) {
    Stop stop = signal_stop(place, session_);
    if (stop.directions == (Stop::In | Stop::Out)) stop.directions = Stop::In;
    add(std::move(stop));
  } else if (place.take("arm")) {
    if (!condition.empty())
      throw InputError("a stop of the XScale core takes no condition; expected: until EXPRESSION");
    add(arm_stop(place, session_.simulation().system()));
  } else if (place.take("packet")) {
    add(packet_stop(place, session_.simulation().system()));
  } else {
    std::optional<unsigned> me;
    unsigned contexts = 0xff;
    if (const auto threads = parse_threads(place.peek())) {
      me = threads->first;
      contexts = threads->second;
      place.take();
    }
    if (place.empty())
      throw InputError("expected a place: FILE:LINE, a function, a label or *ADDRESS");
    if (place.peek().starts_with('*') && !me) me = session_.thread().me;
    added = &session_.add_location(std::string(place.rest()), me, contexts, condition, told);
  }
  if (!told.empty()) say(told + "\n");
  say(fmt::format("breakpoint {}: {}\n", added->id, added->text));
}

void Console::add_temporary_break(Words& words) {
  add_break(words);
  session_.breakpoint(session_.breakpoints().rbegin()->first).temporary = true;
}

void Console::add_watch(Words& words) {
  std::string rest(words.rest());
  if (rest.empty()) throw InputError("expected an expression, as in: watch depth(RING_TX)");
  Stop stop;
  stop.kind = Stop::Kind::Change;
  stop.condition = take_condition(rest);
  stop.expression = rest;
  stop.me = session_.thread().me;
  stop.contexts = 1u << session_.thread().ctx;
  session_.ask("evaluate", {{"expression", rest}}); // reports unknown names now
  const Breakpoint& b = session_.add(
      fmt::format("{} changes{}{}", rest, stop.condition.empty() ? "" : ", if ", stop.condition),
      {stop});
  say(fmt::format("breakpoint {}: {}\n", b.id, b.text));
}

void Console::remove(Words& words) {
  if (words.empty())
    while (!session_.breakpoints().empty())
      session_.remove(session_.breakpoints().begin()->first);
  while (!words.empty())
    session_.remove(take_breakpoint(words).id);
}

Breakpoint& Console::take_breakpoint(Words& words) {
  if (words.empty())
    throw InputError("expected the number of a breakpoint; 'info breakpoints' lists them");
  return session_.breakpoint(words.number("a breakpoint", 0));
}

void Console::enable(Words& words) {
  Breakpoint& b = take_breakpoint(words);
  words.expect_end();
  b.enabled = true;
}

void Console::disable(Words& words) {
  Breakpoint& b = take_breakpoint(words);
  words.expect_end();
  b.enabled = false;
}

void Console::every(Words& words) {
  Breakpoint& b = take_breakpoint(words);
  const uint64_t count = words.number("a hit count", 0);
  words.expect_end();
  session_.set_every(b, count);
}

namespace {

// Both parts of "ring(NAME, EXPRESSION)"; empty for any other text.
std::optional<std::pair<std::string, std::string>> parse_ring_word(std::string_view text) {
  constexpr std::string_view kBegin = "ring(";
  const size_t comma = text.find(',');
  if (!text.starts_with(kBegin) || !text.ends_with(')') || comma == text.npos) return {};
  const Words ring(text.substr(kBegin.size(), comma - kBegin.size()));
  const Words index(text.substr(comma + 1, text.size() - comma - 2));
  return std::pair(std::string(ring.rest()), std::string(index.rest()));
}

} // namespace

void Console::who(Words& words) {
  if (words.empty())
    throw InputError("expected an expression, or: ring NAME, queue CHANNEL ENTRY, signal NAME");
  std::string out;
  std::string_view none = "no event since the start of the run\n";
  if (words.take("ring")) {
    out = session_.who(ring_stop(words, session_.simulation().system()));
  } else if (words.take("queue")) {
    out = session_.who(queue_stop(words, session_.simulation().system()));
  } else if (words.take("signal")) {
    const Stop stop = signal_stop(words, session_);
    for (const auto direction : {Stop::In, Stop::Out}) {
      Stop one = stop;
      one.directions &= static_cast<unsigned>(direction);
      if (one.directions) out += session_.who(std::move(one));
    }
  } else if (const auto word = parse_ring_word(words.rest())) {
    const Json index = session_.ask("evaluate", {{"expression", word->second}});
    out = session_.who_put(word->first, index.at("value").get<uint64_t>());
  } else {
    out = session_.who_changed(std::string(words.rest()));
    none = "no change since the start of the run\n";
  }
  say(out.empty() ? std::string(none) : out);
}

} // namespace ixp::debug
