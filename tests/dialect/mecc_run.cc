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
#include "base/files.h"
#include "emu/sim/simulation.h"
#include "mecc/driver/c_program.h"

#include <bit>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <llvm/Support/CommandLine.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ixp::test {
namespace {

constexpr int kRefused = 1, kUsage = 2, kEndless = 3, kHazards = 4;
constexpr uint64_t kCycles = 50'000'000;

struct Job {
  mecc::Options compiler;
  std::string system;
  uint64_t cycles = kCycles;
  bool check = false, prints = false;
  std::vector<DumpSpec> dumps;
  std::vector<std::string> llvm = {"mecc-run"};
};

template <class T> T number_of(const std::string& text) {
  const auto n = parse_number(text);
  if (!n || !std::in_range<T>(*n))
    throw std::invalid_argument(text + " is no number, or too large");
  return static_cast<T>(*n);
}

void define(mecc::Options& o, const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos)
    o.defines.emplace_back(text, "1");
  else
    o.defines.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

void leave_out(mecc::Optimisations& from, const std::string& name) {
  if (name == "all") return from.leave_out_all();
  const auto o = mecc::optimisation_named(name);
  if (!o) throw std::invalid_argument(name + " is no optimisation");
  from.leave_out(*o);
}

// "--name=value"; false when there is no such option.
bool set_value(Job& job, unsigned& contexts, const std::string& name, const std::string& value) {
  if (name == "--run-contexts")
    contexts = number_of<unsigned>(value);
  else if (name == "--control-store")
    job.compiler.control_store_words = number_of<unsigned>(value);
  else if (name == "--without")
    leave_out(job.compiler.optimisations, value);
  else if (name == "--cycles")
    job.cycles = number_of<uint64_t>(value);
  else if (name == "--system")
    job.system = value;
  else if (name == "--dump")
    job.dumps.push_back(parse_dump(value));
  else if (name == "--llvm")
    job.llvm.push_back(value);
  else
    return false;
  return true;
}

bool set_flag(Job& job, const std::string& a) {
  mecc::Options& o = job.compiler;
  if (a.starts_with("-O"))
    o.set_level(a.substr(2));
  else if (a == "-w" || a.starts_with("-W"))
    o.warnings.push_back(a);
  else if (a.starts_with("-D"))
    define(o, a.substr(2));
  else if (a.starts_with("-I"))
    o.include_dirs.push_back(a.substr(2));
  else if (a == "-mdata=sram")
    o.data_in_sram = true;
  else if (a == "--no-verify")
    o.verify = false;
  else if (a == "--check")
    job.check = true;
  else if (a == "--prints")
    job.prints = true;
  else if (a == "--contexts=4")
    o.contexts = mev2::ContextMode::Four;
  else
    return false;
  return true;
}

Job parse(const std::vector<std::string>& arguments) {
  Job job;
  mecc::Options& o = job.compiler;
  o.verify = true;
  unsigned contexts = 8;
  for (const std::string& a : arguments) {
    const size_t equals = a.find('=');
    if (!a.starts_with("-"))
      o.files.push_back(a);
    else if (!set_flag(job, a) &&
             (equals == std::string::npos ||
              !set_value(job, contexts, a.substr(0, equals), a.substr(equals + 1))))
      throw std::invalid_argument("unknown option " + a);
  }
  if (o.files.empty()) throw std::invalid_argument("expected FILE.c");
  o.run_contexts = static_cast<uint8_t>((1u << contexts) - 1);
  if (o.contexts == mev2::ContextMode::Four) o.run_contexts &= 0x55;
  return job;
}

void give_options(const std::vector<std::string>& options) {
  std::vector<const char*> argv;
  for (const std::string& o : options)
    argv.push_back(o.c_str());
  llvm::cl::ParseCommandLineOptions(static_cast<int>(argv.size()), argv.data());
}

SystemConfig system_of(const Job& job) {
  const std::string text =
      job.system.empty() ? fmt::format("[[microengine]]\nat = \"0:0\"\nimage = \"program.c\"\n"
                                       "start = {}\n",
                                       job.compiler.run_contexts)
                         : read_file(job.system);
  SystemConfig system = parse_system(text, job.system.empty() ? "system" : job.system);
  system.params.me_control_store = job.compiler.control_store_words;
  system.stop = StopSpec{};
  system.stop->cycles = job.cycles;
  system.stop->idle = true;
  return system;
}

// The same program on each microengine.
Images place(const SystemConfig& system, const mecc::Program& program) {
  Images images;
  for (const MicroengineConfig& me : system.microengines)
    images.placed.push_back({me.index, program.images.at(0)});
  images.memory = program.memory;
  return images;
}

int run(const Job& job, const mecc::Program& program) {
  SystemConfig system = system_of(job);
  Images images = place(system, program);
  Simulation sim(std::move(system), std::move(images), {.check = job.check});
  if (job.prints)
    sim.debug_log().on_print([](const std::string& line, Tick) { fmt::print("{}\n", line); });
  const RunEnd& end = sim.run();
  const HazardLog& hazards = sim.hazards();
  fmt::print("{} words, {} cycles: {}\n", sim.images().placed.at(0).image.words.size(), sim.cycle(),
             end.text);
  for (const DumpSpec& dump : job.dumps)
    for (uint32_t i = 0; i < dump.longwords; ++i)
      fmt::print("{}:{:#x} = {:#010x}\n", name(dump.region), dump.address + 4 * i,
                 sim.read(dump.region, dump.address + 4 * i));
  if (hazards.total()) fmt::print("{}", hazards.summary());
  if (hazards.total()) return kHazards;
  return end.reason == EndReason::Idle ? 0 : kEndless;
}

} // namespace

int run_job(const std::vector<std::string>& arguments) {
  try {
    const Job job = parse(arguments);
    give_options(job.llvm);
    mecc::Program program;
    mecc::Messages messages(false);
    std::string report;
    if (!mecc::compile_c(job.compiler.files, job.compiler, messages, {}, program, report))
      return kRefused;
    return run(job, program);
  } catch (const InputError& e) {
    fmt::print("{}\n", e.what());
    return kRefused;
  } catch (const std::invalid_argument& e) {
    fmt::print("mecc-run: {}\n", e.what());
    return kUsage;
  }
}

} // namespace ixp::test

namespace {

using Arguments = std::vector<std::string>;

// Processor time of a job: a busy machine changes no outcome.
constexpr unsigned kSeconds = 60;

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
