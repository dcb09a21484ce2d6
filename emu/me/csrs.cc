#include "emu/me/csrs.h"

#include "emu/me/random_number.h"

#include <fmt/format.h>

#include <algorithm>

namespace ixp::me {

using Kind = TimedEvent::Kind;
using Source = TimedEvent::Source;

Csrs::Csrs(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel)
    : RegisterFile(index, params, hazards, kernel), store_(mev2::kMaxControlStoreWords, kAbsent) {}

void Csrs::load_store(std::span<const uint64_t> words) {
  std::ranges::fill(store_, kAbsent);
  std::ranges::copy(words, store_.begin());
  ++store_version_;
  for (const uint64_t word : words)
    note_program_word(word);
}

void Csrs::defer_write(uint16_t address, uint32_t value, uint64_t latency) {
  const PendingWrite w{s_.instructions + latency + 1, address, static_cast<uint8_t>(s_.running),
                       value};
  s_.pending.push(w);
  for (unsigned i = s_.pending.size() - 1; i > 0 && s_.pending[i - 1].due > w.due; --i)
    std::swap(s_.pending[i - 1], s_.pending[i]);
}

void Csrs::write_csr_by_instruction(uint16_t address, uint32_t value) {
  if (csr::sends_signal(address)) return send_signal(address, value);
  defer_write(address, value, write_latency(address));
}

// A timer may be set ahead of shared time if none of the context's signals is due before.
bool Csrs::writes_ahead(uint16_t address) const {
  return csr::is_private(address) || (csr::sets_timer(address) && !due(tick()));
}

void Csrs::flush_pending() {
  while (!s_.pending.empty()) {
    const PendingWrite w = s_.pending.front();
    s_.pending.pop();
    write_csr(w.address, w.value, w.ctx, cycle());
  }
}

bool Csrs::flush_needs_shared_time() const {
  for (unsigned i = 0; i < s_.pending.size(); ++i)
    if (!writes_ahead(s_.pending[i].address)) return true;
  return false;
}

// A program that can write programs may do anything.
void Csrs::note_program_word(uint64_t word) {
  for (const auto mode_of_word : {mev2::ContextMode::Eight, mev2::ContextMode::Four}) {
    const auto i = mev2::decode(word, mode_of_word);
    if (i && i->opcode == mev2::Opcode::LOCAL_CSR_WR &&
        (i->csr == csr::NextNeighborSignal || i->csr == csr::PrevNeighborSignal ||
         i->csr == csr::UstoreDataUpper))
      may_signal_neighbours();
  }
}

void Csrs::write_control_store(uint32_t upper) {
  if (!(s_.ustore_address >> 31)) return;
  const uint32_t address = s_.ustore_address & 0x1fff;
  if (address < store_.size()) {
    store_[address] = (uint64_t{upper & 0xff} << 32) | s_.ustore_lower;
    note_program_word(store_[address]);
    ++store_version_;
  }
  s_.ustore_address = (s_.ustore_address & ~0x1fffu) | ((address + 1) & 0x1fff);
}

// The context of a CSR that each context has.
unsigned Csrs::context_of(uint16_t address, unsigned active) const {
  return csr::of_context(address) && (address & 4) ? active : s_.csr_ctx_pointer & 7;
}

void Csrs::write_enables(uint32_t value, uint64_t at_cycle) {
  if (s_.ctx_enables & csr::kRandomEveryCycle)
    s_.random = random_after(s_.random, at_cycle - s_.random_cycle);
  s_.random_cycle = at_cycle;
  const uint32_t sticky = s_.ctx_enables & csr::kWriteOneToClear & ~value;
  const uint32_t enables = (value & ~csr::kWriteOneToClear) | sticky;
  // Words denote other registers in the other context mode.
  if ((s_.ctx_enables ^ enables) & csr::kFourContexts) ++store_version_;
  s_.ctx_enables = enables;
  if (idle()) step_by(kernel_.now());
}

void Csrs::write_csr(uint16_t address, uint32_t value, unsigned active, uint64_t at_cycle) {
  const unsigned selected = context_of(address, active);
  Context& context = s_.ctx[selected];
  const auto set_pointer = [&](unsigned x) {
    lm_pointer(x, selected) = static_cast<uint16_t>(value >> 2 & 0x3ff);
  };
  switch (csr::indirect(address)) {
  case csr::UstoreAddress: s_.ustore_address = value & 0x80001fff; break;
  case csr::UstoreDataLower: s_.ustore_lower = value; break;
  case csr::UstoreDataUpper: write_control_store(value); break;
  case csr::CtxEnables: write_enables(value, at_cycle); break;
  case csr::CcEnable: s_.cc_enable = value; break;
  case csr::CsrCtxPointer: s_.csr_ctx_pointer = value & 7; break;
  case csr::IndirectCtxSts:
    if (s_.running != static_cast<int>(selected)) context.pc = value & 0x1fff;
    break;
  case csr::IndirectSigEvents:
    context.signals = static_cast<uint16_t>(value);
    try_wake(selected, at_cycle * div());
    break;
  case csr::IndirectWakeupEvents:
    context.wakeup = value & 0x1ffff;
    try_wake(selected, at_cycle * div());
    break;
  case csr::IndirectFutureCount:
    context.future_count = static_cast<uint16_t>(value);
    start_timer(selected, at_cycle);
    break;
  case csr::IndirectFutureSignal:
    context.future_signal = value & 15;
    start_timer(selected, at_cycle);
    break;
  case csr::IndirectLmAddr0ByteIndex: s_.byte_index = value & 3; [[fallthrough]];
  case csr::IndirectLmAddr0: set_pointer(0); break;
  case csr::IndirectLmAddr1ByteIndex: s_.byte_index = value & 3; [[fallthrough]];
  case csr::IndirectLmAddr1: set_pointer(1); break;
  case csr::ByteIndex: s_.byte_index = value & 3; break;
  case csr::TIndexByteIndex: s_.byte_index = value & 3; [[fallthrough]];
  case csr::TIndex: s_.t_index = value >> 2 & 127; break;
  case csr::NnPut: s_.nn_put = value & 127; break;
  case csr::NnGet: s_.nn_get = value & 127; break;
  case csr::TimestampLow:
  case csr::TimestampHigh: {
    const uint64_t old = timestamp(at_cycle);
    const uint64_t wanted = address == csr::TimestampLow
                                ? (old & ~uint64_t{0xffffffff}) | value
                                : (old & 0xffffffff) | uint64_t{value} << 32;
    s_.timestamp_base += wanted - old;
    for (unsigned c = 0; c < kContexts; ++c)
      start_timer(c, at_cycle);
    break;
  }
  case csr::NextNeighborSignal: // a write from outside has no context
  case csr::PrevNeighborSignal:
  case csr::SameMeSignal:
  case csr::LocalCsrStatus:
  case csr::UstoreErrorStatus:
  case csr::AluOut:
  case csr::CtxArbCntl:
  case csr::ActiveCtxSts: break; // written without effect
  case csr::CrcRemainder:
    s_.crc_remainder = value;
    s_.crc_steps = {};
    s_.crc_steps[0] = {0, value};
    break;
  case csr::ProfileCount: s_.profile_base = value - at_cycle; break;
  case csr::PseudoRandomNumber:
    s_.random = value;
    s_.random_cycle = at_cycle;
    break;
  default: bad_csr("write", address, at_cycle);
  }
}

void Csrs::bad_csr(const char* access, uint16_t address, uint64_t at_cycle) const {
  hazard(HazardKind::BadCsr, fmt::format("{} of local CSR 0x{:03x}", access, address),
         at_cycle * div(), s_.running, pc());
}

uint32_t Csrs::active_context_status(unsigned active, uint32_t at_pc) const {
  return (s_.running >= 0 ? 1u << 31 : 0) | at_pc << 8 | me_number(index()) << 3 | active;
}

uint32_t Csrs::read_csr(uint16_t address, unsigned active, uint64_t at_cycle) {
  const unsigned selected = context_of(address, active);
  const Context& context = s_.ctx[selected];
  switch (csr::indirect(address)) {
  case csr::UstoreAddress: return s_.ustore_address;
  case csr::UstoreDataLower:
  case csr::UstoreDataUpper: {
    const uint32_t a = s_.ustore_address & 0x1fff;
    const uint64_t word = a < store_.size() && store_[a] != kAbsent ? store_[a] : 0;
    if (address == csr::UstoreDataLower) return static_cast<uint32_t>(word);
    const uint32_t low = __builtin_parityll(word & 0xfffff), high = __builtin_parityll(word >> 20);
    return static_cast<uint32_t>(word >> 32) | low << 8 | high << 9;
  }
  case csr::AluOut: return s_.prev_result;
  case csr::CtxArbCntl: return s_.last_ran << 4 | s_.last_ran;
  case csr::CtxEnables: return s_.ctx_enables;
  case csr::CcEnable: return s_.cc_enable;
  case csr::CsrCtxPointer: return s_.csr_ctx_pointer;
  case csr::IndirectCtxSts: return (s_.ready >> selected & 1u) << 31 | context.pc;
  case csr::ActiveCtxSts: return active_context_status(active, pc());
  case csr::IndirectSigEvents: return context.signals;
  case csr::IndirectWakeupEvents: return context.wakeup;
  case csr::IndirectFutureCount: return context.future_count;
  case csr::IndirectFutureSignal: return context.future_signal;
  case csr::IndirectLmAddr0: return lm_pointer(0, selected) * 4u;
  case csr::IndirectLmAddr1: return lm_pointer(1, selected) * 4u;
  case csr::IndirectLmAddr0ByteIndex: return lm_pointer(0, selected) * 4u | s_.byte_index;
  case csr::IndirectLmAddr1ByteIndex: return lm_pointer(1, selected) * 4u | s_.byte_index;
  case csr::ByteIndex: return s_.byte_index;
  case csr::TIndex: return s_.t_index * 4u;
  case csr::TIndexByteIndex: return s_.t_index * 4u | s_.byte_index;
  case csr::NnPut: return s_.nn_put;
  case csr::NnGet: return s_.nn_get;
  case csr::TimestampLow:
  case csr::TimestampHigh:
  case csr::ProfileCount: return read_clock(address, at_cycle);
  case csr::NextNeighborSignal:
  case csr::PrevNeighborSignal:
  case csr::SameMeSignal:
  case csr::LocalCsrStatus:
  case csr::UstoreErrorStatus: return 0;
  case csr::CrcRemainder:
    for (const MeState::CrcStep& step : s_.crc_steps)
      if (step.visible <= at_cycle) return step.value;
    return s_.crc_steps.back().value;
  case csr::PseudoRandomNumber: {
    // Each read returns the number and advances it; alternatively it advances every cycle.
    if (s_.ctx_enables & csr::kRandomEveryCycle) {
      s_.random = random_after(s_.random, at_cycle - s_.random_cycle);
      s_.random_cycle = at_cycle;
      return s_.random;
    }
    const uint32_t r = s_.random;
    s_.random = random_next(r);
    return r;
  }
  default: bad_csr("read", address, at_cycle); return 0;
  }
}

// ---- Signals and timers.

void Csrs::write_csr_from_outside(uint16_t address, uint32_t value, Tick effect) {
  const Tick at = align_up(effect, div());
  expect(at);
  if (address <= csr::UstoreDataUpper) may_signal_neighbours(); // the program may change
  post(at, Source::Outside, {Kind::OutsideWrite, 0, address, value});
  if (stalled_) step_by(at);
}

void Csrs::may_signal_neighbours() {
  for (Inbox* neighbour : {previous_, next_})
    if (neighbour) neighbour->may_be_signalled();
}

// [2:0] context, [6:3] signal; [7]: the context is implied.
void Csrs::send_signal(uint16_t csr_address, uint32_t value) {
  if (csr_address == csr::SameMeSignal) return signal_self(value, cycle());
  const bool to_next = csr_address == csr::NextNeighborSignal;
  Inbox* const neighbour = to_next ? next_ : previous_;
  if (!neighbour) return; // the end of the chain: the signal is lost
  const unsigned ctx = value >> 7 & 1 ? static_cast<unsigned>(s_.running) : value & 7;
  neighbour->post(tick() + params_.me(params_.signal_neighbour),
                  to_next ? Source::Previous : Source::Next,
                  signal_to(ctx, signal_bit(value >> 3 & 15)));
}

void Csrs::signal_self(uint32_t value, uint64_t at_cycle) {
  unsigned ctx = value;
  if (value >> 7 & 1) [[unlikely]]
    ctx = static_cast<unsigned>(s_.running) + (four_contexts() ? 2 : 1);
  add((at_cycle + params_.signal_same_me) * div(), Source::Self,
      signal_to(ctx % kContexts, signal_bit(value >> 3 & 15)));
}

// FUTURE_COUNT is compared with TIMESTAMP_LOW[15:0]; the signal comes when the two become equal.
void Csrs::start_timer(unsigned ctx, uint64_t from) {
  Context& c = s_.ctx[ctx];
  cancel_timer(ctx);
  if (c.future_signal == 0) return;
  const uint64_t now = timestamp(from);
  const uint64_t ahead = ((c.future_count - now - 1) & 0xffff) + 1; // 1..65536 timer steps
  const uint64_t in_step = from % params_.clock_timestamp_div;
  post((from - in_step + ahead * params_.clock_timestamp_div) * div(), Source::Timer,
       {Kind::Timer, static_cast<uint8_t>(ctx), 0, 0});
}

} // namespace ixp::me
