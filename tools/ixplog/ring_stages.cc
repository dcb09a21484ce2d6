#include "tools/ixplog/ring_stages.h"

#include "base/diagnostic.h"
#include "emu/observe/log_file.h"

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

} // namespace

RingSteps read_ring_steps(const std::string& folder, const std::string& run) {
  const std::string path = path_in(folder), text = read_log(path);
  std::string_view rest = text;
  RingSteps out;
  for (unsigned number = 1; !rest.empty(); ++number) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (number == 1) check_run(line, run, path);
    if (line.empty() || line[0] == '#') continue;
    const size_t tag = line.find(" frame=");
    RingStep step;
    const std::string_view cycle = word(line);
    const auto [at, error] = std::from_chars(cycle.data(), cycle.data() + cycle.size(), step.cycle);
    step.ring = word(line);
    const std::string_view action = word(line);
    step.put = action == "put";
    if (error != std::errc() || at != cycle.data() + cycle.size() ||
        (!step.put && action != "get" && action != "set"))
      throw InputError({path, number}, "expected '633 RING put 0:0.0 2 ...'; the log is damaged");
    if (tag == std::string_view::npos || action == "set") continue;
    line = line.substr(line.find(" frame=") + 7);
    out[std::string(word(line))].push_back(std::move(step));
  }
  if (out.empty()) throw InputError({path}, fmt::format("names no frames; {}", kRemedy));
  return out;
}

} // namespace ixp
