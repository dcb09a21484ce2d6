// mecc: selects a job from the arguments and returns its exit status. `mecc` and `mecc-c` are this
// program, without and with the C compiler (c_program.h).
#include "base/child.h"
#include "base/program.h"
#include "mecc/driver/c_program.h"
#include "mecc/driver/command_line.h"
#include "mecc/driver/outputs.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <string>

namespace {

// Returns the status of `work`; 1 if it throws InputError, which is shown.
int shown(mecc::Messages& messages, const std::function<int()>& work) {
  try {
    return work();
  } catch (const ixp::InputError& e) {
    messages.show({e.diagnostic()});
    return 1;
  }
}

[[noreturn]] void become_compiler_of_c(const std::vector<std::string>& arguments) {
  const std::string program = ixp::own_folder() + "/mecc-c";
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const int error = -ixp::become_program(words);
  throw ixp::InputError({program}, fmt::format("compiles C for mecc, and cannot be started: {}",
                                               std::strerror(error)));
}

int do_job(const mecc::CommandLine& line, mecc::Messages& messages) {
  if (!mecc::c_compiler()) {
    if (mecc::write_kept_system(line.options, messages)) return 0;
    if (line.needs_c_compiler()) become_compiler_of_c(line.options.arguments);
  }
  return line.run(messages);
}

int run(const mecc::CommandLine& line) {
  mecc::Messages messages(ixp::wants_colour());
  const auto names_are_good = [&] { return line.check_outputs(), 0; };
  if (const int bad = shown(messages, names_are_good)) return bad;
  const int status = shown(messages, [&] { return do_job(line, messages); });
  const int sarif = shown(messages, [&] { // for a job that produced nothing
    if (!messages.in_sarif) mecc::write_together({}, line.options, messages);
    return 0;
  });
  messages.show_rest();
  return std::max(status, sarif);
}

} // namespace

int main(int argc, char** argv) {
  return ixp::run_guarded([&] {
    mecc::CommandLine line;
    const auto status = line.parse({argv + 1, argv + argc});
    return status ? *status : run(line);
  });
}
