// Execution of instructions, one at a time; the interface for handlers.
//
// Handlers do all accesses first, then all changes of state. So an instruction can restart after an
// access that had to wait (AccessLog), and an aborted one leaves its registers unchanged, as the
// XScale guarantees ("base restored").
#pragma once

#include "emu/xscale/mmu.h"
#include "emu/xscale/state.h"
#include "emu/xscale/timing.h"
#include "emu/xscale/windows.h"

namespace ixp::xscale {

class Execution {
public:
  // Returned: done, and SPSR was copied to CPSR.
  enum class End : uint8_t { Done, Returned, Waiting, Raised, Stopped };

  Execution(State& state, Bus& bus, Windows& windows, const Timing& timing)
      : s(state), time(timing), bus_(bus), windows_(windows) {}

  // Begins an instruction: reads it at r[15] and sets r[15] to its value within instructions.
  // False: the fetch waits or aborts.
  bool fetch(uint32_t& word);
  uint32_t pc() const { return pc_; } // address of this instruction
  bool thumb() const { return before_ & psr::kT; }
  Mode mode() const { return static_cast<Mode>(before_ & psr::kMode); } // at its start

  // Register access; r15 reads as this instruction's address + 8, in Thumb state + 4.
  uint32_t reg(uint32_t n) const { return s.r[n]; }
  void set(uint32_t n, uint32_t value) {
    if (n == 15)
      jump(value);
    else
      s.r[n] = value;
  }
  void jump(uint32_t target) { next_ = target & (s.thumb() ? ~1u : ~3u); }
  // Jumps; bit 0 of the target selects ARM or Thumb state.
  void interwork(uint32_t target) {
    s.cpsr = (target & 1) ? s.cpsr | psr::kT : s.cpsr & ~psr::kT;
    jump(target);
  }
  uint32_t next() const { return next_; }

  // Accesses in the program's view of memory. False: the access waits or aborts, and the handler
  // returns. Unless alignment checks are enabled (CP15), the lowest bits of a misaligned address
  // are ignored.
  bool load(uint32_t address, Size size, uint32_t& value, bool locked = false);
  bool store(uint32_t address, Size size, uint32_t value);
  // For accesses of several longwords: true if the alignment check fails.
  bool misaligned(uint32_t address, uint32_t multiple_of) {
    return s.system.control & control::kAlignment && address % multiple_of &&
           abort_misaligned(address);
  }
  // Accesses of this instruction have the rights of User mode (LDRT, STRT).
  void as_user() { user_ = true; }

  void raise(Exception e) { exception_ = e, end = End::Raised; }
  void stop(StopReason reason, Missing what = Missing::Nothing);

  bool flag(uint32_t f) const { return s.cpsr & f; }
  void set_flags(uint32_t mask, uint32_t value) { s.cpsr = (s.cpsr & ~mask) | value; }
  void set_nz(uint32_t result) {
    set_flags(psr::kN | psr::kZ, (result & psr::kN) | (result ? 0 : psr::kZ));
  }

  Exception exception() const { return exception_; }
  uint32_t fault_address() const { return fault_address_; }

  State& s;
  const Timing& time;
  uint32_t cycles = 1; // set by handlers
  End end = End::Done;

private:
  template <AccessKind kind>
  bool access(uint32_t address, Size size, uint32_t& value, bool locked = false);
  bool access_bus(const Access& a, uint32_t& value);
  bool repeated(uint32_t address, uint32_t& value);
  bool unanswered(const Access& a, const Answer& answer);
  bool abort(uint32_t address, uint32_t status);
  bool abort_misaligned(uint32_t address); // true

  Bus& bus_;
  Windows& windows_;
  uint32_t pc_ = 0, next_ = 0, fault_address_ = 0;
  unsigned accesses_ = 0; // number started
  Exception exception_ = Exception::Reset;
  uint32_t before_ = 0; // CPSR at its start
  bool user_ = false;
};

// Bus address of the program's `address`.
inline uint32_t on_bus(uint32_t address, Size size, bool big_endian) {
  const uint32_t aligned = address & ~(static_cast<uint32_t>(size) - 1);
  return big_endian ? aligned : aligned ^ (4 - static_cast<uint32_t>(size));
}

// An access in the program's view; `value` is written, or becomes the value read.
template <AccessKind kind>
[[gnu::always_inline]] inline bool Execution::access(uint32_t address, Size size, uint32_t& value,
                                                     bool locked) {
  AccessLog& log = s.log;
  if (accesses_++ < log.done || log.failed) [[unlikely]]
    return repeated(address, value);
  const uint32_t placed = on_bus(address, size, s.big_endian());
  const Windows::Window* w = windows_.find(placed, kind, user_);
  if (!w) [[unlikely]]
    return access_bus({.kind = kind,
                       .size = size,
                       .locked = locked,
                       .address = address,
                       .value = kind == AccessKind::Write ? value : 0},
                      value);
  if constexpr (kind == AccessKind::Write)
    window_write(w->bytes, placed, size, value), value = 0; // as a bus answers
  else
    value = window_read(w->bytes, placed, size);
  s.cycles += w->cycles;
  log.values[log.done++] = value;
  return true;
}

[[gnu::always_inline]] inline bool Execution::fetch(uint32_t& word) {
  cycles = 1;
  end = End::Done;
  accesses_ = 0;
  pc_ = s.r[15];
  before_ = s.cpsr;
  user_ = mode() == Mode::User;
  if (thumb()) [[unlikely]] {
    next_ = pc_ + 2;
    if (!access<AccessKind::Fetch>(pc_, Size::Half, word)) return false;
    s.r[15] = pc_ + 4;
    return true;
  }
  next_ = pc_ + 4;
  if (!access<AccessKind::Fetch>(pc_, Size::Word, word)) return false;
  s.r[15] = pc_ + 8;
  return true;
}

[[gnu::always_inline]] inline bool Execution::load(uint32_t address, Size size, uint32_t& value,
                                                   bool locked) {
  if (misaligned(address, static_cast<uint32_t>(size))) [[unlikely]]
    return false;
  return access<AccessKind::Read>(address, size, value, locked);
}

[[gnu::always_inline]] inline bool Execution::store(uint32_t address, Size size, uint32_t value) {
  if (misaligned(address, static_cast<uint32_t>(size))) [[unlikely]]
    return false;
  const uint32_t bits = 8 * static_cast<uint32_t>(size);
  if (bits < 32) value &= (1u << bits) - 1;
  return access<AccessKind::Write>(address, size, value);
}

// Values of the fault status register.
namespace fault_status {
constexpr uint32_t kAlignment = 0x001, kDebug = 0x200, kExternal = 0x406;
constexpr uint32_t kFetch = 0x400; // any fault of the MMU at a fetch
} // namespace fault_status

} // namespace ixp::xscale
