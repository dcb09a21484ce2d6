// Console commands that move in the run, and the display after a move.
#include "emu/debug/console.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

using Way = Session::Way;

namespace {
// Whether the hit is the end of a step to an instruction that a breakpoint in the report names.
bool repeats_breakpoint(const Hit& step, const StopReport& report) {
  return step.id == 0 && step.thread && std::ranges::any_of(report.hits, [&](const Hit& other) {
           return other.id > 0 && other.thread == step.thread && other.pc == step.pc;
         });
}
} // namespace

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
    if (repeats_breakpoint(h, report)) continue;
    out += separator;
    separator = "\n  and ";
    if (h.id > 0) out += fmt::format("breakpoint {}", h.id);
    if (h.id > 0 && (h.thread || !h.text.empty())) out += ", ";
    if (h.thread && h.pc >= 0)
      out += session_.place(*h.thread, static_cast<unsigned>(h.pc));
    else if (h.thread)
      out += text(*h.thread);
    if (!h.text.empty()) out += (h.thread ? ": " : "") + h.text;
  }
  if (report.hits.empty() && !report.at_start && !report.interrupted) out += "here";
  say(out + "\n");
  const bool at_instruction = std::ranges::any_of(report.hits, [](const Hit& h) {
    return h.pc >= 0 && (h.text.empty() || h.id == Session::kAssertion);
  });
  if (std::ranges::any_of(report.hits, &Hit::arm))
    say(session_.ask("arm").at("line"));
  else if (at_instruction)
    show_place();
  show_displays();
}

// Prints the line and the instruction that the thread will issue next.
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

} // namespace ixp::debug
