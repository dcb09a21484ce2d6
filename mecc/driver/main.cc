// mecc: from arguments to one job, and from its outcome to an exit status.
#include "base/diagnostic.h"
#include "base/files.h"
#include "base/sarif.h"
#include "mecc/driver/command_line.h"

#include <functional>

namespace {

// What `work` returns; 1, once shown, when it throws that the input was wrong.
int guarded(mecc::Messages& messages, const std::function<int()>& work) {
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
  if (const int bad = guarded(messages, names_are_good)) return bad;
  const int status = guarded(messages, [&] { return line.run(messages); });
  const std::string& sarif = line.options.sarif;
  if (sarif.empty()) return status;
  return guarded(messages, [&] {
    ixp::write_file(sarif, ixp::sarif(messages.all(), "mecc", mecc::version()));
    return status;
  });
}

} // namespace

int main(int argc, char** argv) {
  mecc::CommandLine line;
  if (const auto status = line.parse({argv + 1, argv + argc})) return *status;
  return run(line);
}
