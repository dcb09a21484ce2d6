#include "emu/debug/stop_words.h"

#include "emu/debug/names.h"
#include "emu/memory/queue_array.h"

#include <fmt/format.h>

namespace ixp::debug {

// " .. if EXPRESSION": the condition, taken off the end.
std::string take_condition(std::string& text) {
  const size_t at = text.starts_with("if ") ? 0 : text.find(" if ");
  if (at == text.npos) return {};
  std::string condition = text.substr(at + (at ? 4 : 3));
  text.resize(at);
  return condition;
}

// "0:1" or "0:1.3,5": microengine and mask of contexts. Nothing when the word is a place.
std::optional<std::pair<unsigned, unsigned>> parse_threads(std::string_view word) {
  const size_t dot = word.find('.');
  const auto me = parse_thread(word.substr(0, dot));
  if (!me) return {};
  if (dot == word.npos) return std::pair(me->me, 0xffu);
  unsigned mask = 0;
  for (const char c : word.substr(dot + 1)) {
    if (c == ',') continue;
    if (c < '0' || c > '7')
      throw InputError(fmt::format("'{}': expected contexts 0 to 7, as in 0:1.3,5", word));
    mask |= 1u << (c - '0');
  }
  return std::pair(me->me, mask);
}

namespace {
unsigned take_directions(Words& words, std::string_view in, std::string_view out) {
  if (words.take(in)) return Stop::In;
  if (words.take(out)) return Stop::Out;
  return Stop::In | Stop::Out;
}
} // namespace

Stop ring_stop(Words& words, const SystemConfig& system) {
  Stop stop;
  stop.kind = Stop::Kind::Ring;
  if (words.empty()) throw InputError("expected the name or number of a ring");
  stop.ring = ring_number(system, std::string(words.take()));
  stop.directions = take_directions(words, "put", "get");
  if (!words.empty()) stop.frame = words.take();
  words.expect_end();
  return stop;
}

Stop queue_stop(Words& words) {
  Stop stop;
  stop.kind = Stop::Kind::Queue;
  if (words.empty()) throw InputError("expected the channel of a queue array and an entry: 0 3");
  stop.channel = static_cast<unsigned>(words.number("an SRAM channel", 0));
  if (words.empty()) throw InputError("expected an entry of the queue array");
  stop.entry = static_cast<unsigned>(words.number("an entry of the queue array", 0));
  if (stop.channel > 1 || stop.entry >= kQueueEntries)
    throw InputError(
        fmt::format("expected channel 0 or 1 and an entry 0 to {}", kQueueEntries - 1));
  stop.directions = take_directions(words, "in", "out");
  if (!words.empty()) stop.frame = words.take();
  words.expect_end();
  return stop;
}

Stop signal_stop(Words& words, Session& session) {
  if (const auto thread = parse_thread(words.peek())) { // whose names are meant
    session.select(*thread);
    words.take();
  }
  if (words.empty())
    throw InputError("expected the name or number of a signal of the thread in hand");
  const std::string name(words.take());
  Stop stop;
  stop.kind = Stop::Kind::Signal;
  stop.directions = take_directions(words, "raised", "taken");
  words.expect_end();
  stop.signal = session.ask("signal", {{"name", name}}).at("number");
  stop.me = session.thread().me;
  return stop; // of any context of the microengine
}

Stop packet_stop(Words& words) {
  Stop stop;
  stop.kind = Stop::Kind::Frame;
  if (!words.empty() && words.peek()[0] == 'p' && words.peek() != "port") stop.frame = words.take();
  stop.directions = take_directions(words, "rx", "tx");
  if (words.take("port")) stop.port = static_cast<int>(words.number("a port", 0));
  words.expect_end();
  return stop;
}

} // namespace ixp::debug
