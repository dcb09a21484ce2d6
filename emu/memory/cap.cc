#include "emu/memory/cap.h"

#include <fmt/format.h>

#include "isa/microengine.h"
#include <algorithm>
#include <cassert>
#include <string_view>

namespace ixp {

using mev2::Opcode;

namespace {
// Windows of microengines, 1 KB each by number.
constexpr uint32_t kReflector = 0x8000, kLocalCsrs = 0x18000;
constexpr unsigned kWindowShift = 10;
constexpr uint32_t kWindowMask = (1u << kWindowShift) - 1;
// The registers outside the windows.
constexpr uint32_t kGlobalBase = 0x4000;

constexpr uint32_t kIxp2400B0 = 0x210;          // PRODUCT_ID: [15:8] chip, [7:4] and [3:0] stepping
constexpr uint32_t kTimestampsRunning = 1 << 7; // MISC_CONTROL
constexpr unsigned kProductId = 0, kMiscControl = 1; // of kGlobalNames
constexpr std::string_view kGlobalNames[] = {"PRODUCT_ID",   "MISC_CONTROL", "MSF_CLK_CNTRL",
                                             "IXP_RESET_0",  "IXP_RESET_1",  "CCR",
                                             "STRAP_OPTIONS"};

uint32_t address_of(std::string_view name) {
  const auto address = mev2::cap_csr_address(name);
  assert(address && "a name of isa");
  return *address;
}

bool is_fast_write(Opcode op) {
  return op == Opcode::CAP_FAST_WR_ALU || op == Opcode::CAP_FAST_WR_IMM;
}
bool is_read(Opcode op) {
  return op == Opcode::CAP_READ || op == Opcode::CAP_READ_IMM;
}

// INTERTHREAD_SIG: [11:7] microengine number, [6:4] context, [3:0] signal.
struct SignalWord {
  int me;
  unsigned ctx, signal;
  explicit SignalWord(uint32_t w) : me(me_index(w >> 7 & 0x1f)), ctx(w >> 4 & 7), signal(w & 15) {}
};
} // namespace

Cap::Cap(const Params& params, const MemoryWiring& wiring, Inlet& inlet, Scratch& scratch,
         Hash& hash, HazardSink& hazards)
    : PipelinedUnit(params, wiring, inlet, hazards), scratch_(scratch), hash_(hash) {
  const auto place = [this](uint32_t address, Register reg, unsigned index) {
    places_[(address - kGlobalBase) / 4] = {reg, static_cast<uint8_t>(index)};
  };
  for (unsigned i = 0; i < 3 * kScratchRings; ++i)
    place(address_of("SCRATCH_RING_BASE_0") + i / 3 * 16 + i % 3 * 4, Register::Ring,
          i / 3 << 4 | i % 3 * 4);
  for (unsigned i = 0; i < Hash::kMultiplierCsrs; ++i)
    place(address_of("HASH_MULTIPLIER_48_0") + i * 4, Register::Multiplier, i);
  for (unsigned i = 0; i < kGlobals; ++i)
    place(address_of(kGlobalNames[i]), Register::Global, i);
  place(address_of("XSCALE_INT_A"), Register::Interrupt, 0);
  place(address_of("XSCALE_INT_B"), Register::Interrupt, 1);
  place(address_of("INTERTHREAD_SIG"), Register::Signal, 0);
  for (unsigned i = 0; i < local_csrs_.size(); ++i)
    local_csrs_[i] = !mev2::local_csr_name(static_cast<uint16_t>(4 * i)).empty();
  globals_[kProductId] = kIxp2400B0;
  globals_[kMiscControl] = kTimestampsRunning; // started by boot software
}

Cap::Place Cap::locate(uint32_t address) const {
  if (address % 4) return {};
  if (address - kGlobalBase < 4 * places_.size()) return places_[(address - kGlobalBase) / 4];
  const bool csr = address >= kLocalCsrs;
  if (address < kReflector) return {};
  const int me = me_index((address - (csr ? kLocalCsrs : kReflector)) >> kWindowShift);
  const unsigned index = (address & kWindowMask) / 4;
  if (me < 0 || (csr ? !local_csrs_[index] : index >= mev2::kFileRegisters)) return {};
  return {csr ? Register::LocalCsr : Register::Transfer, static_cast<uint8_t>(index),
          static_cast<uint8_t>(me)};
}

// ---- Timing.

Tick Cap::accept(InFlight& t, Tick now, Tick arrival) {
  if (inlet_.full(now)) return inlet_.room_at();
  const Command& c = t.command;
  CommandRow row = begin(t, count_of(c));
  adjust(t, row);
  take(t, row, now, arrival);
  if (t.kind == Signal) // the target microengine is known only with the words
    for (Requester* me : wiring_.microengines)
      me->expect(t.done);
  for (unsigned i = 0; is_read(c.op) && i < words_of(t); ++i) {
    const Place place = locate(c.address + 4 * i);
    if (place.reg == Register::LocalCsr) wiring_.microengines[place.me]->expect(t.effect);
  }
  return kTaken;
}

void Cap::adjust(InFlight& t, CommandRow& row) {
  const Command& c = t.command;
  const Place place = locate(c.address);
  const auto takes = [&](uint64_t cycles) {
    row.done = params_.from_arrival(cycles);
    row.effect = std::min(row.effect, row.done);
  };
  t.visible = true; // other units and microengines are accessed at this tick
  if (place.reg == Register::Signal && !is_read(c.op)) {
    t.kind = Signal;
    takes(params_.signal_inter_me);
  } else if (place.reg == Register::Transfer) {
    t.kind = Reflected;
    const Registers there{XferFile::S, place.me, place.index};
    (is_read(c.op) ? t.from : t.to) = there;
    (is_read(c.op) ? t.uncounted_pulls : t.uncounted_pushes) = true;
    t.pushes = static_cast<uint8_t>(words_of(t));
    t.pulls = is_fast_write(c.op) ? 0 : t.pushes;
    takes(params_.cap_reflect);
  }
}

// ---- Effects of commands.

void Cap::perform(InFlight& t) {
  const Command& c = t.command;
  if (is_fast_write(c.op)) t.words[0] = c.data;
  if (t.kind == Reflected) return; // pulled words will be pushed
  const unsigned words = words_of(t);
  for (unsigned i = 0; i < words; ++i) {
    const uint32_t address = c.address + 4 * i;
    const Place place = locate(address);
    if (place.reg == Register::None || place.reg == Register::Transfer) {
      bad_csr(t, address);
      t.words[i] = 0;
    } else if (is_read(c.op)) {
      t.words[i] = read_place(place);
    } else if (place.reg == Register::Interrupt) {
      raise(c, static_cast<ThreadInterrupt>(place.index));
    } else {
      write_place(place, t.words[i]);
    }
  }
}

void Cap::finished(InFlight& t) {
  if (t.kind != Signal) return;
  const SignalWord s(t.words[0]);
  if (s.me < 0 || s.signal == 0)
    return report(t, HazardKind::BadCsr,
                  fmt::format("INTERTHREAD_SIG of {:#x}: {}", t.words[0],
                              s.me < 0 ? "no such microengine" : "signal 0 does not exist"));
  wiring_.microengines[static_cast<unsigned>(s.me)]->signal(s.ctx, signal_bit(s.signal), t.done);
}

void Cap::bad_csr(const InFlight& t, uint32_t address) {
  report(t, HazardKind::BadCsr,
         fmt::format("cap[{}] of {:#x}: there is no such register", mev2::info(t.command.op).token,
                     address));
}

uint32_t Cap::read_place(const Place& place) {
  switch (place.reg) {
  case Register::Ring: return scratch_.read_ring_csr(place.index >> 4, place.index & 0xf);
  case Register::Multiplier: return hash_.read_multiplier(place.index);
  case Register::Global: return globals_[place.index];
  case Register::LocalCsr:
    return wiring_.microengines[place.me]->read_csr_from_outside(
        static_cast<uint16_t>(place.index * 4), now());
  default: return 0; // write only
  }
}

void Cap::write_place(const Place& place, uint32_t value) {
  switch (place.reg) {
  case Register::Ring: return scratch_.write_ring_csr(place.index >> 4, place.index & 0xf, value);
  case Register::Multiplier: return hash_.write_multiplier(place.index, value);
  case Register::Global: // two are read only, the others have no effect
    if (place.index != kProductId && place.index != kStrapOptions) globals_[place.index] = value;
    return;
  case Register::LocalCsr: {
    // As long as a signal between microengines, and at least as long as they may run ahead.
    const uint64_t cycles = std::max(params_.signal_inter_me, params_.kernel_lookahead);
    return wiring_.microengines[place.me]->write_csr_from_outside(
        static_cast<uint16_t>(place.index * 4), value, now() + params_.me(cycles));
  }
  default: return;
  }
}

// ---- Thread interrupts.

void Cap::raise(const Command& c, ThreadInterrupt line) {
  raw_interrupts_[static_cast<unsigned>(line)][cluster_of(c.me)] |=
      1u << (kContexts * (c.me % 4) + c.ctx);
  if (interrupt_) interrupt_(line, c.me, c.ctx);
}

uint32_t Cap::thread_interrupts(ThreadInterrupt line, unsigned cluster) const {
  return raw_interrupts_[static_cast<unsigned>(line)][cluster];
}

void Cap::clear_thread_interrupts(ThreadInterrupt line, unsigned cluster, uint32_t mask) {
  raw_interrupts_[static_cast<unsigned>(line)][cluster] &= ~mask;
}

// ---- Access from outside.

uint32_t Cap::read_csr(uint32_t address) {
  return read_place(locate(address));
}

void Cap::write_csr(uint32_t address, uint32_t value) {
  write_place(locate(address), value);
}

} // namespace ixp
