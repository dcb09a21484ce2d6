#include "emu/record/frame_end.h"
#include "config/program.h"

#include <charconv>
#include <fmt/format.h>

namespace ixp {

static const char* fate(JourneyEnd::Kind kind) {
  static constexpr const char* kNames[] = {"transmitted", "lost on transmit", "dropped by hardware",
                                           "dropped by microcode"};
  return kNames[static_cast<unsigned>(kind)];
}

void FrameEnds::found(const NamedFrames& inside, const NamedFrames& lost) {
  for (const auto& [place, names] : inside)
    for (const std::string& name : names)
      positions_[name] = {"inside", place};
  for (const auto& [place, names] : lost)
    for (const std::string& name : names)
      positions_[name] = {"lost", "in " + place};
}

void FrameEnds::put_position(FrameEnd& end, const std::string& last) const {
  const auto at = positions_.find(end.name.text());
  const bool known = at != positions_.end();
  end.fate = known ? at->second.fate : "unknown";
  end.reason = known ? at->second.place : "last seen in " + last;
}

void FrameEnds::add(FrameEnd end, const JourneyEnd& how, std::string place) const {
  end.tx_port = how.port;
  end.ended = how.kind != JourneyEnd::Kind::Inside;
  if (end.ended) {
    end.fate = fate(how.kind);
    end.reason = how.reason;
  } else {
    put_position(end, place);
  }
  if (how.kind == JourneyEnd::Kind::ByMicrocode) {
    end.by = fmt::format("{}.{}", me_name(static_cast<unsigned>(how.me)), int{how.ctx});
    end.source = std::move(place);
  }
  for (FrameEndObserver* o : observers_)
    o->frame_ended(end);
}

void FrameEnds::complete(Tick tick) const {
  for (FrameEndObserver* o : observers_)
    o->ends_complete(tick);
}

// RFC 4180.
static std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == text.npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

FrameTable::FrameTable(const std::string& path, Packing packing, uint64_t me_div)
    : thread_(packing_thread(packing)), file_(path, thread_.get(), kFrameTableHeader),
      me_div_(me_div) {}

void FrameTable::number(uint64_t n) {
  char digits[20];
  line_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
}

void FrameTable::frame_ended(const FrameEnd& e) {
  const bool whole = e.bytes != 0;
  const auto optional = [&](bool known, uint64_t n) {
    line_ += ',';
    if (known) number(n);
  };
  line_ = 'p';
  number(e.name.port);
  line_ += '.';
  number(e.name.number);
  optional(whole, e.bytes);
  line_.append(",").append(e.fate);
  for (const std::string* text : {&e.reason, &e.by, &e.source})
    line_.append(",").append(cell(*text));
  optional(true, e.name.port);
  optional(e.tx_port >= 0, static_cast<uint64_t>(e.tx_port));
  optional(true, e.begin / me_div_);
  optional(whole, e.received / me_div_);
  optional(e.ended, e.at / me_div_);
  line_ += '\n';
  file_.write(line_);
}

} // namespace ixp
