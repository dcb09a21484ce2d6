#include "emu/debug/console.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

Console::Console(Session& session, std::function<void(const std::string&)> write,
                 std::function<void(const std::string&)> save,
                 std::function<void(const std::string&)> select_chip,
                 std::function<void(const std::string&)> source)
    : session_(session), write_(std::move(write)), save_(std::move(save)),
      select_chip_(std::move(select_chip)), source_(std::move(source)) {}

const std::vector<Console::Entry>& Console::commands() {
  using C = Console;
  static const std::vector<Entry> table{
      {"continue c", "", "Run to the next breakpoint, or the end of the run", &C::go_on},
      {"back bc", "", "Go back to the breakpoint before, or the start", &C::back},
      {"stepi si", "[N]", "Let the thread issue one instruction, or N", &C::stepi},
      {"step s", "[N]", "... one line of its source", &C::step},
      {"out finish", "", "... and leave its function", &C::out},
      {"swap", "", "... and give up the microengine", &C::swap},
      {"packet", "[N]", "Run until a frame crosses a port", &C::packet},
      {"back-stepi bsi", "[N]", "Back to the instruction that the thread issued before",
       &C::back_stepi},
      {"back-step bs", "[N]", "... to the line before", &C::back_step},
      {"until u", "EXPRESSION", "Run until it becomes true", &C::until},
      {"last", "EXPRESSION", "Go back to where it became true or false last", &C::last},
      {"advance", "CYCLES", "Run for that number of cycles", &C::advance},
      {"goto", "CYCLE", "Go to a cycle, before or after; breakpoints do not stop it", &C::go_to},
      {"break b",
       "[ME[.CTX,..]] PLACE [if EXPRESSION] | packet [FRAME] [rx|tx] [port N] [if ..] | "
       "ring NAME [put|get] [FRAME] [if ..] | queue CHANNEL ENTRY [in|out] [FRAME] [if ..] | "
       "signal [ME] NAME [raised|taken] [if ..] | arm ADDRESS|SYMBOL",
       "Stop at an instruction (FILE:LINE, function, label, *ADDRESS), a frame, a ring, a queue, a "
       "signal, an instruction of the XScale core",
       &C::add_break},
      {"tbreak tb", "...", "As break, for one stop", &C::add_temporary_break},
      {"watch", "EXPRESSION [if EXPRESSION]", "Stop when its value changes", &C::add_watch},
      {"delete", "[N]", "Forget breakpoint N, or all", &C::remove},
      {"enable", "N", "Let breakpoint N stop again", &C::enable},
      {"disable", "N", "Keep breakpoint N, do not stop there", &C::disable},
      {"every", "N COUNT", "Let only every COUNTth hit of breakpoint N end a move", &C::every},
      {"thread t", "[ME.CTX|arm]", "Take another thread in hand, as in 0:1.3, or the XScale core",
       &C::thread},
      {"chip", "[NAME]", "Select another chip of the network, at the same time", &C::chip},
      {"print p", "EXPRESSION", "The value of a variable, register, word, ring, ...", &C::print},
      {"display", "[EXPRESSION]", "Print it now and wherever the run stops", &C::display},
      {"undisplay", "[N]", "Forget expression N of display, or all", &C::undisplay},
      {"set", "PLACE = EXPRESSION", "Write a variable, a register or a word of memory", &C::set},
      {"x", "MEMORY ADDRESS [LONGWORDS]",
       "Memory: scratch, sram0, sram1, dram (bytes), lm (longwords)", &C::examine},
      {"info i",
       "breakpoints|threads|frames [FRAME]|variables|registers|rings|ring "
       "NAME|queues|cam|commands|signals|contexts|"
       "edits|end|digest",
       "What there is", &C::info},
      {"list l", "[FILE:LINE]", "Source around the thread's place", &C::list},
      {"disassemble d", "[ADDRESS]", "Instructions around it", &C::disassemble},
      {"where w", "", "Where the thread stands", &C::where},
      {"who",
       "EXPRESSION | ring NAME [put|get] [FRAME] | ring(NAME, INDEX) | queue CHANNEL ENTRY "
       "[in|out] [FRAME] | "
       "signal [ME] NAME [raised|taken]",
       "Who changed, put, got, raised or took it last, and on which frame", &C::who},
      {"write", "FOLDER",
       "Run all of it, with what was set, and write the files of ixpemu run --out", &C::write},
      {"source", "FILE", "Take the next commands from a file", &C::source},
      {"reset", "", "Back to the start; what was set is forgotten", &C::reset},
      {"help h", "[COMMAND]", "This list", &C::help},
      {"quit q", "", "End the session", &C::quit},
  };
  return table;
}

