// What reaches a microengine at a known tick, in its order: signals, words of its commands, what
// others write and announce. And the next context to execute, for which it waits.
#include "emu/me/contexts.h"
#include "emu/me/outstanding.h"

namespace ixp::me {

[[gnu::always_inline]] inline void Core::arrive(unsigned file, unsigned first, unsigned count,
                                                const uint32_t* words) {
  outstanding::count_down(&s.outstanding[file], first, count);
  uint32_t* const to = &s.regs[file];
  if (first + count <= kFile) [[likely]] {
#ifdef __clang__ // mostly a word or two
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (unsigned i = 0; i < count; ++i)
      to[first + i] = words[i];
  } else {
    for (unsigned i = 0; i < count; ++i)
      to[(first + i) % kFile] = words[i];
  }
  if (check) [[unlikely]]
    for (unsigned i = 0; i < count; ++i)
      initialised.set(file + (first + i) % kFile);
}

void Core::leave(unsigned file, unsigned first, unsigned count, uint32_t* words) {
  outstanding::count_down(&s.outstanding[file], first, count);
  const uint32_t* const from = &s.regs[file];
  for (unsigned i = 0; i < count; ++i)
    words[i] = from[(first + i) % kFile];
}

// Words that the unit does not know yet have to wait; and where more are on their way to the same
// register, some may be pushed in shared time.
[[gnu::always_inline]] inline Tick Core::wait_for(const TimedEvent& e) const {
  const Tick now = kernel.now();
  if (e.tick <= now) return 0;
  const Completion& c = *e.completion;
  if (c.pushes == 0) return 0;
  if (c.effect > now) return c.effect;
  const bool more =
      outstanding::any_above_one(&s.outstanding[in_file(c.to.file)], c.to.first % kFile, c.pushes);
  return more ? e.tick : 0;
}

// Shared time may be behind the tick: a unit that was to pull words at this tick and has not done
// so yet gets them now, and they are those of the tick, because writing to such a register needs
// shared time.
template <Hears H> [[gnu::always_inline]] inline void Core::complete(Completion& c) {
  const uint32_t* words = c.unit->complete(c);
  if (c.pushes) arrive(in_file(c.to.file), c.to.first % kFile, c.pushes, words);
  if (c.raised) raise<H>(c.ctx, c.raised, c.done);
}

// Applies what arrives up to a tick of local time; as catch_up().
template <Hears H> [[gnu::always_inline]] inline Tick Core::pass_events(Tick local) {
  while (events.due(local)) {
    const TimedEvent& e = events.front();
    if (e.kind == TimedEvent::Kind::Signal) {
      const unsigned ctx = e.ctx, signals = e.place;
      const Tick when = e.tick;
      events.drop();
      raise<H>(ctx, signals, when);
    } else if (e.kind == TimedEvent::Kind::Completion) {
      if (const Tick wait = wait_for(e)) return wait;
      Completion& c = *e.completion;
      events.drop();
      complete<H>(c);
    } else {
      apply_first();
    }
  }
  return 0;
}

void Core::apply_first() {
  apply(events.take());
}

Tick Core::catch_up_slow(Tick local) {
  const Tick wait = pass_events<Hears::All>(local);
  // The previous microengine sees how full the ring is: no word of later than shared time.
  if (!nn_inbox.empty()) nn_catch_up(std::min(local, kernel.now()));
  return wait;
}

template <Hears H> Tick Core::next_context_as(uint64_t end) {
  while (true) {
    const Tick local = tick();
    if (const Tick wait = pass_events<H>(local)) return edge(wait);
    if (H != Hears::Nobody && !nn_inbox.empty()) nn_catch_up(std::min(local, kernel.now()));
    if (s.running >= 0) swap_out<H>();
    if (arbitrate<H>()) return 0;
    const Tick first = events.first();
    const uint64_t at = first == kNever ? kNever : cycle_of(first);
    if (at >= end) {
      idle = true;
      return first == kNever ? kNever : at * div_;
    }
    counted.idle += at - cycle;
    cycle = at;
  }
}

template Tick Core::next_context_as<Hears::All>(uint64_t);
template Tick Core::next_context_as<Hears::Probes>(uint64_t);
template Tick Core::next_context_as<Hears::Pages>(uint64_t);
template Tick Core::next_context_as<Hears::Nobody>(uint64_t);

// What happens before the unit that acts now, as if each unit acted in its turn.
void Core::catch_up_with_units(Tick now) {
  if (now > 0) catch_up(now - 1);
  if (!events.due(now)) return;
  const auto acting = static_cast<TimedEvent::Source>(completion_order(kernel.acting(), 0));
  while (events.due(now) && events.front().source < acting)
    apply(events.take());
}

void Core::apply(const TimedEvent& e) {
  switch (e.kind) {
  case TimedEvent::Kind::OutsideWrite: {
    const Row row = events.rows.take(e.place);
    nn_catch_up(e.tick);
    write_csr(row.address, row.value,
              s.running >= 0 ? static_cast<unsigned>(s.running) : s.last_ran, cycle_of(e.tick));
    break;
  }
  case TimedEvent::Kind::Expect: { // registers wrap round in their file, as units count them
    const Row row = events.rows.take(e.place);
    const unsigned file = row.address / kFile * kFile;
    outstanding::count_up(&s.outstanding[file], row.address % kFile, row.value);
    break;
  }
  case TimedEvent::Kind::Look: break; // it is enough to have been here
  case TimedEvent::Kind::Completion: complete(*e.completion); break;
  case TimedEvent::Kind::Signal: raise(e.ctx, e.place, e.tick); break;
  case TimedEvent::Kind::Timer:
    raise(e.ctx, signal_bit(s.ctx[e.ctx].future_signal), e.tick);
    start_timer(e.ctx, cycle_of(e.tick));
    break;
  }
}

void Core::complete_at(Completion& c) {
  TimedEvent& e = events.add(c.done, static_cast<TimedEvent::Source>(c.order));
  e.completion = &c; // looked at for one of a unit only
  e.place = c.raised;
  e.kind = c.unit ? TimedEvent::Kind::Completion : TimedEvent::Kind::Signal;
  e.ctx = c.ctx;
  if (idle) step_by(c.done);
}

void Core::signal_from_unit(unsigned ctx, unsigned signal, Tick now) {
  catch_up_with_units(now); // other events of this very tick come when the microengine acts
  raise(ctx, signal_bit(signal), now);
}

} // namespace ixp::me
