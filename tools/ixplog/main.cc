// ixplog: the command line.
#include "base/diagnostic.h"
#include "base/files.h"
#include "mecc/driver/git_commit.inc" // generated: #define IXP_GIT_COMMIT "..."
#include "tools/ixplog/convert.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/diff.h"
#include "tools/ixplog/logs.h"

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

std::vector<ixp::PortLog> read_logs(const std::vector<std::string>& paths) {
  std::vector<ixp::PortLog> logs;
  for (const std::string& path : ixp::log_files(paths))
    logs.push_back(ixp::read_port_log(path));
  return logs;
}

int diff(const std::string& golden, const std::string& fresh, const std::string& junit_path) {
  const auto results = ixp::diff_logs(golden, fresh);
  bool differ = false;
  for (const ixp::LogDifference& r : results) {
    std::fputs(r.report.c_str(), stdout);
    differ |= !r.report.empty();
  }
  if (!junit_path.empty()) ixp::write_file(junit_path, ixp::junit(results));
  return differ ? 1 : 0;
}

int delay(const std::vector<std::string>& paths, bool csv, bool json) {
  const ixp::DelayReport report = ixp::measure_delay(read_logs(paths));
  const std::string text = csv    ? ixp::delay_csv(report)
                           : json ? ixp::delay_json(report)
                                  : ixp::delay_table(report);
  std::fputs(text.c_str(), stdout);
  return 0;
}

struct CommandLine {
  CLI::App app{"What port logs say"};
  std::string golden, fresh, junit, output;
  std::vector<std::string> logs;
  bool csv = false, json = false;
  CLI::App *diff = nullptr, *delay = nullptr, *convert = nullptr;

  CommandLine() {
    app.name("ixplog");
    app.set_version_flag("--version",
                         fmt::format("ixplog {} (commit {})", IXP_VERSION, IXP_GIT_COMMIT));
    app.footer("LOG is a port log, or a folder with those of a run.\n"
               "Exit status: 0 done, 1 the logs differ or the input was wrong, 2 usage.");
    app.require_subcommand(1);
    diff = app.add_subcommand("diff", "Show where two logs, or all logs of two folders, part");
    diff->add_option("GOLDEN", golden)->required()->type_name("");
    diff->add_option("NEW", fresh)->required()->type_name("");
    diff->add_option("--junit", junit, "Also write the result as JUnit XML")->type_name("FILE");
    delay = app.add_subcommand("delay", "Time of frames through the chip");
    delay->add_option("LOG", logs, "Receive and transmit logs")->required()->type_name("");
    auto* as_csv = delay->add_flag("--csv", csv, "A line a frame");
    delay->add_flag("--json", json, "Summary as JSON")->excludes(as_csv);
    convert = app.add_subcommand("to-pcapng", "Logs as one pcapng file");
    convert->add_option("LOG", logs)->required()->type_name("");
    convert->add_option("-o", output, "File to write")->required()->type_name("FILE");
  }

  int run() {
    if (*diff) return ::diff(golden, fresh, junit);
    if (*delay) return ::delay(logs, csv, json);
    ixp::write_pcapng(read_logs(logs), output);
    return 0;
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
