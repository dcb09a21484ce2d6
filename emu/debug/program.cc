#include "emu/debug/program.h"

#include "base/files.h"
#include "emu/explain/program_place.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

namespace fs = std::filesystem;

bool is_end_of(const std::string& path, const std::string& asked) {
  if (path == asked) return true;
  return path.size() > asked.size() && path.ends_with(asked) &&
         path[path.size() - asked.size() - 1] == '/';
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool same_file(const std::string& path, const std::string& asked) {
  std::error_code error;
  return path == asked || (fs::equivalent(path, asked, error) && !error);
}

// Number of path components two paths have in common at their ends.
size_t common_end(const std::string& one, const std::string& other) {
  const fs::path a = fs::path(one).lexically_normal(), b = fs::path(other).lexically_normal();
  size_t n = 0;
  for (auto i = a.end(), j = b.end(); i != a.begin() && j != b.begin() && *--i == *--j;)
    ++n;
  return n;
}

} // namespace

const mecc::Image* Program::image(unsigned me) const {
  return image_on(images_, me);
}

std::set<std::string> Program::files() const {
  std::set<std::string> all;
  for (const PlacedImage& placed : images_.placed)
    for (const mecc::SourceLine& l : placed.image.lines)
      all.insert(l.file);
  return all;
}

std::string Program::source_called(const std::string& path) const {
  const std::set<std::string> all = files();
  const auto found =
      std::ranges::find_if(all, [&](const std::string& file) { return same_file(file, path); });
  return found == all.end() ? "" : *found;
}

std::set<std::string> Program::files_called(const std::string& asked) const {
  const std::set<std::string> all = files();
  std::set<std::string> out;
  const bool whole_path = asked.starts_with('/');
  for (const std::string& file : all)
    if (whole_path ? same_file(file, asked) : is_end_of(file, asked)) out.insert(file);
  if (!out.empty() || !whole_path) return out;
  // The program was compiled elsewhere, or the editor uses another file system: take the file with
  // most common folders.
  const bool here = exists(asked);
  size_t most = 1;
  for (const std::string& file : all) {
    const size_t n = common_end(file, asked);
    if (n < most || (here && exists(file))) continue;
    if (n > most) out.clear();
    most = n;
    out.insert(file);
  }
  return out;
}

// Addresses where the line's code begins: its first word, and each that follows code of another
// line. `found` is the first line from `line` on that has code.
std::vector<unsigned> Program::pcs_of_line(const mecc::Image& image,
                                           const std::set<std::string>& files, uint64_t line,
                                           unsigned& found) const {
  found = 0;
  for (const mecc::SourceLine& l : image.lines)
    if (l.line >= line && (found == 0 || l.line < found) && files.contains(l.file)) found = l.line;
  std::vector<unsigned> pcs;
  const mecc::SourceLine* before = nullptr;
  for (const mecc::SourceLine& l : image.lines) {
    const bool is = found && l.line == found && files.contains(l.file);
    const bool was = before && before->line == found && files.contains(before->file);
    if (is && !was) pcs.push_back(l.address);
    before = &l;
  }
  return pcs;
}

std::vector<Places> Program::find(const std::string& location, std::optional<unsigned> me,
                                  std::string& told) {
  std::vector<Places> out;
  std::set<std::string> known;
  unsigned last_line = 0; // with code
  const size_t colon = location.rfind(':');
  const uint64_t line = // 0: the location has no line
      colon == location.npos ? 0 : parse_number(location.substr(colon + 1)).value_or(0);
  const std::set<std::string> files =
      line ? files_called(location.substr(0, colon)) : std::set<std::string>{};
  const auto address =
      location.starts_with('*') ? parse_number(std::string_view(location).substr(1)) : std::nullopt;
  if (address && !me)
    throw InputError(
        fmt::format("{}: on which microengine? expected e.g. 0:1 {}", location, location));
  for (const PlacedImage& placed : images_.placed) {
    if (me && placed.me != *me) continue;
    const mecc::Image& image = placed.image;
    Places places{placed.me, {}};
    if (address) {
      if (*address >= image.words.size())
        throw InputError(fmt::format("{}: the program of {} has {} instructions", location,
                                     me_name(placed.me), image.words.size()));
      places.pcs.push_back(static_cast<unsigned>(*address));
    } else if (line) {
      unsigned found = 0;
      places.pcs = pcs_of_line(image, files, line, found);
      if (!places.pcs.empty() && found != line)
        told = fmt::format("line {} has no code, line {} has", line, found);
      for (const mecc::SourceLine& l : image.lines) {
        known.insert(std::filesystem::path(l.file).filename().string());
        if (files.contains(l.file)) last_line = std::max(last_line, l.line);
      }
    } else {
      for (const mecc::Label& l : image.labels) {
        if (l.name == location || l.name == location + "#") places.pcs.push_back(l.address);
        known.insert(l.name);
      }
    }
    if (!places.pcs.empty()) out.push_back(std::move(places));
  }
  if (!out.empty()) return out;
  if (!files.empty())
    throw InputError(fmt::format(
        "{} has no code{}{}", location.substr(0, colon), me ? " on " + me_name(*me) : "",
        last_line ? fmt::format(" from line {} on, the last is in line {}; code of an inlined call "
                                "is in the lines of the called function",
                                line, last_line)
                  : ""));
  const std::string asked = line ? location.substr(0, colon) : location;
  const std::string close = closest(asked, {known.begin(), known.end()});
  throw InputError(fmt::format(
      "no code is at '{}'{}, expected FILE:LINE, a function, a label or "
      "*ADDRESS",
      location, close.empty() || close == asked ? "" : fmt::format("; did you mean '{}'?", close)));
}

