// The debugger on a terminal, a pipe or a command file: reads lines, passes commands to the
// session, prints the results. docs/debugger.md lists the commands; `help` prints the same table.
#pragma once

#include "emu/debug/session.h"
#include "emu/debug/words.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ixp::debug {

class Console {
public:
  // `write` prints; `save` writes the output files of a run into a folder (ixpemu run --out);
  // `select_chip` selects another chip of the network, by name, or lists them (""); `source` reads
  // the next commands from a file. All but `write` may throw InputError.
  Console(Session& session, std::function<void(const std::string&)> write,
          std::function<void(const std::string& folder)> save,
          std::function<void(const std::string& chip)> select_chip,
          std::function<void(const std::string& file)> source);

  // Executes one line; false after `quit`. Throws InputError for an invalid line.
  bool execute(const std::string& line);
  std::string prompt() const;
  static std::vector<std::string> command_names();
  // Whether the line begins with a command or is a comment.
  static bool knows(std::string_view line);
  static std::string unknown(std::string_view name); // the error of a wrong command

private:
  struct Entry {
    std::string_view names; // "stepi si": the first is the name
    std::string_view arguments, help;
    void (Console::*run)(Words&);
  };
  static const std::vector<Entry>& commands();
  static const Entry* known(std::string_view name);
  static const Entry& find(std::string_view name); // throws InputError

  void help(Words&);
  void go_on(Words&);
  void back(Words&);
  void stepi(Words&);
  void step(Words&);
  void out(Words&);
  void swap(Words&);
  void packet(Words&);
  void back_stepi(Words&);
  void back_step(Words&);
  void until(Words&);
  void last(Words&);
  void advance(Words&);
  void go_to(Words&);
  void add_break(Words&);
  void add_temporary_break(Words&);
  void add_watch(Words&);
  void display(Words&);
  void undisplay(Words&);
  void remove(Words&);
  void enable(Words&);
  void disable(Words&);
  void every(Words&);
  void thread(Words&);
  void chip(Words&);
  void print(Words&);
  void set(Words&);
  void examine(Words&);
  void info(Words&);
  void list(Words&);
  void disassemble(Words&);
  void where(Words&);
  void who(Words&);
  void write(Words&);
  void source(Words&);
  void reset(Words&);
  void quit(Words&);

  Breakpoint& take_breakpoint(Words&); // throws InputError
  void step_by(Words&, Stop::Kind, Session::Way);
  void show(const StopReport& report);
  void show_place();
  void show_variables();
  void show_registers();
  void show_breakpoints();
  void show_displays();
  void show_threads();
  void show_frames(std::string_view name); // "": all
  void say(const std::string& text) { write_(text); }

  Session& session_;
  std::function<void(const std::string&)> write_;
  std::function<void(const std::string&)> save_, select_chip_, source_;
  std::map<uint64_t, std::string> displays_; // expressions to print at each stop, by number
  uint64_t last_display_ = 0;
  std::string last_line_; // repeated by an empty line, if it was a step
  bool over_ = false;
};

} // namespace ixp::debug
