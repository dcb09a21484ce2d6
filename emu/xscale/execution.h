// Execution of one instruction; the interface for handlers.
//
// Handlers do all accesses first, then all changes of state. So an instruction can restart after an
// access that had to wait (AccessLog), and an aborted one leaves its registers unchanged, as the
// XScale guarantees ("base restored").
#pragma once

#include "emu/xscale/mmu.h"
#include "emu/xscale/state.h"
#include "emu/xscale/timing.h"

namespace ixp::xscale {

class Execution {
public:
  enum class End : uint8_t { Done, Waiting, Raised, Stopped };

  Execution(State& state, Bus& bus, const Timing& timing) : s(state), time(timing), bus_(bus) {}

  // Reads the instruction at r[15] and sets r[15] to its value within instructions. False: the
  // fetch waits or aborts.
  bool fetch(uint32_t& word);
  uint32_t pc() const { return pc_; } // address of this instruction
  bool thumb() const { return thumb_; }
  Mode mode() const { return mode_; } // at its start

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
  bool misaligned(uint32_t address, uint32_t multiple_of);
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
  bool access(const Access& a, uint32_t& value);
  bool repeated(const Access& a, uint32_t& value);
  bool unanswered(const Access& a, const Answer& answer);
  bool abort(uint32_t address, uint32_t status);

  Bus& bus_;
  uint32_t pc_ = 0, next_ = 0, fault_address_ = 0;
  unsigned accesses_ = 0; // number started
  Exception exception_ = Exception::Reset;
  bool thumb_ = false, user_ = false;
  Mode mode_ = Mode::Supervisor;
};

// Bus address of the program's `address`.
inline uint32_t on_bus(uint32_t address, Size size, bool big_endian) {
  const uint32_t aligned = address & ~(static_cast<uint32_t>(size) - 1);
  return big_endian ? aligned : aligned ^ (4 - static_cast<uint32_t>(size));
}

// a.address is the program's address.
inline bool Execution::access(const Access& a, uint32_t& value) {
  AccessLog& log = s.log;
  if (accesses_++ < log.done || log.failed) return repeated(a, value);
  Access placed = a;
  placed.address = on_bus(a.address, a.size, s.big_endian());
  if (s.system.translates()) {
    const Translation t = translate(s, bus_, placed.address, a.kind, user_);
    if (t.fault) return abort(a.address, t.fault);
    placed.address = t.address;
  }
  const Answer answer = bus_.access(placed);
  if (answer.kind != Answer::Done) return unanswered(a, answer);
  s.cycles += answer.cycles;
  log.values[log.done++] = value = answer.value;
  return true;
}

inline bool Execution::fetch(uint32_t& word) {
  pc_ = s.r[15];
  thumb_ = s.thumb();
  mode_ = s.mode();
  user_ = mode_ == Mode::User;
  const Size size = thumb_ ? Size::Half : Size::Word;
  next_ = pc_ + static_cast<uint32_t>(size);
  if (!access({.kind = AccessKind::Fetch, .size = size, .address = pc_}, word)) return false;
  s.r[15] = pc_ + 2 * static_cast<uint32_t>(size);
  return true;
}

// Values of the fault status register.
namespace fault_status {
constexpr uint32_t kAlignment = 0x001, kDebug = 0x200, kExternal = 0x406;
constexpr uint32_t kFetch = 0x400; // any fault of the MMU at a fetch
} // namespace fault_status

} // namespace ixp::xscale