namespace {
std::string_view first_name(std::string_view names) {
  return names.substr(0, names.find(' '));
}
bool has_name(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    if (first_name(names) == name) return true;
    names.remove_prefix(std::min(first_name(names).size() + 1, names.size()));
  }
  return false;
}

// gdb's names of commands. In an editor's console they may be variables.
constexpr std::pair<std::string_view, std::string_view> kGdbNames[] = {
    {"next", "step"},           {"n", "step"}, {"bt", "where"},
    {"reverse-step", "bs"},     {"rs", "bs"},  {"reverse-stepi", "bsi"},
    {"reverse-continue", "bc"}, {"rc", "bc"},
};
constexpr std::string_view kOfCallStacks[] = {"up", "down", "frame", "f"};
} // namespace

std::vector<std::string> Console::command_names() {
  std::vector<std::string> names;
  for (const Entry& e : commands())
    names.emplace_back(first_name(e.names));
  return names;
}

const Console::Entry* Console::known(std::string_view name) {
  const auto found =
      std::ranges::find_if(commands(), [&](const Entry& e) { return has_name(e.names, name); });
  return found == commands().end() ? nullptr : &*found;
}

bool Console::knows(std::string_view line) {
  return line.starts_with('#') || known(Words(line).peek());
}

std::string Console::unknown(std::string_view name) {
  const std::string close = closest(std::string(name), command_names());
  return fmt::format("there is no command '{}'{}; 'help' lists them", name.substr(0, 40),
                     close.empty() ? "" : fmt::format(", did you mean '{}'?", close));
}

const Console::Entry& Console::find(std::string_view name) {
  if (const Entry* entry = known(name)) return *entry;
  for (const auto& [theirs, ours] : kGdbNames)
    if (name == theirs) return *known(ours);
  if (std::ranges::count(kOfCallStacks, name))
    throw InputError(fmt::format("contexts have no call stack, so there is no '{}'; 'where' shows "
                                 "the place, 'out' leaves the function, 'info frames' shows frames",
                                 name));
  if (const Entry* entry = known(completed(command_names(), name))) return *entry;
  throw InputError(unknown(name));
}

bool Console::execute(const std::string& line) {
  const size_t comment = line.find('#') == 0 ? 0 : line.npos;
  std::string text = line.substr(0, comment);
  Words words(text);
  if (words.empty()) {
    if (comment == 0 || last_line_.empty()) return true;
    text = last_line_;
    words = Words(text);
  }
  const std::string_view name = words.take();
  const Entry& entry = find(name);
  const std::string_view steps = "stepi step swap packet back-stepi back-step continue back";
  last_line_ = has_name(steps, first_name(entry.names)) ? text : "";
  (this->*entry.run)(words);
  return !over_;
}

std::string Console::prompt() const {
  return fmt::format("{} {} > ", session_.history().cycle(),
                     session_.arm() ? "arm" : text(session_.thread()));
}

void Console::help(Words& words) {
  const std::string name(words.take());
  words.expect_end();
  std::string out;
  for (const Entry& e : commands()) {
    if (!name.empty() && &e != &find(name)) continue;
    std::string names(e.names);
    std::ranges::replace(names, ' ', ',');
    out +=
        fmt::format("{}{}{}\n    {}\n", names, e.arguments.empty() ? "" : " ", e.arguments, e.help);
  }
  if (name.empty())
    out +=
        "An empty line repeats the last step. Lines that begin with # are comments.\n"
        "Expressions: C's operators; variables, a3, @b7, $4, out:$4, $$2, n$1; sram0[0x1000], "
        "scratch[..],\ndram[..], lm[5]; ring(NAME, 0), depth(NAME), queue(CHANNEL, ENTRY), cam(3), "
        "cam_state(3), signal(NAME);\ncycle, me, ctx, pc, running, packets_rx, packets_tx; arm_r0, "
        "arm_pc, arm_cpsr\n";
  say(out);
}

void Console::quit(Words& words) {
  words.expect_end();
  over_ = true;
}

} // namespace ixp::debug
