#include "mecc/codegen/report.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::codegen {

namespace {

// "rx.c:120": omits folders to keep lines short.
std::string place(const mc::Unit& unit, uint32_t word) {
  const ixp::SourceLocation at = unit.where(unit.code[word].at);
  return fmt::format("{}:{}", at.file.substr(at.file.rfind('/') + 1), at.line);
}

std::string stretch(const mc::Unit& unit, const Stretch& s) {
  if (s.cycles == 0) return "-";
  const std::string from = place(unit, s.first), to = place(unit, s.last);
  return fmt::format("{}{} cycles, {}", s.repeats ? "loop, once " : "", s.cycles,
                     from == to ? from : fmt::format("{} to {}", from, to));
}

std::string loops(const mc::Unit& unit, const FunctionReport& f) {
  std::string out;
  for (const LoopReport& l : f.loops)
    out += fmt::format("  loop at {}: {} words, {} memory reference{} an iteration{}\n",
                       place(unit, l.head), l.words, l.references, l.references == 1 ? "" : "s",
                       l.swaps ? "" : ", never swaps");
  return out;
}

} // namespace

// "  registers: header=$$0..$$9 entry=$0 sig_header=s4+s5"
static std::string objects(const FunctionReport& f) {
  std::string line;
  for (const ObjectPlace& o : f.objects) {
    line += fmt::format(" {}={}{}", o.name, o.file, o.number);
    if (o.words > 1)
      line += fmt::format("{}{}{}", o.file == "s" ? "+" : "..", o.file, o.number + o.words - 1);
  }
  return line.empty() ? line : "  registers:" + line + "\n";
}

std::string describe(const mc::Unit& unit, const FunctionReports& reports, unsigned control_store) {
  unsigned frames = 0, spills = 0, references = 0;
  std::string rows;
  for (const FunctionReport& f : reports) {
    rows += fmt::format("{:<24} {:>5} {:>3} {:>3} {:>6} {:>5} {:>5} {:>7} {:>6} {:>6} {:>5}  {}\n",
                        f.name, f.end - f.first, f.gprs[0], f.gprs[1], f.shared_gprs,
                        fmt::format("{}/{}", f.transfer[0], f.transfer[1]),
                        fmt::format("{}/{}", f.transfer[2], f.transfer[3]), f.signals,
                        f.frame_words - f.spill_words, f.spill_words, f.references,
                        stretch(unit, f.longest));
    rows += objects(f);
    rows += loops(unit, f);
    frames += f.frame_words - f.spill_words;
    spills += f.spill_words;
    references += f.references;
  }
  std::string out = fmt::format(
      "{}: {} of {} words ({:.1f} %), {} contexts\n", unit.path, unit.code.size(), control_store,
      100.0 * static_cast<double>(unit.code.size()) / control_store, unit.contexts());
  out += fmt::format("{:<24} {:>5} {:>3} {:>3} {:>6} {:>5} {:>5} {:>7} {:>6} {:>6} {:>5}  {}\n",
                     "function", "words", "A", "B", "shared", "$", "$$", "signals", "local",
                     "spills", "refs", "longest stretch without a swap");
  return out + rows +
         fmt::format("{:<24} {:>5} {:>45} {:>6} {:>5}\n", "all", unit.code.size(), frames, spills,
                     references);
}

static FunctionReports largest(FunctionReports reports, unsigned (*size)(const FunctionReport&)) {
  std::ranges::sort(reports, [&](const FunctionReport& a, const FunctionReport& b) {
    return size(a) != size(b) ? size(a) > size(b) : a.first < b.first;
  });
  reports.resize(std::min<size_t>(reports.size(), 3));
  return reports;
}

std::string largest_functions(const FunctionReports& reports) {
  const auto size = [](const FunctionReport& r) { return r.end - r.first; };
  std::string out;
  for (const FunctionReport& r : largest(reports, size))
    out += fmt::format("{}{} ({} instructions)", out.empty() ? "" : ", ", r.name, size(r));
  return (reports.size() > 1 ? "the largest functions are " : "the largest function is ") + out;
}

std::string largest_frames(const FunctionReports& reports) {
  const auto size = [](const FunctionReport& r) { return r.frame_words; };
  std::string out;
  for (const FunctionReport& r : largest(reports, size))
    if (r.frame_words)
      out += fmt::format("{}{} keeps {}", out.empty() ? "" : ", ", r.name, r.frame_words);
  return out;
}

} // namespace mecc::codegen
