#include "emu/record/frame_table.h"

#include "config/program.h"

#include <charconv>
#include <fmt/format.h>

namespace ixp {

namespace {

const char* fate(JourneyEnd::Kind kind) {
  static constexpr const char* kNames[] = {"transmitted", "lost on transmit", "dropped by hardware",
                                           "dropped by microcode"};
  return kNames[static_cast<unsigned>(kind)];
}

// RFC 4180.
std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == text.npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

} // namespace

FrameTable::FrameTable(const std::string& path, Packing packing, uint64_t me_div)
    : thread_(packing_thread(packing)), file_(path, thread_.get(), kFrameTableHeader),
      me_div_(me_div) {}

void FrameTable::found(const NamedFrames& inside, const NamedFrames& lost) {
  for (const auto& [place, tags] : inside)
    for (const std::string& tag : tags)
      positions_[tag] = {"inside", place};
  for (const auto& [place, tags] : lost)
    for (const std::string& tag : tags)
      positions_[tag] = {"lost", "in " + place};
}

void FrameTable::number(uint64_t n) {
  char digits[20];
  line_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
}

// The cells from "fate" to "source".
void FrameTable::end_of(const Row& r) {
  const auto put = [&](std::string_view how, std::string_view reason) {
    line_.append(how) += ',';
    line_ += cell(reason);
  };
  const auto at =
      r.end.kind == JourneyEnd::Kind::Inside ? positions_.find(r.name.text()) : positions_.end();
  if (at != positions_.end())
    put(at->second.fate, at->second.place);
  else if (r.end.kind == JourneyEnd::Kind::Inside)
    put("unknown", "last seen in " + r.source);
  else
    put(fate(r.end.kind), r.end.reason);
  line_ += ',';
  if (r.end.kind == JourneyEnd::Kind::ByMicrocode)
    line_ += fmt::format("{}.{},{}", me_name(static_cast<unsigned>(r.end.me)), int{r.end.ctx},
                         cell(r.source));
  else
    line_ += ',';
}

void FrameTable::add(const Row& r) {
  const bool whole = r.bytes != 0;
  const auto optional = [&](bool known, uint64_t n) {
    line_ += ',';
    if (known) number(n);
  };
  line_ = 'p';
  number(r.name.port);
  line_ += '.';
  number(r.name.number);
  optional(whole, r.bytes);
  line_ += ',';
  end_of(r);
  optional(true, r.name.port);
  optional(r.end.port >= 0, static_cast<uint64_t>(r.end.port));
  optional(true, r.begin / me_div_);
  optional(whole, r.received / me_div_);
  optional(r.end.kind != JourneyEnd::Kind::Inside, r.ended / me_div_);
  line_ += '\n';
  file_.write(line_);
}

} // namespace ixp
