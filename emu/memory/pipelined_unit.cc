#include "emu/memory/pipelined_unit.h"

#include "emu/memory/bus.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/tell.h"

#include <algorithm>
#include <cassert>

namespace ixp {

namespace {
constexpr unsigned kTransferRegisters = 128;
}

PipelinedUnit::PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                             HazardSink& hazards)
    : params_(params), wiring_(wiring), hazards_(hazards), inlet_(inlet), lane_(inlet.join()) {}

// Ticks from the start to the moment a command of this latency has come so far.
Tick PipelinedUnit::after_start(uint64_t cycles) const {
  return params_.me(cycles - std::min(cycles, params_.bus_command_latency));
}

void PipelinedUnit::accept(const Command& c, Tick arrival) {
  if (flights_.waiting() >= kSettleAt) settle(); // nobody may have had a reason to
  Flight& f = flights_.create();
  f.command = c;
  f.pulls = static_cast<uint8_t>(words_pulled(c));
  const unsigned expected = words_pushed(c);
  f.pushes = static_cast<uint8_t>(expected);
  f.from = f.to = {c.file, c.data_me, c.xfer};
  f.two_signals = shape_of(c.op).two_signals;
  f.kind = 0;
  f.pulled = false;
  const Timing t = plan(f);
  assert(f.pulls <= kMaxWords && f.pushes <= kMaxWords);

  const Tick start = std::max(arrival, free_), busy = t.service * t.services;
  free_ = start + busy;
  time_flight(f, t, start);
  // Microengines count what their own commands will push; anything else has to be announced.
  if (f.pushes && (!expected || f.to.me != c.me)) [[unlikely]]
    wiring_.microengines[f.to.me]->expect_push(f.to.file, f.to.first, f.pushes);
  if (f.pulls && (!words_pulled(c) || f.from.me != c.me)) [[unlikely]]
    wiring_.microengines[f.from.me]->expect_pull(f.from.file, f.from.first, f.pulls);
  if (t.visible) [[unlikely]]
    announce(f);

  const unsigned waiting = inlet_.enter(lane_, start);
  const bool filled = inlet_.room_at() < room_at_;
  if (filled) room_at_ = inlet_.room_at();
  ++stats_.commands;
  ++stats_.of_opcode[static_cast<unsigned>(c.op)];
  stats_.busy += busy;
  stats_.waiting_ticks += start - arrival;
  stats_.waiting_max = std::max(stats_.waiting_max, waiting);
  if (events_) [[unlikely]]
    events_->accepted(static_cast<Slot>(slot()), c, arrival, f.effect, f.done);
  if (wiring_.ahead) tell(f, expected);
  flights_.launch();
  if (filled || f.observed || !f.told) reschedule(); // else it needs no step
}

void PipelinedUnit::tell(Flight& f, unsigned expected) {
  const Command& c = f.command;
  const bool keeps = f.kind == 0 && (!f.pushes || (expected && f.to.me == c.me));
  Completion done;
  if (keeps) {
    done.unit = this;
    done.id = flights_.created();
    done.file = f.to.file;
    done.first = f.to.first;
    done.words = f.pushes;
  }
  tell_issuer(*wiring_.microengines[c.me], slot(), c, f.two_signals ? Signals::Apart : Signals::One,
              f, done, keeps);
}

// When the last of the words is there, of which the first `together` are at `first` and the last is
// at `alone` on an idle bus.
static Tick moved(BusSlots& bus, Tick first, unsigned together, unsigned words, Tick alone) {
  return std::max(alone, last_word(bus, first - (together - 1) * bus.slot(), words));
}

void PipelinedUnit::time_flight(Flight& f, const Timing& t, Tick start) {
  DataBus* const buses = wiring_.data_bus;
  const Tick further = t.service * (t.services - 1);
  const bool later = f.pushes || f.kind; // something is left for when it is done
  const Tick first_effect = start + (later ? std::min(t.effect, t.done) : t.effect);
  const Tick alone = first_effect + further;
  f.effect = alone;
  if (f.pulls && buses)
    f.effect =
        moved(buses->s_pull[cluster_of(f.from.me)], first_effect, t.words_in_one, f.pulls, alone);
  f.effect = last_effect_ = std::max(f.effect, last_effect_);

  if (later) {
    const Tick first_done = start + t.done + (f.effect - alone);
    f.done = first_done + further;
    if (f.pushes && buses)
      f.done =
          moved(buses->s_push[cluster_of(f.to.me)], first_done, t.words_in_one, f.pushes, f.done);
    f.done = std::max(f.done, f.effect);
  } else {
    f.done = f.command.signal ? f.effect : kNever;
  }
  f.observed = f.pulls || f.done == f.effect || t.visible || (f.two_signals && f.command.signal);
}

const uint32_t* PipelinedUnit::complete(uint32_t id) {
  Flight& f = flights_.at(id);
  if (!f.performed) {
    if (f.pushes)
      settle();
    else if (f.from.me == f.command.me) // others' registers may be ahead
      pull(f);
  }
  flights_.complete(id);
  return f.words.data();
}

void PipelinedUnit::pull(Flight& f) {
  if (f.pulled) return;
  f.pulled = true;
  Requester& from = *wiring_.microengines[f.from.me];
  for (unsigned i = 0; i < f.pulls; ++i)
    f.words[i] = from.pull(f.from.file, (f.from.first + i) % kTransferRegisters);
}

void PipelinedUnit::run_effect(Flight& f) {
  pull(f);
  perform(f);
  const Command& c = f.command;
  if (f.two_signals && c.signal && !wiring_.ahead)
    wiring_.microengines[c.me]->signal(c.ctx, c.signal & ~1u, f.effect);
}

void PipelinedUnit::run_done(Flight& f) {
  Requester& to = *wiring_.microengines[f.to.me];
  for (unsigned i = 0; i < f.pushes; ++i)
    to.push(f.to.file, (f.to.first + i) % kTransferRegisters, f.words[i]);
  const Command& c = f.command;
  if (c.signal && !wiring_.ahead)
    wiring_.microengines[c.me]->signal(c.ctx, f.two_signals ? c.signal | 1u : c.signal, f.done);
  if (f.kind) finished(f);
}

void PipelinedUnit::step(Tick now) {
  flights_.step(now, [this](Flight& f) { run_effect(f); }, [this](Flight& f) { run_done(f); });
  if (room_at_ <= now) {
    room_at_ = kNever;
    if (wiring_.router) wiring_.router->retry();
  }
  reschedule();
}

void PipelinedUnit::settle() {
  flights_.catch_up(now(), [this](Flight& f) { run_effect(f); });
}

void PipelinedUnit::list_commands(std::vector<Command>& out) const {
  flights_.for_each([&](const Flight& f) { out.push_back(f.command); });
}

void PipelinedUnit::report(const Flight& f, HazardKind kind, std::string text) {
  const Command& c = f.command;
  hazards_.report({kind, f.effect, c.me, c.ctx, c.pc, std::move(text)});
}

} // namespace ixp
