#include "emu/explain/wakers.h"

#include "base/dataflow.h"
#include "emu/explain/program_place.h"
#include "emu/me/csr.h"
#include "emu/me/inbox.h"
#include "emu/me/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

using mev2::InstrClass;
using mev2::Opcode;

namespace {

constexpr uint32_t kLocalCsrsByCap = 0x18000; // CAP addresses of microengines' local CSRs begin
                                              // here (cap.h)

// Whether the command raises a signal of another context, or may.
bool sends_signals(const Command& c) {
  if (mev2::info(c.op).cls != InstrClass::Cap || mev2::info(c.op).pushes) return false;
  return c.address == *mev2::cap_csr_address("INTERTHREAD_SIG") || c.address >= kLocalCsrsByCap;
}

bool sets_signals(uint16_t csr) {
  switch (csr) {
  case me::csr::IndirectSigEvents:
  case me::csr::ActiveSigEvents:
  case me::csr::IndirectWakeupEvents:
  case me::csr::ActiveWakeupEvents:
  case me::csr::IndirectFutureCount:
  case me::csr::IndirectFutureSignal: return true;
  default: return false;
  }
}

} // namespace

std::string describe_command(const Command& c, const Chip& chip, const SystemConfig& system) {
  const mev2::OpcodeInfo& op = mev2::info(c.op);
  const std::string command = fmt::format("{}[{}]", op.mnemonic, op.token);
  if (&chip.router.unit_of(c) == &chip.absent)
    return fmt::format("{} of {:#x}, a unit that is not there", command, c.address);
  if (c.op == Opcode::SCRATCH_GET || c.op == Opcode::SCRATCH_PUT)
    return fmt::format(
        "{} of {}", command,
        name({QueuePlace::Scratch, 0, static_cast<uint8_t>(c.address >> 2 & 0xf)}, system));
  switch (op.cls) {
  case InstrClass::Sram:
    return fmt::format("{} of sram{} {:#x}", command, c.address >> 30,
                       c.address & ~kSramChannelBits);
  case InstrClass::Hash: return command;
  default: return fmt::format("{} of {:#x}", command, c.address);
  }
}

// Whether the command raises this signal of its own context.
bool raises(const Command& c, unsigned me, unsigned ctx, unsigned signal) {
  const unsigned mask = mev2::info(c.op).two_signals ? ~1u : ~0u;
  return c.me == me && c.ctx == ctx && c.signal && (c.signal & mask) == (signal & mask);
}

Wakers::Wakers(const Chip& chip, const SystemConfig& system, const Images& images,
               const std::vector<Command>& in_flight)
    : chip_(chip), system_(system), images_(images), in_flight_(in_flight) {
  find_senders();
  find_living();
}

void Wakers::find_senders() {
  for (const PlacedImage& placed : images_.placed)
    for (unsigned pc = 0; pc < placed.image.words.size(); ++pc) {
      const auto i = mev2::decode(placed.image.words[pc], placed.image.mode);
      if (!i) continue;
      const auto add = [&](Reach reach) { senders_.push_back({placed.me, pc, reach}); };
      const mev2::OpcodeInfo& op = mev2::info(i->opcode);
      if (i->opcode == Opcode::LOCAL_CSR_WR) {
        if (i->csr == me::csr::SameMeSignal || sets_signals(i->csr)) add(Reach::SameMe);
        if (i->csr == me::csr::NextNeighborSignal) add(Reach::Next);
        if (i->csr == me::csr::PrevNeighborSignal) add(Reach::Previous);
      } else if (op.cls == InstrClass::Cap && !op.pushes) {
        if (i->csr == 0 || i->csr == *mev2::cap_csr_address("INTERTHREAD_SIG"))
          add(Reach::Everywhere);
      }
    }
}

bool Wakers::any_lives(unsigned me) const {
  return std::ranges::find(lives_[me], true) != lives_[me].end();
}

bool Wakers::reaches(const Sender& s, unsigned me) const {
  if (!any_lives(s.me)) return false;
  switch (s.reach) {
  case Reach::SameMe: return s.me == me;
  case Reach::Next: return s.me + 1 == me;
  case Reach::Previous: return s.me == me + 1;
  case Reach::Everywhere: return true;
  }
  return false;
}

