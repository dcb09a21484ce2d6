// Console commands that show or write state.
#include "emu/debug/console.h"
#include "emu/debug/expression.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

void Console::thread(Words& words) {
  if (!words.empty()) {
    const std::string_view word = words.take();
    words.expect_end();
    const auto t = parse_thread(word);
    if (!t && word != "arm")
      throw InputError(fmt::format("'{}' is no thread, expected e.g. 0:1.3, or arm", word));
    t ? session_.select(*t) : session_.select_arm();
  }
  where(words);
}

void Console::where(Words& words) {
  words.expect_end();
  if (session_.arm()) {
    const Json arm = session_.ask("arm");
    return say(fmt::format("cycle {}: the XScale core {}\n{}", session_.history().cycle(),
                           arm.at("state").get<std::string>(), arm.at("text").get<std::string>()));
  }
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

void Console::display(Words& words) {
  if (words.empty()) return show_displays();
  const std::string expression(words.rest());
  session_.check(expression);
  displays_.emplace(++last_display_, expression);
  show_displays();
}

void Console::undisplay(Words& words) {
  if (words.empty()) return displays_.clear();
  const uint64_t number = words.number("a number of display", 0);
  words.expect_end();
  if (!displays_.erase(number))
    throw InputError(fmt::format("there is no display {}; 'display' lists them", number));
}

void Console::show_displays() {
  std::string out;
  for (const auto& [number, expression] : displays_) {
    out += fmt::format("{}: {} = ", number, expression);
    try {
      out += shown(session_.ask("evaluate", {{"expression", expression}}).at("value"));
    } catch (const InputError&) { // the thread has no such variable here
      out += "(no value)";
    }
    out += '\n';
  }
  say(out);
}

void Console::set(Words& words) {
  const std::string_view rest = words.rest();
  const size_t equals = rest.find('=');
  if (equals == rest.npos || equals == 0)
    throw InputError("expected PLACE = EXPRESSION, as in: set a3 = 5");
  std::string place(rest.substr(0, equals));
  while (!place.empty() && place.back() == ' ')
    place.pop_back();
  const uint32_t value = session_.longword(rest.substr(equals + 1));
  session_.history().edit(session_.thread(), place, value);
  say(fmt::format("{} = {}; part of the run from cycle {} on\n", place, shown(value),
                  session_.history().cycle()));
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
  if (session_.arm()) return say(session_.ask("arm").at("registers"));
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
    out += fmt::format("{:<3} {}{}{}{}\n", id, b.text, b.temporary ? ", for one stop" : "",
                       b.every > 1 ? fmt::format(", one hit in {}", b.every) : "",
                       b.enabled ? "" : " (disabled)");
  say(out.empty() ? "there are no breakpoints\n" : out);
}

void Console::show_threads() {
  std::string out;
  const Json reply = session_.ask("threads");
  for (const Json& t : reply.at("threads")) {
    const Thread thread = t.at("thread").get<Thread>();
    const std::string frame = t.at("frame");
    const bool current = !session_.arm() && thread == session_.thread();
    out += fmt::format("{} {} {:<12} {}{}\n", current ? "*" : " ", text(thread),
                       t.at("state").get<std::string>(), t.at("text").get<std::string>(),
                       frame.empty() ? "" : ", frame " + frame);
  }
  if (session_.simulation().system().xscale) {
    const Json arm = session_.ask("arm");
    out += fmt::format("{} arm   {:<12} pc {:#010x}\n", session_.arm() ? "*" : " ",
                       arm.at("state").get<std::string>(), arm.at("pc").get<uint32_t>());
  }
  say(out);
}

void Console::show_frames(std::string_view name) {
  const Json reply = session_.ask("frames");
  std::string out;
  for (const Json& f : reply.at("frames")) {
    if (!name.empty() && f.at("frame") != name) continue;
    const auto fate = f.at("fate").get<std::string>();
    const Json& stages = f.at("stages");
    out += fmt::format("{:<10} {:>5} bytes, {}{}\n", f.at("frame").get<std::string>(),
                       f.at("bytes").get<uint32_t>(), fate,
                       fate == "inside" ? ": " + stages.back().at("place").get<std::string>() : "");
    for (const Json& s : name.empty() ? Json::array() : stages)
      out +=
          fmt::format("{:>9} to {:<9} {}\n", s.at("from").get<uint64_t>(),
                      s.contains("to") ? s.at("to").dump() : "", s.at("place").get<std::string>());
  }
  if (out.empty() && !name.empty())
    throw InputError(fmt::format("frame {} is not inside and did not leave lately", name));
  say(out.empty() ? "no frame has arrived\n" : out);
}

void Console::info(Words& words) {
  constexpr const char* kTopics[] = {"breakpoints", "threads",  "frames", "variables", "registers",
                                     "rings",       "ring",     "queues", "cam",       "commands",
                                     "signals",     "contexts", "edits",  "end",       "digest"};
  const std::string what = completed(kTopics, words.take());
  if (what == "frames") {
    const std::string_view name = words.take();
    words.expect_end();
    return show_frames(name);
  }
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
  if (session_.arm()) return where(words);
  Program& program = session_.program();
  if (const auto line = program.line_called(std::string(words.rest()), session_.thread().me))
    return say(program.listing(line->file, line->line, kAround));
  unsigned me = session_.thread().me, pc = 0;
  if (words.empty()) {
    pc = session_.pc();
  } else {
    std::string told;
    const Places places = program.find(std::string(words.rest()), {}, told)[0];
    me = places.me;
    pc = places.pcs[0];
  }
  const mecc::SourceLine* line = program.image(me)->line_at(pc);
  if (!line || !line->line)
    throw InputError("the image does not say which line this is; 'disassemble' shows instructions");
  say(program.listing(line->file, line->line, kAround));
}

void Console::disassemble(Words& words) {
  if (session_.arm()) return where(words);
  const unsigned me = session_.thread().me;
  const size_t instructions = session_.program().image(me)->words.size();
  const bool given = !words.empty();
  const uint64_t pc = words.number("an address", session_.pc());
  words.expect_end();
  if (given && pc >= instructions)
    throw InputError(
        fmt::format("the program of {} has {} instructions", me_name(me), instructions));
  say(session_.program().disassembly(me, static_cast<unsigned>(pc), 6));
}

void Console::chip(Words& words) {
  const std::string name(words.take());
  words.expect_end();
  select_chip_(name);
}

void Console::source(Words& words) {
  if (words.empty()) throw InputError("expected a file of commands");
  source_(std::string(words.rest()));
}

void Console::write(Words& words) {
  if (words.empty()) throw InputError("expected a folder to write into");
  save_(std::string(words.rest()));
}

} // namespace ixp::debug
