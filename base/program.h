// The common frame of every program's main().
#pragma once

#include "base/command_line.h"
#include "base/diagnostic.h"
#include "base/print.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace ixp {

// Runs `work` and returns the exit status: 0 done, 1 the input was wrong or the run failed, 2
// usage, 128 + N ended by signal N. `work` returns one of the first three. For invalid input,
// exhausted memory and failed output the reason is printed and the status is 1. base/interrupt.h
// handles signals.
int run_guarded(const std::function<int()>& work);

// CommandLine has a CLI::App `app`, `int run()` and, if an error of usage leaves something to do,
// `void refused()`.
template <class CommandLine> int run_program(int argc, char** argv) {
  return run_guarded([&] {
    CommandLine line;
    prepare(line.app);
    try {
      if (argc == 2 && argv[1] == std::string_view(kDescribeOptions)) {
        print("{}", describe(line.app));
        return 0;
      }
      line.app.parse(argc, argv);
      return line.run();
    } catch (const CLI::ParseError& e) {
      if (line.app.exit(e) == 0) return 0;
      if constexpr (requires { line.refused(); }) line.refused();
      return 2;
    }
  });
}

// Validator for CLI11's unsigned options, which accept -1 and overflows, and read 010 as octal.
std::string whole_number(const std::string& text);

// For code that must not throw: prints the reason, removes temporary files, exits with status 1.
[[noreturn]] void give_up(std::string_view why);

} // namespace ixp
