// mecc: from arguments to one job, and from its outcome to an exit status.
#include "base/program.h"
#include "mecc/driver/command_line.h"
#include "mecc/driver/outputs.h"

#include <llvm/Support/ErrorHandling.h>

#include <algorithm>
#include <functional>
#include <string>

namespace {

// What `work` returns; 1, once shown, when it throws that the input was wrong.
int shown(mecc::Messages& messages, const std::function<int()>& work) {
  try {
    return work();
  } catch (const ixp::InputError& e) {
    messages.show({e.diagnostic()});
    return 1;
  }
}

int run(const mecc::CommandLine& line) {
  mecc::Messages messages(ixp::wants_colour());
  const auto names_are_good = [&] { return line.check_outputs(), 0; };
  if (const int bad = shown(messages, names_are_good)) return bad;
  const int status = shown(messages, [&] { return line.run(messages); });
  const int sarif = shown(messages, [&] { // of a job that made nothing
    if (!messages.in_sarif) mecc::write_together({}, line.options, messages);
    return 0;
  });
  messages.show_rest();
  return std::max(status, sarif);
}

// LLVM aborts where it has no memory or cannot go on.
void handle_errors_of_llvm() {
  llvm::install_bad_alloc_error_handler(
      [](void*, const char*, bool) { ixp::give_up("out of memory"); });
  llvm::install_fatal_error_handler(
      [](void*, const char* why, bool) { ixp::give_up(std::string("internal error: ") + why); });
}

} // namespace

int main(int argc, char** argv) {
  handle_errors_of_llvm();
  return ixp::run_guarded([&] {
    mecc::CommandLine line;
    const auto status = line.parse({argv + 1, argv + argc});
    return status ? *status : run(line);
  });
}
