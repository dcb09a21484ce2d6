// What the commands of the console do; their table is in console.cc.
#include "emu/debug/console.h"
#include "emu/debug/expression.h"
#include "emu/debug/names.h"
#include "emu/observe/program_place.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

using Way = Session::Way;

// ---- Going

void Console::show(const StopReport& report) {
  std::string out = fmt::format("cycle {}: ", session_.history().cycle());
  if (report.ended) {
    const Json end = session_.ask("end");
    const auto failures = end.at("failures").get<std::vector<std::string>>();
    say(out +
        (failures.empty()
             ? "the run has ended: " + end.at("text").get<std::string>()
             : fmt::format("the run has failed: {}", fmt::join(failures, "\n  and: "))) +
        "\n");
    return;
  }
  if (report.at_start) out += "the start of the run";
  if (report.interrupted) out += "interrupted";
  const char* separator = "";
  for (const Hit& h : report.hits) {
    out += separator;
    separator = "\n  and ";
    if (h.id) out += fmt::format("breakpoint {}", h.id);
    if (h.id && (h.thread || !h.text.empty())) out += ", ";
    if (h.thread && h.pc >= 0)
      out += session_.place(*h.thread, static_cast<unsigned>(h.pc));
    else if (h.thread)
      out += text(*h.thread);
    if (!h.text.empty()) out += (h.thread ? ": " : "") + h.text;
  }
  if (report.hits.empty() && !report.at_start && !report.interrupted) out += "here";
  say(out + "\n");
  const bool at_instruction =
      std::ranges::any_of(report.hits, [](const Hit& h) { return h.pc >= 0 && h.text.empty(); });
  if (at_instruction) show_place();
}

// The line and the instruction that the thread will issue.
void Console::show_place() {
  const unsigned me = session_.thread().me, pc = session_.pc();
  const mecc::Image* image = session_.program().image(me);
  const mecc::SourceLine* line = image->line_at(pc);
  std::string out;
  if (line && line->line) {
    const std::vector<std::string>& lines = session_.program().source(line->file);
    if (line->line <= lines.size())
      out += fmt::format("{:>5}  {}\n", line->line, lines[line->line - 1]);
  }
  say(out + session_.program().instruction(me, pc) + "\n");
}

void Console::go_on(Words& words) {
  words.expect_end();
  show(session_.go_on(Way::Forwards));
}

void Console::back(Words& words) {
  words.expect_end();
  show(session_.go_on(Way::Backwards));
}

void Console::step_by(Words& words, Stop::Kind kind, Way way) {
  const uint64_t n = words.number("a number of steps", 1);
  words.expect_end();
  StopReport report;
  for (uint64_t i = 0; i < n; ++i) {
    report = session_.step(kind, way);
    const bool stopped = report.ended || report.interrupted || report.at_start ||
                         std::ranges::any_of(report.hits, [](const Hit& h) { return h.id != 0; });
    if (stopped) break;
  }
  show(report);
}

void Console::stepi(Words& words) {
  step_by(words, Stop::Kind::Instruction, Way::Forwards);
}
void Console::step(Words& words) {
  step_by(words, Stop::Kind::Line, Way::Forwards);
}
void Console::out(Words& words) {
  step_by(words, Stop::Kind::Function, Way::Forwards);
}
void Console::swap(Words& words) {
  step_by(words, Stop::Kind::Swap, Way::Forwards);
}
void Console::packet(Words& words) {
  step_by(words, Stop::Kind::Frame, Way::Forwards);
}
void Console::back_stepi(Words& words) {
  step_by(words, Stop::Kind::Instruction, Way::Backwards);
}
void Console::back_step(Words& words) {
  step_by(words, Stop::Kind::Line, Way::Backwards);
}

void Console::until(Words& words) {
  show(session_.until(std::string(words.rest()), Way::Forwards));
}

void Console::last(Words& words) {
  show(session_.until(std::string(words.rest()), Way::Backwards));
}

void Console::advance(Words& words) {
  const uint64_t n = words.number("a number of cycles", 1);
  words.expect_end();
  show(session_.advance(std::min<uint64_t>(n, kNever / 8)));
}

void Console::go_to(Words& words) {
  if (words.empty()) throw InputError("expected the cycle to go to");
  const uint64_t cycle = words.number("a cycle", 0);
  words.expect_end();
  show(session_.go(std::min<uint64_t>(cycle, kNever / 8)));
}

void Console::reset(Words& words) {
  words.expect_end();
  session_.history().reset();
  say("cycle 0\n");
}

// ---- Breakpoints

