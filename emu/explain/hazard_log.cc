#include "emu/explain/hazard_log.h"

#include "emu/explain/program_place.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

// By time; the other fields break ties.
static auto order(const Hazard& h) {
  return std::tie(h.tick, h.me, h.ctx, h.pc, h.kind, h.text);
}
static bool earlier(const Hazard& a, const Hazard& b) {
  return order(a) < order(b);
}

HazardLog::HazardLog(const Images& images, const Params& params)
    : images_(images), me_div_(params.clock_me_div) {}

void HazardLog::report(Hazard h) {
  ++total_;
  if (heard(events_, EventKind::Hazard)) {
    const Slot slot = h.me < 0 ? Slot::Observer : me_slot(static_cast<unsigned>(h.me));
    const unsigned minor = static_cast<unsigned>(h.kind) << 17 |
                           static_cast<unsigned>(h.ctx + 1) << 13 |
                           static_cast<unsigned>(h.pc + 1) % (1u << 13);
    events_->add(EventKind::Hazard, slot, h.tick, {h.me, h.ctx, h.pc}, minor).hazard = {h.kind};
  }
  Seen& seen = places_[{h.kind, h.me, h.pc}];
  ++seen.count;
  if (stops_run(h.kind)) {
    if (!fatal_ || earlier(h, *fatal_)) fatal_ = h;
    if (on_stop_) on_stop_(h);
  }
  if (seen.first.size() == kKept && !earlier(h, seen.first.back())) return;
  seen.first.insert(std::ranges::upper_bound(seen.first, h, earlier), std::move(h));
  if (seen.first.size() > kKept) seen.first.pop_back();
}

uint64_t HazardLog::count(HazardKind kind) const {
  uint64_t n = 0;
  for (const auto& [place, seen] : places_)
    if (place.kind == kind) n += seen.count;
  return n;
}

uint64_t HazardLog::count(FailOn fail_on) const {
  uint64_t n = 0;
  for (const auto& [place, seen] : places_)
    if (fails(place.kind, fail_on)) n += seen.count;
  return n;
}

std::optional<Hazard> HazardLog::first(FailOn fail_on) const {
  std::optional<Hazard> first;
  for (const auto& [place, seen] : places_)
    if (fails(place.kind, fail_on) && (!first || earlier(seen.first.front(), *first)))
      first = seen.first.front();
  return first;
}

std::string HazardLog::source(int me, int pc) const {
  const mecc::Image* image =
      me >= 0 && pc >= 0 ? image_on(images_, static_cast<unsigned>(me)) : nullptr;
  return image ? source_line(*image, static_cast<unsigned>(pc)) : "";
}

static std::string whereabouts(int me, int ctx, int pc, const std::string& source) {
  std::string out;
  if (me >= 0) out += fmt::format(" ME {}", me_name(static_cast<unsigned>(me)));
  if (ctx >= 0) out += fmt::format(" ctx {}", ctx);
  if (pc >= 0) out += fmt::format(" pc {}", pc);
  if (!source.empty()) out += fmt::format(" ({})", source);
  return out;
}

std::string HazardLog::describe(const Hazard& h) const {
  return fmt::format("cycle {}{}: {}: {}", h.tick / me_div_,
                     whereabouts(h.me, h.ctx, h.pc, source(h.me, h.pc)), name(h.kind), h.text);
}

std::string HazardLog::text() const {
  std::vector<Hazard> all;
  for (const auto& [place, seen] : places_)
    all.insert(all.end(), seen.first.begin(), seen.first.end());
  std::ranges::sort(all, earlier);
  std::string out;
  for (const Hazard& h : all)
    out += describe(h) + '\n';
  return out.empty() ? "no hazards\n" : out + '\n' + summary();
}

std::string HazardLog::summary() const {
  std::vector<std::pair<Place, const Seen*>> by_count;
  for (const auto& [place, seen] : places_)
    by_count.emplace_back(place, &seen);
  std::ranges::sort(by_count, [](const auto& a, const auto& b) {
    return a.second->count != b.second->count ? a.second->count > b.second->count
                                              : a.first < b.first;
  });
  std::string out;
  for (const auto& [place, seen] : by_count)
    out += fmt::format("{:>8} x {}{}: {}\n", seen->count, name(place.kind),
                       whereabouts(place.me, -1, place.pc, source(place.me, place.pc)),
                       seen->first.front().text);
  return out;
}

} // namespace ixp
