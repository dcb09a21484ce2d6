// ixpemu: the command line. Options are declared once here; --help and usage errors come from
// them.
#include "base/diagnostic.h"
#include "emu/cli/commands.h"
#include "mecc/driver/git_commit.inc" // generated: #define IXP_GIT_COMMIT "..."

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace {

constexpr int kUsage = 2;

bool wants_colour() {
  const char* no = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && !(no && *no);
}

struct CommandLine {
  CLI::App app{"Emulator of the IXP2400 network processor"};
  std::string system;
  bool json = false;
  CLI::App *params = nullptr, *check = nullptr, *budget = nullptr;

  CommandLine() {
    app.name("ixpemu");
    app.set_version_flag("--version",
                         fmt::format("ixpemu {} (commit {})", IXP_VERSION, IXP_GIT_COMMIT));
    app.footer("Exit status: 0 done, 1 the input was wrong or the run failed, 2 usage.");
    app.require_subcommand(1);
    params = app.add_subcommand("params", "List the parameters of the model");
    params->add_flag("--json", json, "As JSON");
    check = app.add_subcommand("check", "Read a system file, compile and place its images");
    add_system(*check);
    budget = app.add_subcommand("budget", "Time a system has for each packet");
    add_system(*budget);
    budget->add_flag("--json", json, "As JSON");
  }

  void add_system(CLI::App& command) {
    command.add_option("SYSTEM", system, "System file (.toml)")->required()->type_name("");
  }

  int run() {
    if (*params) return ixp::params_command(json);
    if (*check) return ixp::check_command(system);
    return ixp::budget_command(system, json);
  }
};

} // namespace

int main(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
    return line.run();
  } catch (const CLI::ParseError& e) {
    return line.app.exit(e) == 0 ? 0 : kUsage;
  } catch (const ixp::InputError& e) {
    std::fprintf(stderr, "%s\n", ixp::format(e.diagnostic(), wants_colour()).c_str());
    return 1;
  }
}
