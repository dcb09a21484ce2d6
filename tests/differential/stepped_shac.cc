#include "tests/differential/stepped_units.h"

#include <algorithm>

namespace ixp::test {

namespace {
// Tick of the first word if the longwords that cross the bus together, all of one hash, have moved
// at `moved`; not before tick 0.
Tick first_of(const Command& c, Tick moved, Tick slot) {
  const mev2::OpcodeInfo& op = mev2::info(c.op);
  return moved - std::min(moved, op.has_count ? (op.longwords - 1) * slot : 0);
}
} // namespace

void SteppedShac::grant(Job& job, Tick) {
  Command c = job.command;
  c.count = static_cast<uint8_t>(std::clamp<unsigned>(c.count, 1, most_));
  job.pulls = words_pulled(c);
  job.pushes = words_pushed(c);
  job.units = mev2::info(c.op).has_count ? c.count : 1;
  job.has_end = job.pushes || c.signal;
  job.from_me = job.to_me = c.data_me;
  if (mev2::info(c.op).cls == mev2::InstrClass::Cap) adjust_cap(job);
  queue_.push_back(&job);
  ++inlet_.waiting;
}

// Signals to other microengines, and the reflector's words between two of them.
void SteppedShac::adjust_cap(Job& job) const {
  const uint32_t address = job.command.address;
  const mev2::OpcodeInfo& op = mev2::info(job.command.op);
  const auto lasts = [&](uint64_t latency) {
    job.row.done = after_arrival(params_, latency);
    job.row.effect = std::min(job.row.effect, job.row.done);
    job.has_end = true;
  };
  if (address == 0x401c && !op.pushes) lasts(params_.signal_inter_me);
  const int me = mev2::me_index((address - 0x8000) >> 10);
  if (address < 0x8000 || address >= 0x18000 || address % 4 || me < 0 || address % 1024 >= 512)
    return;
  (op.pushes ? job.from_me : job.to_me) = static_cast<uint8_t>(me);
  job.pushes = std::max({1u, job.pulls, job.pushes});
  job.pulls = op.pulls || op.pushes ? job.pushes : 0;
  lasts(params_.cap_reflect);
}

void SteppedShac::step(Tick now) {
  if (busy_) --busy_;
  if (busy_ || queue_.empty() || queue_.front()->arrival > now) return;
  Job& job = *queue_.front();
  queue_.pop_front();
  --inlet_.waiting;
  busy_ = job.units * job.row.service;
  job.begun = true;
  job.start = now;
}

void SteppedShac::pull(Job& job) {
  const Tick first = job.start + job.row.effect;
  job.least_effect = first + (job.units - 1) * job.row.service;
  SteppedDataBus& bus = buses_.s_pull[job.from_me / 4];
  if (job.pulls) bus.carry(job.pulled, first_of(job.command, first, bus.slot), job.pulls, bus.slot);
}

// A delay of the effect delays the end. A status word comes at the end.
void SteppedShac::push(Job& job) {
  const Tick first = job.start + job.row.done + (job.effect - job.least_effect);
  job.least_end = first + (job.units - 1) * job.row.service;
  const bool status = mev2::info(job.command.op).status_longwords;
  SteppedDataBus& bus = buses_.s_push[job.to_me / 4];
  if (job.pushes)
    bus.carry(job.pushed, first_of(job.command, status ? job.least_end : first, bus.slot),
              job.pushes, bus.slot);
}

} // namespace ixp::test
