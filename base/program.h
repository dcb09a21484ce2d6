// What the main() of every program does around its work.
#pragma once

#include "base/diagnostic.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace ixp {

// Exit statuses: 0 done, 1 the input was wrong or the run failed, 2 usage, 128 + N ended by signal
// N. Runs `work`, which returns one of the first three, and says why when it is 1: wrong input, no
// memory, standard output that cannot be written. base/interrupt.h ends it.
int run_guarded(const std::function<int()>& work);

// CommandLine has a CLI::App `app` and `int run()`.
template <class CommandLine> int run_program(int argc, char** argv) {
  return run_guarded([&] {
    CommandLine line;
    try {
      line.app.parse(argc, argv);
      return line.run();
    } catch (const CLI::ParseError& e) {
      return line.app.exit(e) == 0 ? 0 : 2;
    }
  });
}

// A check of CLI11's options for unsigned numbers: it takes -1, what is too large and 010 for
// others than they are.
std::string whole_number(const std::string& text);
// The same for others: a text from a variable of a shell that is not set is no wish.
std::string not_empty(const std::string& text);

// For where no exception may pass: says why, removes what is temporary, exit status 1.
[[noreturn]] void give_up(std::string_view why);

} // namespace ixp
