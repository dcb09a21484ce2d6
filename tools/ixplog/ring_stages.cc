#include "tools/ixplog/ring_stages.h"

#include "base/diagnostic.h"
#include "emu/record/log_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>

namespace ixp {

namespace {

constexpr const char* kRemedy =
    "run again with --rings all --ring-frames, and --out for the folder";

std::string path_in(const std::string& folder) {
  namespace fs = std::filesystem;
  for (const Packing p : {Packing::None, Packing::Zstd})
    if (const fs::path path = fs::path(folder) / (std::string("rings.log") + suffix(p));
        fs::exists(path))
      return path.string();
  throw InputError({folder}, fmt::format("has no rings.log; {}", kRemedy));
}

// The next word of a line.
std::string_view word(std::string_view& line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t end = std::min(line.find(' ', begin), line.size());
  const std::string_view out = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return out;
}

void check_run(std::string_view first, const std::string& run, const std::string& path) {
  if (!first.starts_with("# ixp ring log 1 "))
    throw InputError({path, 1}, "is no ring log; expected '# ixp ring log 1' in its first line");
  const size_t at = first.find(" run=");
  if (at == first.npos || first.substr(at + 5, run.size()) != run)
    throw InputError({path, 1}, fmt::format("is of another run than the port logs (run={}); give "
                                            "the folder of one run",
                                            run));
}

uint32_t number_of(std::string_view ring, std::vector<std::string>& rings) {
  const auto known = std::ranges::find(rings, ring);
  const auto number = static_cast<uint32_t>(known - rings.begin());
  if (known == rings.end()) rings.emplace_back(ring);
  return number;
}

// Reads one line; most lines of a log have no frame.
void read_step(std::string_view line, const LogLines& lines, RingSteps& out) {
  constexpr std::string_view kFrame = " frame=";
  const size_t tag = line.find(kFrame);
  RingStep step;
  const std::string_view cycle = word(line), ring = word(line), action = word(line);
  const auto [at, error] = std::from_chars(cycle.data(), cycle.data() + cycle.size(), step.cycle);
  step.put = action == "put";
  if (error != std::errc() || at != cycle.data() + cycle.size() ||
      (!step.put && action != "get" && action != "set"))
    throw InputError({lines.name(), lines.number()},
                     "expected '633 RING put 0:0.0 2 ...'; the log is damaged");
  if (tag == std::string_view::npos || action == "set") return;
  line = lines.line().substr(tag + kFrame.size());
  const auto frame = parse_frame_name(word(line));
  if (!frame) return; // the run no longer knew its name
  step.frame = *frame;
  step.line = lines.number();
  step.ring = number_of(ring, out.rings);
  out.steps.push_back(step);
}

} // namespace

std::span<const RingStep> RingSteps::of(FrameName frame) const {
  return std::ranges::equal_range(steps, frame, {}, &RingStep::frame);
}

RingSteps read_ring_steps(const std::string& folder, const std::string& run) {
  LogLines lines(file_input(path_in(folder)));
  RingSteps out;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (lines.number() == 1) check_run(line, run, lines.name());
    if (!line.empty() && line[0] != '#') read_step(line, lines, out);
  }
  if (out.steps.empty())
    throw InputError({lines.name()}, fmt::format("names no frames; {}", kRemedy));
  std::ranges::sort(out.steps, {}, [](const RingStep& s) { return std::pair(s.frame, s.line); });
  return out;
}

} // namespace ixp
