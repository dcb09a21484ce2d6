#include "tests/differential/stepped_timing.h"

#include "emu/media/msf_registers.h"
#include "tests/differential/stepped_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ixp::test {

namespace {

// The status word of an mpacket, ready for a thread: its element is filled, and the thread has
// joined the freelist.
struct Status {
  Tick ready;
  int me, ctx, signal;
  Transfer words;
};

// Buses and units. Commands enter the FIFO of their microengine at their issue.
class SteppedChip {
public:
  explicit SteppedChip(const Params& p) : params_(p) {}

  const std::deque<Job>& jobs() const { return jobs_; }            // by grant
  const std::deque<Status>& statuses() const { return statuses_; } // of receive freelist 0

  // Grants commands before `end`, and completes them. `issued`: commands by tick of issue;
  // `filled`: elements of RBUF, by tick.
  void run(const std::multimap<Tick, Command>& issued, const std::vector<Tick>& filled, Tick end) {
    auto next = issued.begin();
    for (Tick now = 0; now < end || begun_ < jobs_.size(); ++now) {
      for (; next != issued.end() && next->first <= now; ++next)
        fifos_[next->second.me].push_back({next->second});
      for (SteppedUnit* unit : units_)
        unit->step(now);
      while (begun_ < jobs_.size() && jobs_[begun_].begun)
        ++begun_;
      if (now >= end || now % params_.clock_bus_div) continue;
      for (const unsigned cluster : {0u, 1u})
        step_command_bus(cluster, now);
    }
    move_words(filled);
  }

private:
  struct Issued {
    Command command;
    bool refused = false; // at least once
  };

  void move_words(const std::vector<Tick>& filled) {
    for (Job& job : jobs_)
      unit_of(job.command).pull(job);
    for (SteppedDataBus* bus : {&buses_.s_pull[0], &buses_.s_pull[1], &buses_.d_pull})
      bus->run();
    for (Job& job : jobs_)
      unit_of(job.command).settle_effect(job);
    match_threads(filled);
    auto status = statuses_.begin();
    for (Job& job : jobs_) {
      for (; status != statuses_.end() && status->ready <= job.granted; ++status)
        push(*status);
      unit_of(job.command).push(job);
    }
    for (; status != statuses_.end(); ++status)
      push(*status);
    for (SteppedDataBus* bus : {&buses_.s_push[0], &buses_.s_push[1], &buses_.d_push})
      bus->run();
    for (Job& job : jobs_) {
      if (job.has_end) job.done = std::max({job.least_end, job.pushed.end(), job.effect});
      if (job.acts_at_end) job.effect = job.done;
    }
  }

  // Threads take status words in the order in which they join.
  void match_threads(const std::vector<Tick>& filled) {
    std::multimap<Tick, const Job*> threads; // by effect, then by grant
    for (const Job& job : jobs_)
      if (job.command.op == mev2::Opcode::MSF_FAST_WR &&
          (job.command.address & 0xffff) == msf_reg::kRxThreadFreelist0)
        threads.emplace(job.effect, &job);
    auto element = filled.begin();
    for (const auto& [effect, job] : threads) {
      if (element == filled.end()) return;
      const auto entry = static_cast<int>(job->command.address >> 16);
      statuses_.push_back(
          {std::max(effect, *element++), entry >> 7 & 7, entry >> 4 & 7, entry >> 12, {}});
    }
  }

  void push(Status& s) {
    const Tick last = s.ready + params_.me(params_.msf_rsw_autopush), cycle = params_.clock_bus_div;
    buses_.s_push[static_cast<unsigned>(s.me) / 4].carry_spaced(s.words, last - cycle, 2, cycle);
  }

  SteppedUnit& unit_of(const Command& c) {
    switch (mev2::info(c.op).cls) {
    case mev2::InstrClass::Scratch: return scratch_;
    case mev2::InstrClass::Hash: return hash_;
    case mev2::InstrClass::Cap: return cap_;
    case mev2::InstrClass::Dram: return dram_;
    case mev2::InstrClass::Msf: return msf_;
    case mev2::InstrClass::Sram:
      if (c.address >> 30 < params_.sram_channels) return sram_[c.address >> 30];
      [[fallthrough]];
    default: return absent_;
    }
  }

