#include "emu/cli/observations.h"

#include "base/diagnostic.h"
#include "emu/explain/program_place.h"
#include "emu/media/ledger.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ixp {

namespace {

// Rejects a selection that can never match a frame.
void check(const JourneySelection& s, const SystemConfig& system) {
  using Kind = JourneySelection::Kind;
  const unsigned port = s.kind == Kind::Frame ? s.frame.port : s.number;
  const auto at = system.ports.find(port);
  if (s.kind != Kind::Drop && s.kind != Kind::Slowest &&
      (at == system.ports.end() || !at->second.rx))
    throw InputError(
        {system.path},
        fmt::format("--journey '{}': no frame comes to port {}: there is no [port.{}].rx", s.text,
                    port, port));
  if (s.kind != Kind::Drop || s.reason.empty()) return;
  std::vector<std::string> reasons;
  for (const CounterConfig& c : system.counters)
    if (c.counts == Counts::Drops) reasons.push_back(c.name);
  for (unsigned r = 1; r < kDropReasons; ++r)
    reasons.push_back(name(static_cast<DropReason>(r)));
  for (unsigned r = 1; r < kTransmitLosses; ++r)
    reasons.push_back(name(static_cast<TransmitLoss>(r)));
  if (std::ranges::find(reasons, s.reason) == reasons.end())
    throw InputError({system.path},
                     fmt::format("--journey '{}': nothing here drops frames for '{}'; expected one "
                                 "of {}",
                                 s.text, s.reason, fmt::join(reasons, ", ")));
}

// Rejects a part of the chip where no event can happen.
void check(const TimelineSelection& s, const Simulation& sim) {
  std::vector<std::string> there;
  for (const PlacedImage& p : sim.images().placed)
    there.push_back(me_name(p.me));
  for (unsigned me = 0; me < kMicroengines; ++me) {
    if (s.contexts[me] == 0) continue;
    const mecc::Image* image = image_on(sim.images(), me);
    if (!image)
      throw InputError(
          {sim.system().path},
          fmt::format("--timeline-of: microengine {} has no program; expected of microengines {}",
                      me_name(me),
                      there.empty() ? "none" : fmt::format("{}", fmt::join(there, ", "))));
    if (image->mode == mev2::ContextMode::Four && s.contexts[me] != 0xff && s.contexts[me] & 0xaa)
      throw InputError(
          {sim.system().path},
          fmt::format("--timeline-of: microengine {} runs four contexts: 0, 2, 4, 6", me_name(me)));
  }
}

} // namespace

Observations::Observations(const ObservationOptions& options, Simulation& sim,
                           FrameEndObserver* capture)
    : sim_(sim), options_(options) {
  if (capture) ends_.add_observer(*capture);
  if (capture || !options.journeys.empty() || !options.frames.empty()) follow_frames(options);
  if (!options.profile.empty()) {
    profile_files_ = std::make_unique<ProfileFiles>(options.profile);
    profile_ = std::make_unique<Profile>(sim.chip(), sim.images());
  }
  if (!options.timeline.empty()) make_timeline(options);
}

void Observations::follow_frames(const ObservationOptions& options) {
  std::vector<JourneySelection> selections;
  for (const std::string& text : options.journeys)
    check(selections.emplace_back(parse_journey(text)), sim_.system());
  if (!options.frames.empty()) {
    frames_ = std::make_unique<FrameTable>(options.frames + "/" + kFrameTable, options.packing,
                                           sim_.system().params.clock_me_div);
    ends_.add_observer(*frames_);
  }
  journeys_ =
      std::make_unique<Journeys>(sim_.system(), sim_.images(), std::move(selections), &ends_);
  sim_.keep(&journeys_->diary());
  sim_.listen(*journeys_, journeys_->kinds());
  journeys_->on_complete([this] {
    sim_.keep(nullptr);
    sim_.leave(*journeys_);
  });
}

void Observations::make_timeline(const ObservationOptions& options) {
  const TimelineSelection selection = parse_timeline_selection(options.timeline_of);
  if (options.timeline_of != "all") check(selection, sim_);
  if (options.to == 0)
    throw InputError("--to-cycle 0: nothing is before cycle 0; expected a later one");
  const Params& params = sim_.system().params;
  if (options.from && options.to && *options.from >= *options.to)
    throw InputError(
        fmt::format("--from-cycle {} --to-cycle {}: expected a later cycle after --to-cycle",
                    *options.from, *options.to));
  std::optional<WindowTrigger> trigger;
  if (!options.around.empty()) trigger = parse_trigger(options.around);
  timeline_ = std::make_unique<Timeline>(make_track_writer(options.timeline, params), sim_.system(),
                                         sim_.images(), selection);
  const auto tick = [&](uint64_t cycle) {
    return cycle < kNever / params.clock_me_div ? params.me(cycle) : kNever;
  };
  if (trigger)
    window_ = std::make_unique<EventWindow>(*timeline_, *trigger, tick(options.span));
  else
    window_ = std::make_unique<EventWindow>(*timeline_, tick(options.from.value_or(0)),
                                            options.to ? tick(*options.to) : kNever);
  const EventKinds kinds = Timeline::kinds(selection) | window_->kinds();
  // frame events give frames their names
  const EventKinds early = trigger ? kinds : EventKinds{EventKind::Frame};
  sim_.listen(*window_, early);
  if (!trigger) sim_.listen(*window_, kinds.without(early), tick(options.from.value_or(0)));
  window_->on_over([this] { sim_.leave(*window_); });
}

void Observations::check_arrivals() const {
  const std::vector<std::string> missing = journeys_->missing();
  if (missing.empty()) return;
  throw InputError({sim_.system().path},
                   fmt::format("--journey {}: no such frame came in the {} cycles of the run, in "
                               "which {} were received; name an earlier one, or let the run go on "
                               "(--until)",
                               missing.front(), sim_.cycle(), sim_.packets_rx()));
}

void Observations::finish(const Statistics& statistics) {
  const Tick end = sim_.end().tick;
  if (journeys_) {
    ends_.found(statistics.accounts.found, statistics.accounts.lost_with_message);
    journeys_->close(end);
    if (frames_) frames_->finish();
    check_arrivals();
  }
  if (profile_) {
    profile_->close(end);
    profile_files_->write(*profile_);
    profile_files_->finish();
  }
  if (!timeline_) return;
  const std::optional<Tick> last = window_->end(end);
  if (!last)
    throw InputError({options_.timeline},
                     fmt::format("is not written: --around {} did not happen in the {} cycles of "
                                 "the run",
                                 options_.around, sim_.cycle()));
  if (options_.from && *options_.from >= sim_.cycle())
    throw InputError(
        {options_.timeline},
        fmt::format("is not written: the run ended at cycle {}, before --from-cycle {}",
                    sim_.cycle(), *options_.from));
  timeline_->close(*last);
  timeline_->finish();
}

void Observations::commit() {
  if (frames_) frames_->commit();
  if (profile_files_) profile_files_->commit();
  if (timeline_) timeline_->commit();
}

} // namespace ixp
