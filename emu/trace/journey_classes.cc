// Which frames are followed, and of which the journey is kept.
#include "emu/trace/journey.h"

#include <algorithm>

namespace ixp {

using Kind = JourneySelection::Kind;

bool Journeys::names_frames() const {
  return std::ranges::any_of(selections_,
                             [](const JourneySelection& s) { return s.kind == Kind::Frame; });
}

bool Journeys::follows(FrameName name) const {
  return std::ranges::any_of(selections_, [&](const JourneySelection& s) {
    return s.kind == Kind::Frame  ? s.frame == name
           : s.kind == Kind::Port ? s.number == name.port
                                  : true;
  });
}

bool Journeys::wanted(const JourneySelection& s, const Journey& j) const {
  switch (s.kind) {
  case Kind::Frame: return j.name == s.frame;
  case Kind::Port: return j.name.port == s.number;
  case Kind::Drop: return !j.drop.empty() && (s.reason.empty() || j.drop == s.reason);
  case Kind::Slowest: return j.drop.empty();
  }
  return false;
}

bool Journeys::keeps_more(size_t selection) const {
  const Chosen& c = chosen_[selection];
  switch (selections_[selection].kind) {
  case Kind::Frame: return c.frames == 0;
  case Kind::Slowest: return true;
  default: return c.journeys.size() < kMost;
  }
}

void Journeys::Chosen::add(const JourneyStage& stage) {
  JourneyPlace place = stage.place;
  place.context = 0;
  const auto [at, is_new] = places.try_emplace(place, stages.size());
  if (is_new) stages.push_back({place, {}});
  StageSum& sum = stages[at->second].second;
  ++sum.frames;
  sum.sum += stage.to - stage.from;
  sum.most = std::max(sum.most, stage.to - stage.from);
}

void Journeys::Chosen::keep(const JourneySelection& s, const Journey& j) {
  const auto slower = [](const Journey& a, const Journey& b) {
    return a.end - a.begin > b.end - b.begin;
  };
  if (s.kind != Kind::Slowest) {
    if (journeys.size() < kMost) journeys.push_back(j);
    return;
  }
  if (journeys.size() >= s.number && !slower(j, journeys.back())) return;
  journeys.insert(std::ranges::upper_bound(journeys, j, slower), j);
  if (journeys.size() > s.number) journeys.pop_back();
}

// All frames of a class count; the slowest, or the first, are kept.
void Journeys::choose(const Journey& j) {
  bool keeps = false;
  for (size_t i = 0; i < selections_.size(); ++i) {
    const JourneySelection& s = selections_[i];
    Chosen& c = chosen_[i];
    if (wanted(s, j)) {
      ++c.frames;
      if (s.kind == Kind::Frame) --to_come_;
      for (const JourneyStage& stage : j.stages)
        c.add(stage);
      c.keep(s, j);
    }
    keeps = keeps || keeps_more(i);
  }
  if (keeps || !accounts_) return;
  accounts_ = false;
  diary_.leave_pages();
}

void Journeys::close(Tick end_of_run) {
  const Moment over{end_of_run, Slot::RxPorts};
  read_watched(over);
  std::vector<PacketTag> tags;
  for (const auto& [tag, j] : inside_)
    if (!j.stages.empty()) tags.push_back(tag);
  std::ranges::sort(tags);
  for (const PacketTag tag : tags) {
    const auto in_class = [&](const JourneySelection& s) {
      return s.kind == Kind::Frame && s.frame == inside_[tag].name;
    };
    // Of classes only those that left: the others have not come to an end.
    if (std::ranges::any_of(selections_, in_class))
      end(tag, end_of_run, over, "still inside when the run ended", "");
  }
}

} // namespace ixp