std::string Wakers::from_program(unsigned me) const {
  constexpr size_t kShown = 3;
  std::vector<std::string> places;
  for (const Sender& s : senders_)
    if (reaches(s, me))
      places.push_back(
          fmt::format("{} {}", me_name(s.me), place_text(*image_on(images_, s.me), s.pc)));
  if (places.empty()) return {};
  const bool more = places.size() > kShown;
  if (more) places.resize(kShown);
  return fmt::format("may be sent by {}{}", fmt::join(places, ", "), more ? " ..." : "");
}

// Starts with the contexts that run or are Ready, and repeats until no context is added.
void Wakers::find_living() {
  until_stable(images_.placed, [&](const PlacedImage& placed) {
    bool grown = false;
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      if (!lives_[placed.me][ctx] && may_wake(placed.me, ctx))
        grown = lives_[placed.me][ctx] = true;
    return grown;
  });
}

bool Wakers::may_wake(unsigned me, unsigned ctx) const {
  const me::MeState& s = chip_.microengines[me]->state();
  if (s.halted || !(s.ctx_enables >> 8 >> ctx & 1)) return false;
  if (s.running == static_cast<int>(ctx) || (s.ready >> ctx & 1)) return true;
  const me::Context& c = s.ctx[ctx];
  const uint32_t wanted = c.wakeup & 0xffff, missing = wanted & ~(c.signals | 1u);
  if (wanted == 0) return false;
  const bool any = c.wakeup >> 16 & 1;
  for (unsigned signal = 1; signal < 16; ++signal)
    if (missing >> signal & 1 && chance(me, ctx, signal).possible == any) return any;
  return !any;
}

Chance Wakers::chance(unsigned me, unsigned ctx, unsigned signal) const {
  if (std::string how = from_command(me, ctx, signal); !how.empty()) return {true, how};
  if (std::string how = from_event(me, ctx, signal); !how.empty()) return {true, how};
  std::string no_frame;
  if (const auto list = chip_.msf->receive_freelist_of(me, ctx, signal)) {
    const std::string has = fmt::format("RX_THREAD_FREELIST_{} has the context", *list);
    if (!chip_.rx.exhausted() || chip_.msf->will_deliver()) return {true, has};
    no_frame = has + ", but no frame will come: ";
  }
  if (std::string how = from_program(me); !how.empty()) return {true, how};
  if (chip_.xscale && !chip_.xscale->ended()) return {true, "may be sent by the XScale"};
  return {false, no_frame + "it can no longer be raised"};
}

std::string Wakers::from_command(unsigned me, unsigned ctx, unsigned signal) const {
  for (const Command& c : in_flight_) {
    const bool own = raises(c, me, ctx, signal);
    if (!own && !sends_signals(c)) continue;
    const std::string by = own ? "" : fmt::format(" by {} context {}", me_name(c.me), c.ctx);
    return fmt::format("{}, issued at cycle {}{}, is in flight",
                       describe_command(c, chip_, system_), c.issued / chip_.params.clock_me_div,
                       by);
  }
  return {};
}

std::string Wakers::from_event(unsigned me, unsigned ctx, unsigned signal) const {
  using Kind = me::TimedEvent::Kind;
  const Microengine& m = *chip_.microengines[me];
  std::string first;
  m.inbox().for_each([&](Tick tick, me::TimedEvent::Source, const me::TimedEvent& e) {
    const uint64_t cycle = tick / chip_.params.clock_me_div;
    if (!first.empty()) return;
    if (e.kind == Kind::OutsideWrite)
      first = fmt::format("a CSR is written at cycle {}", cycle);
    else if (e.kind == Kind::Signal && e.ctx == ctx && e.what == signal_bit(signal))
      first = fmt::format("in flight, arrives at cycle {}", cycle);
    else if (e.kind == Kind::Timer && e.ctx == ctx && m.state().ctx[ctx].future_signal == signal)
      first = fmt::format("of the timer, at cycle {}", cycle);
  });
  return first;
}

} // namespace ixp
