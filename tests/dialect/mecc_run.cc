// mecc-run: compiles Microengine C and runs it on the emulator's chip, all in one process.
// The tests that compile and run programs use it.
//
//   mecc-run [OPTIONS] FILE.c         one job
//   mecc-run --serve                  a job a line on standard input, each in a process of its own
//
// Options of the compiler: -O0 -O1 -O2 -O3 -Os -Og -mdata=sram --contexts=4 --run-contexts=N
// --control-store=N --no-verify --without=OPTIMISATION -w -Wx -IDIR -D NAME[=V] --llvm=OPTION. Run:
//   --system=FILE         a system file; its `image` keys are ignored, every microengine of it runs
//                         the program. Without: one microengine with the contexts that run
//   --cycles=N            end after N cycles (50 million)
//   --check               report reads of uninitialised data, too
//   --prints              print the lines of ixp_print
//   --dump=REGION:A+N     print N longwords after the run: "REGION:0xA = 0x..." a line each
// Exit status: 0 the program ended and no hazard was seen; 1 mecc refused it; 3 it did not end;
// 4 hazards; anything else: a crash. In --serve mode the answer to a job is a line "STATUS BYTES",
// then that many bytes of its output; a signal n is status 128 + n, too much processor time 124.
#include "tests/dialect/job.h"

#include <fmt/format.h>
#include <iostream>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Arguments = std::vector<std::string>;

constexpr unsigned kSeconds = 60; // of processor time for a job; a busy machine does not change an outcome

// Runs the job in a child; returns its status and output.
std::pair<int, std::string> isolated(const Arguments& arguments) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    const rlimit limit{kSeconds, kSeconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
    const int status = ixp::test::run_job(arguments);
    std::fflush(nullptr);
    _exit(status);
  }
  close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) return {WEXITSTATUS(status), said};
  return {WTERMSIG(status) == SIGXCPU ? 124 : 128 + WTERMSIG(status), said};
}

void serve() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    Arguments arguments;
    for (std::string w; words >> w;)
      arguments.push_back(w);
    const auto [status, said] = isolated(arguments);
    fmt::print("{} {}\n{}", status, said.size(), said);
    std::fflush(stdout);
  }
}

} // namespace

int main(int argc, char** argv) {
  const Arguments arguments(argv + 1, argv + argc);
  if (arguments == Arguments{"--serve"}) return serve(), 0;
  return ixp::test::run_job(arguments);
}
