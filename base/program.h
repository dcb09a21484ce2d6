// What the main() of every program does: parse, run, show what was wrong with the input.
#pragma once

#include "base/diagnostic.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace ixp {

// Exit statuses: 0 done, 1 the input was wrong or the run failed, 2 usage.
// CommandLine has a CLI::App `app` and `int run()`.
template <class CommandLine> int run_program(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
    return line.run();
  } catch (const CLI::ParseError& e) {
    return line.app.exit(e) == 0 ? 0 : 2;
  } catch (const InputError& e) {
    std::fprintf(stderr, "%s\n", format(e.diagnostic(), wants_colour()).c_str());
    return 1;
  }
}

} // namespace ixp
