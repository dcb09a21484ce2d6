// Local CSRs: their contents, and when a write by microcode takes effect (IXP2800 HRM p.39: three
// instructions for pointers, the successor's documentation: four for the others).
#include "emu/me/contexts.h"

#include "emu/me/random_number.h"

#include <fmt/format.h>

#include <utility>

namespace ixp::me {

void Core::defer_write(uint16_t address, uint32_t value, uint64_t latency) {
  PendingWrite w;
  w.due = s.instructions + latency + 1;
  w.address = address;
  w.ctx = static_cast<uint8_t>(s.running);
  w.value = value;
  s.pending.push(w);
  for (unsigned i = s.pending.size() - 1; i > 0 && s.pending[i - 1].due > w.due; --i)
    std::swap(s.pending[i - 1], s.pending[i]);
}

void Core::write_csr_by_instruction(uint16_t address, uint32_t value) {
  if (csr::sends_signal(address)) {
    send_signal(address, value);
    return;
  }
  defer_write(address, value, write_latency(address));
}

// A timer may be set ahead of shared time if none of the context's signals is due before.
bool Core::writes_ahead(uint16_t address) const {
  return csr::is_private(address) || (csr::sets_timer(address) && !inbox.due(tick()));
}

bool Core::apply_pending() {
  while (!s.pending.empty() && s.pending.front().due <= s.instructions) {
    const PendingWrite w = s.pending.front();
    if (!writes_ahead(w.address)) {
      if (!at_shared_time()) return false;
      catch_up(kernel.now());
    }
    s.pending.pop();
    write_csr(w.address, w.value, w.ctx, cycle);
  }
  return true;
}

void Core::flush_pending() {
  while (!s.pending.empty()) {
    const PendingWrite w = s.pending.front();
    s.pending.pop();
    write_csr(w.address, w.value, w.ctx, cycle);
  }
}

bool Core::flush_needs_shared_time() const {
  for (unsigned i = 0; i < s.pending.size(); ++i)
    if (!writes_ahead(s.pending[i].address)) return true;
  return false;
}

// A program that can write programs may do anything.
void Core::note_program_word(uint64_t word) {
  for (const auto mode_of_word : {mev2::ContextMode::Eight, mev2::ContextMode::Four}) {
    const auto i = mev2::decode(word, mode_of_word);
    if (i && i->opcode == mev2::Opcode::LOCAL_CSR_WR &&
        (i->csr == csr::NextNeighborSignal || i->csr == csr::PrevNeighborSignal ||
         i->csr == csr::UstoreDataUpper))
      may_signal_neighbours();
  }
}

void Core::write_control_store(uint32_t upper) {
  if (!(s.ustore_address >> 31)) return;
  const uint32_t address = s.ustore_address & 0x1fff;
  if (address < store.size()) {
    store[address] = (uint64_t{upper & 0xff} << 32) | s.ustore_lower;
    note_program_word(store[address]);
    ++store_version;
  }
  s.ustore_address = (s.ustore_address & ~0x1fffu) | ((address + 1) & 0x1fff);
}

// The context of a CSR that each context has.
unsigned Core::context_of(uint16_t address, unsigned active) const {
  return csr::of_context(address) && (address & 4) ? active : s.csr_ctx_pointer & 7;
}

void Core::write_csr(uint16_t address, uint32_t value, unsigned active, uint64_t at_cycle) {
  const unsigned selected = context_of(address, active);
  Context& context = s.ctx[selected];
  const auto set_pointer = [&](unsigned x) {
    lm_pointer(x, selected) = static_cast<uint16_t>(value >> 2 & 0x3ff);
  };
  switch (csr::indirect(address)) {
  case csr::UstoreAddress: s.ustore_address = value & 0x80001fff; break;
  case csr::UstoreDataLower: s.ustore_lower = value; break;
  case csr::UstoreDataUpper: write_control_store(value); break;
  case csr::CtxEnables: {
    if (s.ctx_enables & csr::kRandomEveryCycle)
      s.random = random_after(s.random, at_cycle - s.random_cycle);
    s.random_cycle = at_cycle;
    const uint32_t sticky = s.ctx_enables & csr::kWriteOneToClear & ~value;
    const uint32_t enables = (value & ~csr::kWriteOneToClear) | sticky;
    // Words denote other registers in the other context mode.
    if ((s.ctx_enables ^ enables) & csr::kFourContexts) ++store_version;
    s.ctx_enables = enables;
    if (idle) step_by(kernel.now());
    break;
  }
  case csr::CcEnable: s.cc_enable = value; break;
  case csr::CsrCtxPointer: s.csr_ctx_pointer = value & 7; break;
  case csr::IndirectCtxSts:
    if (s.running != static_cast<int>(selected)) context.pc = value & 0x1fff;
    break;
  case csr::IndirectSigEvents:
    context.signals = static_cast<uint16_t>(value);
    try_wake(selected, at_cycle * div_);
    break;
  case csr::IndirectWakeupEvents:
    context.wakeup = value & 0x1ffff;
    try_wake(selected, at_cycle * div_);
    break;
  case csr::IndirectFutureCount:
    context.future_count = static_cast<uint16_t>(value);
    start_timer(selected, at_cycle);
    break;
  case csr::IndirectFutureSignal:
    context.future_signal = value & 15;
    start_timer(selected, at_cycle);
    break;
  case csr::IndirectLmAddr0: set_pointer(0); break;
  case csr::IndirectLmAddr1: set_pointer(1); break;
  case csr::IndirectLmAddr0ByteIndex:
    set_pointer(0);
    s.byte_index = value & 3;
    break;
  case csr::IndirectLmAddr1ByteIndex:
    set_pointer(1);
    s.byte_index = value & 3;
    break;
  case csr::ByteIndex: s.byte_index = value & 3; break;
  case csr::TIndex: s.t_index = value >> 2 & 127; break;
  case csr::TIndexByteIndex:
    s.t_index = value >> 2 & 127;
    s.byte_index = value & 3;
    break;
  case csr::NnPut: s.nn_put = value & 127; break;
  case csr::NnGet: s.nn_get = value & 127; break;
  case csr::TimestampLow:
  case csr::TimestampHigh: {
    const uint64_t old = timestamp(at_cycle);
    const uint64_t wanted = address == csr::TimestampLow
                                ? (old & ~uint64_t{0xffffffff}) | value
                                : (old & 0xffffffff) | uint64_t{value} << 32;
    s.timestamp_base += wanted - old;
    for (unsigned c = 0; c < kContexts; ++c)
      start_timer(c, at_cycle);
    break;
  }
  case csr::NextNeighborSignal:
  case csr::PrevNeighborSignal:
  case csr::SameMeSignal: break; // a write from outside has no context
  case csr::CrcRemainder:
    s.crc_remainder = value;
    s.crc_steps = {};
    s.crc_steps[0] = {0, value};
    break;
  case csr::ProfileCount: s.profile_base = value - at_cycle; break;
  case csr::PseudoRandomNumber:
    s.random = value;
    s.random_cycle = at_cycle;
    break;
  case csr::LocalCsrStatus:
  case csr::UstoreErrorStatus:
  case csr::AluOut:
  case csr::CtxArbCntl:
  case csr::ActiveCtxSts: break; // written without effect
  default:
    hazard(HazardKind::BadCsr, fmt::format("write of local CSR 0x{:03x}", address), at_cycle * div_,
           s.running, pc);
  }
}

uint32_t Core::active_context_status(unsigned active, uint32_t at_pc) const {
  return (s.running >= 0 ? 1u << 31 : 0) | at_pc << 8 | me_number(index) << 3 | active;
}

uint32_t Core::read_csr_from_outside(uint16_t address, Tick now) {
  catch_up(now);
  const unsigned active = s.running >= 0 ? static_cast<unsigned>(s.running) : s.last_ran;
  if (address == csr::ActiveCtxSts) return active_context_status(active, s.ctx[active].pc);
  return read_csr(address, active, cycle_of(now));
}

uint32_t Core::read_csr(uint16_t address, unsigned active, uint64_t at_cycle) {
  const unsigned selected = context_of(address, active);
  const Context& context = s.ctx[selected];
  switch (csr::indirect(address)) {
  case csr::UstoreAddress: return s.ustore_address;
  case csr::UstoreDataLower:
  case csr::UstoreDataUpper: {
    const uint32_t a = s.ustore_address & 0x1fff;
    const uint64_t word = a < store.size() && store[a] != kAbsent ? store[a] : 0;
    if (address == csr::UstoreDataLower) return static_cast<uint32_t>(word);
    const uint32_t low = __builtin_parityll(word & 0xfffff), high = __builtin_parityll(word >> 20);
    return static_cast<uint32_t>(word >> 32) | low << 8 | high << 9;
  }
  case csr::UstoreErrorStatus: return 0;
  case csr::AluOut: return s.prev_result;
  case csr::CtxArbCntl: return s.last_ran << 4 | s.last_ran;
  case csr::CtxEnables: return s.ctx_enables;
  case csr::CcEnable: return s.cc_enable;
  case csr::CsrCtxPointer: return s.csr_ctx_pointer;
  case csr::IndirectCtxSts: {
    return (s.ready >> selected & 1u) << 31 | context.pc;
  }
  case csr::ActiveCtxSts: return active_context_status(active, pc);
  case csr::IndirectSigEvents: return context.signals;
  case csr::IndirectWakeupEvents: return context.wakeup;
  case csr::IndirectFutureCount: return context.future_count;
  case csr::IndirectFutureSignal: return context.future_signal;
  case csr::IndirectLmAddr0: return lm_pointer(0, selected) * 4u;
  case csr::IndirectLmAddr1: return lm_pointer(1, selected) * 4u;
  case csr::IndirectLmAddr0ByteIndex: return lm_pointer(0, selected) * 4u | s.byte_index;
  case csr::IndirectLmAddr1ByteIndex: return lm_pointer(1, selected) * 4u | s.byte_index;
  case csr::ByteIndex: return s.byte_index;
  case csr::TIndex: return s.t_index * 4u;
  case csr::TIndexByteIndex: return s.t_index * 4u | s.byte_index;
  case csr::NnPut: return s.nn_put;
  case csr::NnGet: return s.nn_get;
  case csr::TimestampLow:
  case csr::TimestampHigh:
  case csr::ProfileCount: return read_clock(address, at_cycle);
  case csr::NextNeighborSignal:
  case csr::PrevNeighborSignal:
  case csr::SameMeSignal: return 0;
  case csr::CrcRemainder:
    for (const MeState::CrcStep& step : s.crc_steps)
      if (step.visible <= at_cycle) return step.value;
    return s.crc_steps.back().value;
  case csr::PseudoRandomNumber: {
    // Each read returns the number and advances it; alternatively it advances every cycle.
    if (s.ctx_enables & csr::kRandomEveryCycle) {
      s.random = random_after(s.random, at_cycle - s.random_cycle);
      s.random_cycle = at_cycle;
      return s.random;
    }
    const uint32_t r = s.random;
    s.random = random_next(r);
    return r;
  }
  case csr::LocalCsrStatus: return 0;
  default:
    hazard(HazardKind::BadCsr, fmt::format("read of local CSR 0x{:03x}", address), at_cycle * div_,
           s.running, pc);
    return 0;
  }
}

} // namespace ixp::me
