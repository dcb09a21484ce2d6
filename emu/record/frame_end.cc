#include "emu/record/frame_end.h"

#include "config/program.h"

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

} // namespace ixp