const std::vector<std::string>& Program::source(const std::string& file) {
  const auto [it, fresh] = sources_.try_emplace(file);
  if (!fresh) return it->second;
  std::string text;
  try {
    text = read_file(file);
  } catch (const InputError&) { // optional: only images are needed to run
    return it->second;
  }
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    it->second.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return it->second;
}

std::optional<mecc::SourceLine> Program::line_called(const std::string& location, unsigned me) {
  const size_t colon = location.rfind(':');
  if (colon == location.npos) return {};
  const uint64_t number = parse_number(location.substr(colon + 1)).value_or(0);
  const std::set<std::string> files = files_called(location.substr(0, colon));
  if (number == 0 || files.empty()) return {};
  mecc::SourceLine out;
  out.file = *files.begin();
  if (const mecc::Image* here = image(me))
    for (const mecc::SourceLine& l : here->lines)
      if (files.contains(l.file)) out.file = l.file;
  const size_t there = source(out.file).size();
  if (there && number > there)
    throw InputError(fmt::format("{} has {} lines, not {}", out.file, there, number));
  out.line = static_cast<unsigned>(number);
  return out;
}

std::string Program::instruction(unsigned me, unsigned pc) const {
  return fmt::format("{:>5}  {}", pc, instruction_text(me, pc));
}

std::string Program::instruction_text(unsigned me, unsigned pc) const {
  const mecc::Image* program = image(me);
  if (!program || pc >= program->words.size()) return "nothing is here";
  const auto i = mev2::decode(program->words[pc], program->mode);
  return i ? mev2::print(*i) : "an undefined word";
}

std::string Program::listing(const std::string& file, unsigned line, unsigned around) {
  const std::vector<std::string>& lines = source(file);
  if (lines.empty())
    throw InputError({file}, "the source cannot be read; it is listed from where mecc read it");
  const unsigned first = line > around ? line - around : 1;
  std::string out;
  for (unsigned n = first; n <= std::min<size_t>(line + around, lines.size()); ++n)
    out += fmt::format("{} {:>4}  {}\n", n == line ? "=>" : "  ", n, lines[n - 1]);
  return out;
}

std::string Program::disassembly(unsigned me, unsigned pc, unsigned around) {
  const mecc::Image* program = image(me);
  if (!program) throw InputError(fmt::format("microengine {} has no program", me_name(me)));
  std::string out;
  const mecc::SourceLine* before = nullptr;
  const unsigned first = pc > around ? pc - around : 0;
  for (unsigned a = first; a <= pc + around && a < program->words.size(); ++a) {
    for (const mecc::Label& l : program->labels)
      if (l.address == a) out += l.name + ":\n";
    const mecc::SourceLine* line = program->line_at(a);
    if (line && line->line &&
        (!before || before->line != line->line || before->file != line->file)) {
      const std::vector<std::string>& lines = source(line->file);
      const std::string text = line->line <= lines.size() ? lines[line->line - 1] : "";
      const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
      out += fmt::format("; {}: {}\n", source_line(*program, a), text.substr(begin));
    }
    before = line;
    out += fmt::format("{}{}\n", a == pc ? "=>" : "  ", instruction(me, a));
  }
  return out;
}

} // namespace ixp::debug
