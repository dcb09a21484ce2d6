// Selects the frames to follow and the journeys to store.
#include "emu/record/journey.h"

#include <algorithm>
#include <map>

namespace ixp {

using Kind = JourneySelection::Kind;

bool Journeys::names_frames() const {
  return std::ranges::any_of(selections_,
                             [](const JourneySelection& s) { return s.kind == Kind::Frame; });
}

bool Journeys::follows(FrameName name) const {
  return ends_ || remembered_ || std::ranges::any_of(selections_, [&](const JourneySelection& s) {
           return s.kind == Kind::Frame  ? s.frame == name
                  : s.kind == Kind::Port ? s.number == name.port
                                         : true;
         });
}

bool Journeys::wanted(const JourneySelection& s, const Journey& j, const JourneyEnd& how) const {
  if (how.kind == JourneyEnd::Kind::Inside && s.kind != Kind::Frame) return false;
  switch (s.kind) {
  case Kind::Frame: return j.name == s.frame;
  case Kind::Port: return j.name.port == s.number;
  case Kind::Drop: return !how.reason.empty() && (s.reason.empty() || how.reason == s.reason);
  case Kind::Slowest: return how.reason.empty();
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

// First use of the position.
[[gnu::noinline]] void Journeys::Chosen::meet(const JourneyPlace& place) {
  stages.push_back({place, {}});
  places[place.row()] = static_cast<uint16_t>(stages.size());
}

void Journeys::Chosen::add(const std::vector<JourneyStage>& all) {
  for (const JourneyStage& stage : all) {
    const size_t row = stage.place.row();
    if (places[row] == 0) [[unlikely]]
      meet(stage.place);
    StageSum& sum = stages[places[row] - 1u].second;
    ++sum.visits;
    sum.sum += stage.to - stage.from;
    sum.most = std::max(sum.most, stage.to - stage.from);
  }
}

static bool slower(const Journey& a, const Journey& b) {
  return a.end - a.begin > b.end - b.begin;
}

bool Journeys::Chosen::keeps(const JourneySelection& s, const Journey& j) const {
  if (s.kind != Kind::Slowest) return journeys.size() < kMost;
  return journeys.size() < s.number || slower(j, journeys.back());
}

void Journeys::Chosen::keep(const JourneySelection& s, const Journey& j) {
  if (s.kind != Kind::Slowest) return journeys.push_back(j);
  if (journeys.size() == s.number) journeys.pop_back();
  journeys.insert(std::ranges::upper_bound(journeys, j, slower), j);
}

// All frames of a class that left count; the journeys of the slowest, or of the first, are stored.
void Journeys::choose(Traveller& t, const JourneyEnd& how) {
  bool keeps_more_journeys = false;
  for (size_t i = 0; i < selections_.size(); ++i) {
    const JourneySelection& s = selections_[i];
    Chosen& c = chosen_[i];
    if (wanted(s, t, how)) {
      ++c.frames;
      if (s.kind == Kind::Frame) --to_come_;
      c.add(t.stages);
      if (c.keeps(s, t)) {
        work_out(t);
        t.fate = fate(how);
        c.keep(s, t);
      }
    }
    keeps_more_journeys = keeps_more_journeys || keeps_more(i);
  }
  if (keeps_more_journeys || !accounts_) return;
  accounts_ = false;
  diary_.leave_pages();
}

std::vector<Journey> Journeys::inside(Tick now) {
  read_watched({now, Slot::RxPorts});
  std::map<PacketTag, const Traveller*> travellers;
  for (const auto& [tag, t] : inside_)
    if (!t.stages.empty()) travellers[tag] = &t;
  std::vector<Journey> out;
  for (const auto& [tag, t] : travellers) {
    out.push_back(*t);
    out.back().end = out.back().stages.back().to = now;
  }
  return out;
}

void Journeys::close(Tick end_of_run) {
  const Moment over{end_of_run, Slot::RxPorts};
  read_watched(over);
  std::vector<Traveller*> left;
  for (auto& [tag, t] : inside_)
    if (!t.stages.empty() && (t.named || (ends_ && t.bytes != 0))) left.push_back(&t);
  std::ranges::sort(left, {}, &Traveller::tag);
  for (Traveller* t : left)
    end(*t, {{JourneyEnd::Kind::Inside}, end_of_run, over});
}

} // namespace ixp
