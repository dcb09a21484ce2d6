// The XScale core: an interpreter of ARMv5TE in ARM and Thumb state, big- or little-endian, with
// the coprocessors needed by software without an operating system. It uses only a bus and two
// interrupt lines, and is independent of the chip. Time is the number of cycles of its
// instructions, never host time. docs/xscale.md lists its limits.
#pragma once

#include "emu/xscale/bus.h"
#include "emu/xscale/state.h"
#include "emu/xscale/timing.h"
#include "emu/xscale/windows.h"

namespace ixp::xscale {

class Execution;

enum class Step : uint8_t {
  Done,    // an instruction, or an exception entry
  Waiting, // for an access: complete() or fail()
  Idle,    // until an interrupt line is on, masked or not
  Stopped  // reason: state().stop
};

// Observes interrupts of the core.
class InterruptWatch {
public:
  virtual ~InterruptWatch() = default;
  // The core has entered the handler, and will continue at r14 - 4 with SPSR.
  virtual void taken(const State& state) = 0;
  // The core has returned from an exception of any kind.
  virtual void returned(const State& state) = 0;
};

class Core {
public:
  explicit Core(Bus& bus, Timing timing = {});
  void watch(InterruptWatch* watch) { watch_ = watch; } // null: none

  // Acts like the reset pin. The board selects the vectors and the initial byte order.
  void reset(bool big_endian, bool high_vectors = false);

  Step step();
  // Steps until at least `cycles` have passed (Done), or to the first step that is not Done.
  Step run(uint64_t cycles);

  // End of the pending access; `cycles` is its duration in addition to the instruction.
  void complete(uint32_t value, uint64_t cycles);
  void fail(uint64_t cycles);

  void set_irq(bool on) { state_.irq = on; }
  void set_fiq(bool on) { state_.fiq = on; }
  // True if the cycle counter overflowed and PMNC enables its interrupt: a line of the interrupt
  // controller.
  bool counter_interrupt();

  // Stops the core at this exception instead of taking it.
  void stop_on(Exception e) { stops_ |= 1u << static_cast<unsigned>(e); }

  const State& state() const { return state_; }
  State& edit() { // to be changed before the next step
    windows_.close_all();
    return state_;
  }

  // Number of consecutive faults, without a completed instruction in the faulting mode, that counts
  // as an endless loop (StopReason::FaultLoop).
  static constexpr uint32_t kFaultLoop = 64;

private:
  Step execute(Execution& x);
  bool interrupted();
  Step finish(const Execution& x);
  Step unfinished(const Execution& x);
  Step raise(const Execution& x);
  void enter(Exception e, uint32_t link);
  bool note_fault(const Fault& fault);

  Bus& bus_;
  InterruptWatch* watch_ = nullptr;
  Timing timing_;
  State state_;
  Windows windows_;
  // Handlers of words that were executed last, by a hash of the word.
  struct Decoded {
    uint32_t word;
    void (*handler)(Execution&, uint32_t word);
  };
  std::array<Decoded, 1024> decoded_;
  uint32_t stops_ = 0; // one bit per Exception
};

} // namespace ixp::xscale