  // Grants one command: round robin among the microengines of the cluster.
  void step_command_bus(unsigned cluster, Tick now) {
    const unsigned last = last_[cluster];
    for (unsigned i = 1; i <= 4; ++i) {
      const unsigned me = 4 * cluster + (last + i) % 4;
      if (fifos_[me].empty()) continue;
      Issued& first = fifos_[me].front();
      const Tick opportunity = first_edge(first.command);
      if (opportunity > now || others_turn(first.command, cluster, now)) continue;
      SteppedUnit& unit = unit_of(first.command);
      first.refused |= !unit.room(first.command, now);
      if (!unit.room(first.command, now)) continue;
      const Tick undelayed = first.command.issued + params_.me(params_.bus_command_latency);
      Job& job = jobs_.emplace_back();
      job.command = first.command;
      job.row = row_of(params_, job.command.op);
      job.granted = now;
      job.arrival = std::max(undelayed + (now - opportunity), now + 1);
      fifos_[me].pop_front();
      unit.grant(job, now);
      unit.last_cluster = cluster;
      last_[cluster] = me % 4;
      return;
    }
  }

  // A microengine cycle after the issue.
  Tick first_edge(const Command& c) const {
    Tick edge = c.issued + params_.clock_me_div;
    while (edge % params_.clock_bus_div)
      ++edge;
    return edge;
  }

  // If both clusters wait for room in a unit, they take turns.
  bool others_turn(const Command& c, unsigned cluster, Tick now) {
    SteppedUnit& unit = unit_of(c);
    if (unit.last_cluster != cluster || !unit.room(c, now)) return false;
    for (unsigned me = 4 * (1 - cluster); me < 4 * (1 - cluster) + 4; ++me) {
      if (fifos_[me].empty() || !fifos_[me].front().refused) continue;
      const Command& theirs = fifos_[me].front().command;
      if (&unit_of(theirs) == &unit && unit.room(theirs, now)) return true;
    }
    return false;
  }

  const Params& params_;
  std::array<std::deque<Issued>, kMicroengines> fifos_;
  std::array<unsigned, 2> last_{3, 3}; // member of each cluster that was granted last
  SteppedDataBuses buses_{params_};
  SteppedInlet inlet_, absent_inlet_;
  SteppedShac scratch_{params_, buses_, inlet_}, hash_{params_, buses_, inlet_, 3},
      cap_{params_, buses_, inlet_}, absent_{params_, buses_, absent_inlet_};
  std::array<SteppedSram, 2> sram_{SteppedSram(params_, buses_), SteppedSram(params_, buses_)};
  SteppedDram dram_{params_, buses_};
  SteppedMsf msf_{params_, buses_};
  std::array<SteppedUnit*, 8> units_{&scratch_, &hash_,    &cap_,  &absent_,
                                     &sram_[0], &sram_[1], &dram_, &msf_};
  std::deque<Status> statuses_;
  std::deque<Job> jobs_; // granted
  size_t begun_ = 0;     // of them, from the first on
};

std::string show_tick(Tick t) {
  return t == kNever ? "never" : fmt::format("at tick {}", t);
}

std::string show_command(const Command& c) {
  return fmt::format("{} of me{} ctx{}, address {:#x}, count {}, issued at tick {}: ",
                     mev2::info(c.op).name, c.me, c.ctx, c.address, c.count, c.issued);
}

// Signals of a command: tick and number.
std::vector<std::pair<Tick, int>> signals_of(const Job& job) {
  const int number = job.command.signal;
  if (number == 0 || !job.has_end) return {};
  switch (job.row.signals) {
  case Signals::Apart: return {{job.effect, number & ~1}, {job.done, number | 1}};
  case Signals::Together: return {{job.done, number & ~1}, {job.done, number | 1}};
  default: return {{job.done, number}};
  }
}

} // namespace

// In the place of a unit, for the command buses.
class TimingRecord::Recorder final : public MemoryUnit {
public:
  Recorder(MemoryUnit& unit, std::vector<Taken>& taken) : unit_(unit), taken_(taken) {}
  bool can_accept(const Command& c, Tick now) const override { return unit_.can_accept(c, now); }
  Tick accept(InFlight& t, Tick now, Tick arrival) override {
    const Tick room = unit_.accept(t, now, arrival);
    if (room == kTaken) taken_.push_back({t.command, now, arrival, t.effect, t.done});
    return room;
  }

private:
  void perform(InFlight&) override {}
  MemoryUnit& unit_;
  std::vector<Taken>& taken_;
};

