// Formats a profile as text, for kcachegrind and for flame graphs.
#include "emu/record/profile.h"

#include "emu/explain/program_place.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace ixp {

namespace {

constexpr const char* kNoSource = "(no source)";
constexpr const char* kColumns = " executing    aborted    stalled    waiting      ready";

std::string columns(const ProfileRow& r) {
  return fmt::format("{:>10} {:>10} {:>10} {:>10} {:>10}", r.executing, r.aborted, r.stalled,
                     r.waiting, r.ready);
}

// Calls f(image, me, pc) for every loaded word.
template <class F> void for_each_word(const Profile& p, F f) {
  for (const PlacedImage& placed : p.images().placed)
    for (unsigned pc = 0; pc < placed.image.words.size(); ++pc)
      f(placed.image, placed.me, pc);
}

std::string function_name(const mecc::Image& image, unsigned pc) {
  const std::string f = function_at(image, pc);
  return f.empty() ? image.name : f;
}

// Text of a source file. Empty, with a warning, if the image names a file that does not exist here.
std::string source_text(const std::string& file) {
  std::error_code error;
  if (std::filesystem::exists(file, error) || error) return read_file(file);
  if (file != kNoSource)
    complain({Severity::Warning,
              {file},
              "does not exist, so lines.txt of the profile has its lines without their text"});
  return {};
}

} // namespace

std::string profile_instructions(const Profile& p) {
  std::string out;
  unsigned last = kMicroengines;
  for_each_word(p, [&](const mecc::Image& image, unsigned me, unsigned pc) {
    if (me != last)
      out += fmt::format("{}ME {} {}\n{}    pc  instruction\n", last == kMicroengines ? "" : "\n",
                         me_name(me), image.name, kColumns);
    last = me;
    const auto i = mev2::decode(image.words[pc], image.mode);
    const std::string line = source_line(image, pc);
    out += fmt::format("{} {:>5}  {}{}\n", columns(p.row(me, pc)), pc,
                       i ? mev2::print(*i) : std::string("undefined"),
                       line.empty() ? "" : "  ; " + line);
    for (const auto& [what, cycles] : p.waits(me, pc))
      out += fmt::format("{:>43} {:>16}  waits for {}\n", cycles, "", what);
  });
  return out;
}

// Cycles by file and line, summed over the microengines that run it.
std::string profile_lines(const Profile& p) {
  std::map<std::string, std::map<unsigned, ProfileRow>> files;
  for_each_word(p, [&](const mecc::Image& image, unsigned me, unsigned pc) {
    const mecc::SourceLine* line = image.line_at(pc);
    files[line ? line->file : std::string(kNoSource)][line ? line->line : 0] += p.row(me, pc);
  });
  std::string out;
  for (const auto& [file, lines] : files) {
    ProfileRow sum;
    for (const auto& [n, row] : lines)
      sum += row;
    out += fmt::format("{}{}\n{}   line  source\n{}    all\n", out.empty() ? "" : "\n", file,
                       kColumns, columns(sum));
    std::istringstream source(source_text(file));
    unsigned n = 0;
    for (std::string text; std::getline(source, text);) {
      const auto row = lines.find(++n);
      out += fmt::format("{} {:>6}  {}\n",
                         row == lines.end() ? std::string(54, ' ') : columns(row->second), n, text);
    }
    for (auto row = lines.upper_bound(n); row != lines.end(); ++row)
      out += fmt::format("{} {:>6}\n", columns(row->second), row->first);
  }
  return out;
}

std::string profile_coverage(const Profile& p) {
  std::string out;
  for (const PlacedImage& placed : p.images().placed) {
    const mecc::Image& image = placed.image;
    std::string missing;
    unsigned executed = 0, first = 0;
    const auto size = static_cast<unsigned>(image.words.size());
    for (unsigned pc = 0; pc <= size; ++pc) {
      const bool ran = pc == size || p.row(placed.me, pc).executing > 0;
      executed += ran && pc < size;
      if (!ran) continue;
      if (first < pc) {
        const std::string a = source_line(image, first), b = source_line(image, pc - 1);
        missing += fmt::format("  {:>5}-{:<5} {}{}{}  {}\n", first, pc - 1, a, a == b ? "" : " to ",
                               a == b ? "" : b, function_name(image, first));
      }
      first = pc + 1;
    }
    out +=
        fmt::format("ME {} {}: {} of {} instructions executed ({:.1f} %)\n{}{}", me_name(placed.me),
                    image.name, executed, size, size ? 100.0 * executed / size : 100.0,
                    missing.empty() ? "" : "  never:\n", missing);
  }
  return out;
}

