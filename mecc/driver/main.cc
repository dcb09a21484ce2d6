// mecc: from arguments to one job, and from its outcome to an exit status.
#include "base/files.h"
#include "base/sarif.h"
#include "mecc/driver/command_line.h"

#include <cstdlib>
#include <unistd.h>

namespace {

constexpr int kUsage = 2;

bool wants_colour() {
  const char* no = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && !(no && *no);
}

int run_job(const mecc::CommandLine& line, mecc::Messages& messages) {
  try {
    return line.run(messages);
  } catch (const ixp::InputError& e) {
    messages.show({e.diagnostic()});
    return 1;
  }
}

int run(mecc::CommandLine& line) {
  mecc::Messages messages(wants_colour());
  const std::string& sarif = line.options.sarif;
  const int status = run_job(line, messages);
  if (sarif.empty() || status == kUsage) return status;
  try {
    ixp::write_file(sarif, ixp::sarif(messages.all(), "mecc", mecc::version()));
  } catch (const ixp::InputError& e) {
    messages.show({e.diagnostic()});
    return 1;
  }
  return status;
}

} // namespace

int main(int argc, char** argv) {
  mecc::CommandLine line;
  if (const auto status = line.parse({argv + 1, argv + argc})) return *status;
  return run(line);
}