TimingRecord::TimingRecord(Chip& chip, bool signals) : chip_(chip), signals_(signals) {
  const auto recorder = [&](MemoryUnit& unit) -> MemoryUnit& {
    return *recorders_.emplace_back(std::make_unique<Recorder>(unit, taken_));
  };
  chip.router.set_absent(recorder(chip.absent));
  for (unsigned channel = 0; channel < chip.sram.size(); ++channel)
    if (chip.sram[channel]) chip.router.set_sram(channel, recorder(*chip.sram[channel]));
  chip.router.route(mev2::InstrClass::Scratch, recorder(chip.scratch));
  chip.router.route(mev2::InstrClass::Hash, recorder(chip.hash));
  chip.router.route(mev2::InstrClass::Cap, recorder(chip.cap));
  chip.router.route(mev2::InstrClass::Dram, recorder(*chip.dram));
  chip.router.route(mev2::InstrClass::Msf, recorder(*chip.msf));
  if (signals) chip.events.listen(*this, {EventKind::Signal, EventKind::Element});
}

TimingRecord::~TimingRecord() = default;

void TimingRecord::event(const Event& e) {
  if (e.kind == EventKind::Signal)
    raised_.insert({e.tick, e.me, e.ctx, e.signal.number});
  else if (e.element.action == ElementAction::Filled)
    filled_.push_back(e.tick);
}

std::string TimingRecord::difference(Tick end, const Params& params) const {
  if (std::ranges::any_of(chip_.msf->stats().partition, &MsfStats::Partition::null_rsws)) return "";
  std::vector<Command> waiting; // not granted
  for (const auto& bus : chip_.command_bus)
    bus->list_commands(waiting);
  std::multimap<Tick, Command> issued;
  for (const Taken& t : taken_)
    issued.emplace(t.command.issued, t.command);
  for (const Command& c : waiting)
    issued.emplace(c.issued, c);
  SteppedChip stepped(params);
  stepped.run(issued, filled_, end);
  const std::deque<Job>& jobs = stepped.jobs();
  Raised raised = raised_;
  const auto is_raised = [&](Tick tick, int me, int ctx, int number) {
    const auto found = raised.find({tick, me, ctx, number});
    if (found == raised.end()) return !signals_ || tick >= end;
    raised.erase(found);
    return true;
  };
  for (size_t i = 0; i < std::min(taken_.size(), jobs.size()); ++i) {
    const Taken& taken = taken_[i];
    const Job& job = jobs[i];
    const Command &c = taken.command, &expected = job.command;
    if (c.me != expected.me || c.issued != expected.issued)
      return show_command(c) + "granted " + show_tick(taken.granted) +
             "; the stepped model grants another command, " + show_command(expected) +
             show_tick(job.granted);
    for (const auto& [name, got, want] : {std::tuple{"granted", taken.granted, job.granted},
                                          {"arrival", taken.arrival, job.arrival},
                                          {"effect", taken.effect, job.effect},
                                          {"end", taken.done, job.done}})
      if (got != want)
        return show_command(c) + fmt::format("{} {}, the stepped model expects it {}", name,
                                             show_tick(got), show_tick(want));
    for (const auto& [tick, number] : signals_of(job))
      if (!is_raised(tick, c.me, c.ctx, number))
        return show_command(c) + fmt::format("no signal {}, the stepped model expects it {}",
                                             number, show_tick(tick));
  }
  for (const Status& s : stepped.statuses())
    if (!is_raised(s.words.end(), s.me, s.ctx, s.signal))
      return fmt::format(
          "status word for me{} ctx{}: no signal {}, the stepped model expects it {}", s.me, s.ctx,
          s.signal, show_tick(s.words.end()));
  if (taken_.size() != jobs.size())
    return fmt::format("{} commands were granted, the stepped model expects {}", taken_.size(),
                       jobs.size());
  return "";
}

} // namespace ixp::test