// The tracefile of lcov, whose manual page is geninfo(1). A line ran as often as its most executed
// instruction, on all microengines together. Blocks name a common header by different paths.
std::string profile_lcov(const Profile& p) {
  std::map<std::string, std::map<unsigned, uint64_t>> files;
  for (const PlacedImage& placed : p.images().placed) {
    std::map<std::pair<std::string, unsigned>, uint64_t> lines; // of this microengine
    for (unsigned pc = 0; pc < placed.image.words.size(); ++pc) {
      const mecc::SourceLine* line = placed.image.line_at(pc);
      if (!line || line->line == 0) continue;
      const std::string file = std::filesystem::path(line->file).lexically_normal().string();
      uint64_t& count = lines[{file, line->line}];
      count = std::max(count, p.row(placed.me, pc).executing);
    }
    for (const auto& [line, count] : lines)
      files[line.first][line.second] += count;
  }
  std::string out;
  for (const auto& [file, lines] : files) {
    out += fmt::format("TN:\nSF:{}\n", file);
    for (const auto& [n, count] : lines)
      out += fmt::format("DA:{},{}\n", n, count);
    const auto hit = std::ranges::count_if(lines, [](const auto& line) { return line.second > 0; });
    out += fmt::format("LF:{}\nLH:{}\nend_of_record\n", lines.size(), hit);
  }
  return out;
}

// https://valgrind.org/docs/manual/cl-format.html
std::string profile_callgrind(const Profile& p) {
  std::string out = "# callgrind format\nversion: 1\ncreator: ixpemu\npositions: instr line\n"
                    "events: Executing Aborted Stalled Waiting Ready\n";
  std::string object, file, function;
  const auto change = [&](std::string& what, const char* key, const std::string& to) {
    if (what == to) return;
    what = to;
    out += fmt::format("{}={}\n", key, to);
  };
  for_each_word(p, [&](const mecc::Image& image, unsigned me, unsigned pc) {
    const ProfileRow r = p.row(me, pc);
    if (r.busy() + r.waiting + r.ready == 0) return;
    const mecc::SourceLine* line = image.line_at(pc);
    const std::string ob = fmt::format("ME {} {}", me_name(me), image.name);
    if (object != ob) file = function = "";
    change(object, "ob", ob);
    const std::string fl = line ? line->file : image.name;
    if (file != fl) function = "";
    change(file, "fl", fl);
    change(function, "fn", function_name(image, pc));
    out += fmt::format("{:#x} {} {} {} {} {} {}\n", pc, line ? line->line : 0, r.executing,
                       r.aborted, r.stalled, r.waiting, r.ready);
  });
  return out;
}

// One stack per line, the input format of flame-graph viewers: microengine, function, line,
// activity.
std::string profile_folded(const Profile& p) {
  std::map<std::string, uint64_t> stacks;
  for_each_word(p, [&](const mecc::Image& image, unsigned me, unsigned pc) {
    const ProfileRow r = p.row(me, pc);
    const std::string line = source_line(image, pc);
    const std::string stack =
        fmt::format("ME {} {};{};{};", me_name(me), image.name, function_name(image, pc),
                    line.empty() ? fmt::format("pc {}", pc) : line);
    stacks[stack + "executes"] += r.executing;
    stacks[stack + "aborted"] += r.aborted;
    stacks[stack + "stalled"] += r.stalled;
    stacks[stack + "Ready"] += r.ready;
    for (const auto& [what, cycles] : p.waits(me, pc))
      stacks[stack + "waits for " + what] += cycles;
  });
  std::string out;
  for (const auto& [stack, cycles] : stacks)
    if (cycles) out += fmt::format("{} {}\n", stack, cycles);
  return out;
}

ProfileFiles::ProfileFiles(const std::string& folder) {
  make_folder(folder);
  for (const char* name : {"lines.txt", "instructions.txt", "coverage.txt", "lcov.info",
                           "callgrind.out", "folded.txt"})
    files_.push_back(std::make_unique<OutputFile>((std::filesystem::path(folder) / name).string()));
}

void ProfileFiles::write(const Profile& p) {
  const std::array texts{profile_lines(p), profile_instructions(p), profile_coverage(p),
                         profile_lcov(p),  profile_callgrind(p),    profile_folded(p)};
  for (size_t i = 0; i < texts.size(); ++i)
    files_[i]->write(texts[i]);
}

void ProfileFiles::finish() {
  for (const auto& f : files_)
    f->finish();
}

void ProfileFiles::commit() {
  for (const auto& f : files_)
    f->commit();
}

} // namespace ixp
