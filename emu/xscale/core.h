// The XScale core: an interpreter of ARMv5TE in ARM and Thumb state, big- or little-endian, with
// the coprocessors that software without an operating system needs. It knows a bus and two
// interrupt lines, nothing of the chip. Time is the cycles its instructions count, never the
// host's. docs/xscale.md says what it leaves out.
#pragma once

#include "emu/xscale/bus.h"
#include "emu/xscale/state.h"
#include "emu/xscale/timing.h"

namespace ixp::xscale {

class Execution;

enum class Step : uint8_t {
  Done,    // an instruction, or the entry into an exception
  Waiting, // for an access: complete() or fail()
  Idle,    // until an interrupt line is on, masked or not
  Stopped  // state().stop says why
};

class Core {
public:
  explicit Core(Bus& bus, Timing timing = {}) : bus_(bus), timing_(timing) {}

  // As the pin does. Which vectors and which byte order a core starts with is its board's choice.
  void reset(bool big_endian, bool high_vectors = false);

  Step step();

  // The end of the access that waits: `cycles` is the time that it took on top of its instruction.
  void complete(uint32_t value, uint64_t cycles);
  void fail(uint64_t cycles);

  void set_irq(bool on) { state_.irq = on; }
  void set_fiq(bool on) { state_.fiq = on; }
  // The cycle counter went over, and PMNC wants to interrupt: a line of the interrupt controller.
  bool counter_interrupt();

  // These exceptions stop the core instead of being taken.
  void stop_on(Exception e) { stops_ |= 1u << static_cast<unsigned>(e); }

  const State& state() const { return state_; }
  State& state() { return state_; }

  // Faults in a row, without an instruction done in between where the first came from, that are an
  // endless loop (StopReason::FaultLoop).
  static constexpr uint32_t kFaultLoop = 64;

private:
  bool interrupted();
  Step finish(const Execution& x);
  Step raise(const Execution& x);
  void enter(Exception e, uint32_t link);
  bool note_fault(const Fault& fault);

  Bus& bus_;
  Timing timing_;
  State state_;
  uint32_t stops_ = 0; // a bit for each Exception
};

} // namespace ixp::xscale
