// Files that ixplog reads from the folder of a run: port logs, ring log, table of frames,
// statistics, logs of a network, and checks. An input has them one after another, each after a line
// "=== NAME". Any bytes give measurements or an InputError.
#include "base/diagnostic.h"
#include "tests/fuzz/input_folder.h"
#include "tools/ixplog/check.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/diff.h"
#include "tools/ixplog/fairness.h"
#include "tools/ixplog/jitter.h"
#include "tools/ixplog/journey.h"
#include "tools/ixplog/logs.h"

#include <cstdlib>

namespace {

constexpr std::string_view kNames[] = {"port0_rx.log", "port0_tx.log", "stats.json",
                                       "rings.log",    "frames.csv",   "network.json",
                                       "A/frames.log", "checks.txt"};

class Run {
public:
  Run() { std::filesystem::create_directory(folder_.path("A")); }
  void write(std::string_view input) {
    for (const std::string_view name : kNames) {
      const std::string mark = "=== " + std::string(name) + "\n";
      const size_t at = input.find(mark);
      std::filesystem::remove(folder_.path(name));
      if (at == input.npos) continue;
      const std::string_view rest = input.substr(at + mark.size());
      folder_.write(name, rest.substr(0, rest.find("=== ")));
    }
  }
  void measure() const {
    const std::string folder = folder_.path(), rx = folder_.path("port0_rx.log");
    const auto logs = [&] { return ixp::open_logs({folder}); };
    attempt([&] { print_delay(ixp::measure_delay(logs(), {.bins = 3}), ixp::Format::Json); });
    attempt([&] { print_delay(ixp::measure_network_delay(folder, {}), ixp::Format::Text); });
    attempt([&] { print_journey(ixp::measure_journey(folder, {}), ixp::Format::Csv); });
    attempt(
        [&] { print_jitter(ixp::measure_jitter(match_frames(logs()), {}), ixp::Format::Json); });
    attempt([&] {
      const ixp::FlowFrames frames(logs());
      print_flows(frames.report({.slice_ms = 1}), ixp::Format::Json);
      for (const ixp::Check& c : ixp::read_checks(folder_.path("checks.txt")))
        c.apply(frames, {});
    });
    attempt([&] { ixp::diff_logs(rx, folder_.path("port0_tx.log"), {.ignore_time = true}); });
  }

private:
  template <class Work> static void attempt(const Work& work) {
    try {
      work();
    } catch (const ixp::InputError& e) {
      if (e.diagnostic().text.empty()) std::abort();
    }
  }
  InputFolder folder_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Run run;
  run.write({reinterpret_cast<const char*>(data), size});
  run.measure();
  return 0;
}