namespace {

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

unsigned take_directions(Words& words, std::string_view in, std::string_view out) {
  if (words.take(in)) return Stop::In;
  if (words.take(out)) return Stop::Out;
  return Stop::In | Stop::Out;
}

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

Stop signal_stop(Words& words, Session& session) {
  if (const auto thread = parse_thread(words.peek())) { // whose names are meant
    session.select(*thread);
    words.take();
  }
  if (words.empty())
    throw InputError("expected the name or number of a signal of the thread in hand");
  const std::string name(words.take());
  words.expect_end();
  Stop stop;
  stop.kind = Stop::Kind::Signal;
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

} // namespace

void Console::add_break(Words& words) {
  std::string rest(words.rest());
  if (rest.empty()) throw InputError("expected a place to stop at; see 'help break'");
  const std::string condition = take_condition(rest);
  Words place(rest);
  std::string told;
  const Breakpoint* added = nullptr;
  const auto add = [&](Stop stop) {
    stop.condition = condition;
    stop.me = session_.thread().me; // whose names the condition uses, when nobody else's
    if (stop.kind == Stop::Kind::Frame) stop.contexts = 1u << session_.thread().ctx;
    added = &session_.add(rest + (condition.empty() ? "" : ", if " + condition), {std::move(stop)});
  };
  if (!condition.empty() && (place.peek() == "ring" || place.peek() == "signal"))
    throw InputError(
        "rings and signals take no condition; it belongs to the instruction behind them");
  if (place.take("ring")) {
    add(ring_stop(place, session_.simulation().system()));
  } else if (place.take("signal")) {
    add(signal_stop(place, session_));
  } else if (place.take("packet")) {
    add(packet_stop(place));
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

void Console::add_watch(Words& words) {
  std::string rest(words.rest());
  if (rest.empty()) throw InputError("expected an expression, as in: watch depth(RING_TX)");
  Stop stop;
  stop.kind = Stop::Kind::Change;
  stop.condition = take_condition(rest);
  stop.expression = rest;
  stop.me = session_.thread().me;
  stop.contexts = 1u << session_.thread().ctx;
  session_.ask("evaluate", {{"expression", rest}}); // a name that nobody knows is an error now
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
    session_.remove(static_cast<int>(words.number("a breakpoint", 0)));
}

void Console::enable(Words& words) {
  session_.breakpoint(static_cast<int>(words.number("a breakpoint", 0))).enabled = true;
  words.expect_end();
}

void Console::disable(Words& words) {
  session_.breakpoint(static_cast<int>(words.number("a breakpoint", 0))).enabled = false;
  words.expect_end();
}

// ---- Looking

void Console::thread(Words& words) {
  if (!words.empty()) {
    const std::string_view word = words.take();
    words.expect_end();
    const auto t = parse_thread(word);
    if (!t) throw InputError(fmt::format("'{}' is no thread, expected e.g. 0:1.3", word));
    session_.select(*t);
  }
  where(words);
}

void Console::where(Words& words) {
  words.expect_end();
  const Json reply = session_.ask("threads");
  for (const Json& t : reply.at("threads"))
    if (t.at("thread").get<Thread>() == session_.thread())
      say(fmt::format("cycle {}: {} {} at {}\n", session_.history().cycle(),
                      text(session_.thread()), t.at("state").get<std::string>(),
                      t.at("text").get<std::string>()));
  show_place();
}

namespace {
std::string shown(int64_t value) {
  std::string out =
      value >= 0 && value < 10 ? fmt::format("{}", value) : fmt::format("{} ({:#x})", value, value);
  if (value >= 0x80000000 && value <= 0xffffffff)
    out += fmt::format(", signed {}", static_cast<int32_t>(value));
  return out;
}
} // namespace

void Console::print(Words& words) {
  if (words.empty()) throw InputError("expected an expression");
  const std::string expression(words.rest());
  const Json reply = session_.ask("evaluate", {{"expression", expression}});
  const std::string place = reply.at("place");
  say(fmt::format("{} = {}{}\n", expression, shown(reply.at("value")),
                  place.empty() || place == expression ? "" : fmt::format(" in {}", place)));
}

void Console::set(Words& words) {
  const std::string_view rest = words.rest();
  const size_t equals = rest.find('=');
  if (equals == rest.npos || equals == 0)
    throw InputError("expected PLACE = EXPRESSION, as in: set a3 = 5");
  std::string place(rest.substr(0, equals));
  while (!place.empty() && place.back() == ' ')
    place.pop_back();
  const int64_t value =
      session_.ask("evaluate", {{"expression", rest.substr(equals + 1)}}).at("value");
  session_.history().edit(session_.thread(), place, static_cast<uint32_t>(value));
  say(fmt::format("{} = {}; part of the run from cycle {} on\n", place,
                  shown(static_cast<uint32_t>(value)), session_.history().cycle()));
}

void Console::examine(Words& words) {
  const std::string region(words.take());
  const uint64_t address = words.number("an address", 0);
  const uint64_t count = std::min<uint64_t>(words.number("a number of longwords", 4), 65536);
  words.expect_end();
  const Json reply =
      session_.ask("memory", {{"region", region}, {"address", address}, {"longwords", count}});
  std::string out;
  const unsigned step = region == "lm" ? 1 : 4;
  size_t i = 0;
  for (const Json& word : reply.at("words")) {
    if (i % 4 == 0) out += fmt::format("{}{:08x}:", i ? "\n" : "", address + step * i);
    out += fmt::format(" {:08x}", word.get<uint32_t>());
    ++i;
  }
  say(out + "\n");
}

void Console::show_variables() {
  std::string out;
  const Json reply = session_.ask("variables");
  for (const Json& v : reply.at("variables"))
    out += fmt::format("{:<20} {:<6} {}\n", v.at("name").get<std::string>(),
                       v.at("location").get<std::string>(), shown(v.at("value")));
  say(out.empty() ? "no variable has a place here\n" : out);
}

void Console::show_registers() {
  std::string out;
  const Json files = session_.ask("registers").at("files");
  for (const char* file : {"a", "b", "$", "out:$", "$$", "out:$$", "n$"}) {
    const auto words = files.at(file).get<std::vector<uint32_t>>();
    for (size_t i = 0; i < words.size(); ++i)
      out += fmt::format("{:>8}{:<3}{:08x}{}", file, i, words[i], i % 4 == 3 ? "\n" : " ");
  }
  say(out);
}

void Console::show_breakpoints() {
  std::string out;
  for (const auto& [id, b] : session_.breakpoints())
    out += fmt::format("{:<3} {}{}\n", id, b.text, b.enabled ? "" : " (disabled)");
  say(out.empty() ? "there are no breakpoints\n" : out);
}

void Console::show_threads() {
  std::string out;
  const Json reply = session_.ask("threads");
  for (const Json& t : reply.at("threads")) {
    const Thread thread = t.at("thread").get<Thread>();
    out += fmt::format("{} {} {:<12} {}\n", thread == session_.thread() ? "*" : " ", text(thread),
                       t.at("state").get<std::string>(), t.at("text").get<std::string>());
  }
  say(out);
}

void Console::info(Words& words) {
  const std::string what(words.take());
  Json more = Json::object();
  if (what == "ring") {
    if (words.empty()) throw InputError("expected the name or number of a ring");
    more["name"] = words.take();
  }
  words.expect_end();
  if (what == "breakpoints") return show_breakpoints();
  if (what == "threads") return show_threads();
  if (what == "variables") return show_variables();
  if (what == "registers") return show_registers();
  if (what == "edits") {
    std::string out;
    for (const Edit& e : session_.history().edits())
      out += fmt::format("cycle {}: {} {} = {:#x}\n", e.cycle, text(e.thread), e.place, e.value);
    return say(out.empty() ? "nothing was set\n" : out);
  }
  if (what == "end") {
    const Json end = session_.ask("end");
    return say(end.at("ended").get<bool>()
                   ? fmt::format("ended at cycle {}: {}\n", end.at("cycle").get<uint64_t>(),
                                 end.at("text").get<std::string>())
                   : "the run goes on\n");
  }
  if (what == "digest") {
    const Json reply = session_.ask("digest");
    std::string out;
    for (const auto& [name, hash] : reply.at("digest").items())
      out += fmt::format("{:<24} {}\n", name, hash.get<std::string>());
    return say(out);
  }
  for (const char* text : {"rings", "ring", "queues", "cam", "commands", "signals", "contexts"})
    if (what == text) return say(session_.ask(text, more).at("text"));
  throw InputError(fmt::format("there is no 'info {}'; 'help info' lists what there is", what));
}

void Console::list(Words& words) {
  constexpr unsigned kAround = 5;
  const unsigned me = session_.thread().me;
  unsigned pc = session_.pc();
  if (!words.empty()) {
    std::string told;
    const Places places = session_.program().find(std::string(words.rest()), {}, told)[0];
    if (!told.empty()) say(told + "\n");
    pc = places.pcs[0];
    const mecc::SourceLine* line = session_.program().image(places.me)->line_at(pc);
    return say(session_.program().listing(line->file, line->line, kAround));
  }
  const mecc::SourceLine* line = session_.program().image(me)->line_at(pc);
  if (!line || !line->line)
    throw InputError("the image does not say which line this is; 'disassemble' shows instructions");
  say(session_.program().listing(line->file, line->line, kAround));
}

void Console::disassemble(Words& words) {
  const uint64_t pc = words.number("an address", session_.pc());
  words.expect_end();
  say(session_.program().disassembly(session_.thread().me,
                                     static_cast<unsigned>(std::min<uint64_t>(pc, 8192)), 6));
}

void Console::who(Words& words) {
  if (words.empty()) throw InputError("expected an expression, or: ring NAME");
  std::string out;
  if (words.take("ring"))
    out = session_.who(ring_stop(words, session_.simulation().system()));
  else if (words.take("signal"))
    out = session_.who(signal_stop(words, session_));
  else
    out = session_.who_changed(std::string(words.rest()));
  say(out.empty() ? "nobody since the start of the run\n" : out);
}

void Console::write(Words& words) {
  if (words.empty()) throw InputError("expected a folder to write into");
  save_(std::string(words.rest()));
}

} // namespace ixp::debug
