#include "emu/xscale/core.h"
#include "emu/xscale/condition.h"
#include "emu/xscale/coprocessors.h"
#include "emu/xscale/decode.h"
#include "emu/xscale/execution.h"
#include "emu/xscale/modes.h"

#include <cassert>

namespace ixp::xscale {

namespace {

struct Vector {
  uint32_t offset;
  Mode mode;
};

// ARM architecture reference manual, A2.6.
constexpr Vector kVectors[] = {
    {0x00, Mode::Supervisor},                           // Reset
    {0x04, Mode::Undefined},  {0x08, Mode::Supervisor}, // SoftwareInterrupt
    {0x0c, Mode::Abort},                                // PrefetchAbort
    {0x10, Mode::Abort},                                // DataAbort
    {0x18, Mode::Irq},        {0x1c, Mode::Fiq},
};

bool is_fault(Exception e) {
  return e == Exception::Undefined || e == Exception::PrefetchAbort || e == Exception::DataAbort;
}

bool handles_faults(Mode m) {
  return m == Mode::Abort || m == Mode::Undefined;
}

// r14 of the exception's mode: the value that the manual's handlers expect for `subs pc, lr, #n`.
uint32_t link_of(const Execution& x) {
  switch (x.exception()) {
  case Exception::PrefetchAbort: return x.pc() + 4;
  case Exception::DataAbort: return x.pc() + 8;
  default: return x.next();
  }
}

} // namespace

Core::Core(Bus& bus, Timing timing) : bus_(bus), timing_(timing) {
  decoded_.fill({0, decode_arm(0).handler});
}

void Core::reset(bool big_endian, bool high_vectors) {
  const bool irq = state_.irq, fiq = state_.fiq;
  state_ = State{};
  windows_.close_all();
  state_.irq = irq, state_.fiq = fiq;
  if (big_endian) state_.system.control |= control::kBigEndian;
  if (high_vectors) state_.system.control |= control::kHighVectors;
  state_.r[15] = high_vectors ? 0xffff0000 : 0;
}

void Core::enter(Exception e, uint32_t link) {
  const Vector& v = kVectors[static_cast<unsigned>(e)];
  const uint32_t before = state_.cpsr;
  const uint32_t masks = psr::kI | (e == Exception::Fiq ? psr::kF : 0);
  write_cpsr(state_, (before & ~(psr::kMode | psr::kT)) | masks | static_cast<uint32_t>(v.mode));
  state_.spsr[static_cast<unsigned>(bank_of(v.mode))] = before;
  state_.r[14] = link;
  state_.r[15] = v.offset + (state_.system.control & control::kHighVectors ? 0xffff0000 : 0);
  state_.cycles += timing_.exception;
}

bool Core::interrupted() {
  if (state_.log.done || state_.log.failed) return false; // during an instruction
  const bool fiq = state_.fiq && !(state_.cpsr & psr::kF);
  if (!fiq && (!state_.irq || state_.cpsr & psr::kI)) return false;
  enter(fiq ? Exception::Fiq : Exception::Irq, state_.r[15] + 4);
  if (watch_) watch_->taken(state_);
  return true;
}

// Records a fault. True for an endless sequence of faults.
bool Core::note_fault(const Fault& fault) {
  state_.last_fault = fault;
  if (!handles_faults(state_.mode())) state_.fault_mode = state_.mode();
  return ++state_.faults >= kFaultLoop;
}

Step Core::raise(const Execution& x) {
  const Exception e = x.exception();
  const Fault fault{.exception = e, .pc = x.pc(), .address = x.fault_address()};
  state_.log = {};
  state_.r[15] = x.pc();
  StopReason reason = StopReason::None;
  if (is_fault(e) && note_fault(fault)) reason = StopReason::FaultLoop;
  if (stops_ >> static_cast<unsigned>(e) & 1) reason = StopReason::Exception;
  if (reason != StopReason::None) {
    state_.stop = {.reason = reason, .at = fault};
    return Step::Stopped;
  }
  enter(e, link_of(x));
  return Step::Done;
}

Step Core::unfinished(const Execution& x) {
  if (x.end == Execution::End::Raised) return raise(x);
  state_.r[15] = x.pc();
  if (x.end == Execution::End::Waiting) return Step::Waiting;
  state_.log = {};
  return Step::Stopped;
}

[[gnu::always_inline]] inline Step Core::finish(const Execution& x) {
  if (x.end > Execution::End::Returned) [[unlikely]]
    return unfinished(x);
  state_.log.done = 0;
  state_.r[15] = x.next();
  state_.cycles += x.cycles;
  ++state_.instructions;
  if (state_.faults && x.mode() == state_.fault_mode) state_.faults = 0;
  if (watch_ && x.end == Execution::End::Returned) [[unlikely]]
    watch_->returned(state_);
  return Step::Done;
}

[[gnu::always_inline]] inline Step Core::execute(Execution& x) {
  windows_.follow(state_.system);
  uint32_t word;
  if (!x.fetch(word)) return finish(x);
  if (x.thumb()) {
    decode_thumb(word).handler(x, word);
  } else if (word >> 28 == kAlways || condition_holds(word >> 28, state_.cpsr)) {
    Decoded& d = decoded_[(word ^ word >> 12) % decoded_.size()];
    if (d.word != word) d = {word, decode_arm(word).handler};
    d.handler(x, word);
  } else {
    x.cycles = timing_.skipped;
  }
  return finish(x);
}

Step Core::step() {
  return run(0);
}

Step Core::run(uint64_t cycles) {
  if (state_.stop.reason != StopReason::None) return Step::Stopped;
  if (state_.log.waiting) return Step::Waiting;
  const uint64_t end = state_.cycles + cycles;
  Execution x(state_, bus_, windows_, timing_);
  do {
    if (state_.irq | state_.fiq | state_.idle) [[unlikely]] {
      if (!state_.irq && !state_.fiq) return Step::Idle;
      state_.idle = false;
      if (interrupted()) continue;
    }
    if (const Step step = execute(x); step != Step::Done) return step;
  } while (state_.cycles < end);
  return Step::Done;
}

void Core::complete(uint32_t value, uint64_t cycles) {
  AccessLog& log = state_.log;
  assert(log.waiting && log.done < AccessLog::kMost);
  log.values[log.done++] = value;
  log.waiting = false;
  state_.cycles += cycles;
}

void Core::fail(uint64_t cycles) {
  state_.log.waiting = false;
  state_.log.failed = true;
  state_.cycles += cycles;
}

bool Core::counter_interrupt() {
  return counter_wants_interrupt(state_);
}

} // namespace ixp::xscale
