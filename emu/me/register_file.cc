#include "emu/me/register_file.h"

#include "emu/kernel/frame_watch.h"

#include <fmt/format.h>

namespace ixp::me {

using mev2::Operand;
using mev2::OperandKind;
using mev2::Step;

RegisterFile::RegisterFile(unsigned index, const Params& params, HazardSink& hazards,
                           Kernel& kernel)
    : Contexts(index, params, hazards, kernel), check_(hazards.check) {
  for (unsigned c = 0; c < 256; ++c)
    for (unsigned ctx = 0; ctx < kContexts; ++ctx)
      s_.regs[constant_index(c) + 16 * ctx] = c;
}

// Index of an operand in the register array; it is none of the kinds that are not stored there.
static unsigned register_index(const MeState& s, const Operand& o, unsigned ctx16,
                               bool destination) {
  const unsigned relative = (ctx16 + o.number) % kFile;
  const unsigned gpr = o.bank == mev2::Bank::A ? kGprA : kGprB;
  const unsigned s_file = destination ? kSOut : kSIn, d_file = destination ? kDOut : kDIn;
  switch (o.kind) {
  case OperandKind::Gpr: return gpr + relative;
  case OperandKind::AbsGpr: return gpr + o.number % kFile;
  case OperandKind::SXfer: return s_file + relative;
  case OperandKind::DXfer: return d_file + relative;
  case OperandKind::SIndex: return s_file + s.t_index;
  default: return d_file + s.t_index;
  }
}

void RegisterFile::initialise(unsigned number, uint32_t value) {
  s_.regs[number] = value;
  initialised_.set(number);
}

void RegisterFile::set_local_memory(unsigned word, uint32_t value) {
  s_.local_memory.at(word) = value;
  lm_initialised_.set(word);
}

bool RegisterFile::touches_outstanding(const Operand& o, bool destination) const {
  return o.kind >= OperandKind::SXfer && o.kind <= OperandKind::DIndex &&
         s_.outstanding[register_index(s_, o, ctx16(), destination)];
}

uint32_t RegisterFile::read_register(unsigned i) {
  if (s_.outstanding[i])
    hazard(HazardKind::ReadBeforeSignal,
           fmt::format("transfer register {} of {} read while {} word(s) are on their way",
                       (i - kSIn) % kFile, i < kDIn ? "S_IN" : "D_IN", s_.outstanding[i]));
  if (check_ && !initialised_[i])
    hazard(HazardKind::Uninitialised, fmt::format("register {} of {} was never written", i % kFile,
                                                  i < kGprB   ? "bank A"
                                                  : i < kSIn  ? "bank B"
                                                  : i < kDIn  ? "S_IN"
                                                  : i < kSOut ? "D_IN"
                                                              : "the next-neighbour file"));
  return s_.regs[i];
}

void RegisterFile::write_register(unsigned i, uint32_t value) {
  if (s_.outstanding[i])
    hazard(HazardKind::WriteBeforePull,
           fmt::format("transfer register {} of {} written while {} word(s) are to be taken",
                       (i - kSOut) % kFile, i < kDOut ? "S_OUT" : "D_OUT", s_.outstanding[i]));
  s_.regs[i] = value;
  if (check_) initialised_.set(i);
}

// The longword of local memory; empty, and reported, where none is populated.
std::optional<unsigned> RegisterFile::local_word(const Operand& o) {
  const unsigned at = lm_pointer(o.kind == OperandKind::Lm1) | o.number;
  if (at < kLocalMemory) return at;
  hazard(HazardKind::BadAddress, fmt::format("local memory has no longword {}", at));
  return {};
}

uint32_t RegisterFile::read_other(const Operand& o) {
  switch (o.kind) {
  case OperandKind::None: return 0;
  case OperandKind::Const: return o.number;
  case OperandKind::Nn:
    nn_catch_up(tick());
    return read_register(kNn + (ctx16() + o.number) % kFile);
  case OperandKind::NnRing: nn_catch_up(tick()); return read_register(kNn + s_.nn_get);
  case OperandKind::Lm0:
  case OperandKind::Lm1: {
    const auto at = local_word(o);
    if (at && check_ && !lm_initialised_[*at])
      hazard(HazardKind::Uninitialised, fmt::format("local memory {} was never written", *at));
    return at ? s_.local_memory[*at] : 0;
  }
  default: return read_register(register_index(s_, o, ctx16(), false));
  }
}

void RegisterFile::write(const Operand& o, uint32_t value) {
  switch (o.kind) {
  case OperandKind::None:
  case OperandKind::Const: return;
  case OperandKind::Nn: nn_write(false, (ctx16() + o.number) % kFile, value); return;
  case OperandKind::NnRing: nn_write(true, 0, value); return;
  case OperandKind::Lm0:
  case OperandKind::Lm1:
    if (const auto at = local_word(o)) set_local_memory(*at, value);
    return;
  default: write_register(register_index(s_, o, ctx16(), true), value);
  }
}

void RegisterFile::move_pointers(const mev2::Instruction& i) {
  bool lm[2] = {}, t = false, nn = false;
  const auto modify = [&](const Operand& o, bool destination) {
    if (o.step == Step::Keep) return;
    const int by = o.step == Step::Increment ? 1 : -1;
    if (o.kind == OperandKind::Lm0 || o.kind == OperandKind::Lm1) {
      const unsigned x = o.kind == OperandKind::Lm1;
      if (!std::exchange(lm[x], true))
        lm_pointer(x) = static_cast<uint16_t>((lm_pointer(x) + by) & (kLocalMemoryDecoded - 1));
    } else if (o.kind == OperandKind::SIndex || o.kind == OperandKind::DIndex) {
      if (!std::exchange(t, true))
        s_.t_index = static_cast<uint8_t>((s_.t_index + by) & (kFile - 1));
    } else if (o.kind == OperandKind::NnRing && !destination) {
      nn_catch_up(tick());
      if (std::exchange(nn, true)) return;
      if (watch_.on()) [[unlikely]]
        tell_neighbour(RingAction::Get, index(), s_.regs[kNn + s_.nn_get]);
      s_.nn_get = static_cast<uint8_t>((s_.nn_get + 1) % kFile);
    }
  };
  modify(i.left, false);
  modify(i.right, false);
  modify(i.dst, true);
}

// ---- Next-neighbour registers and ring. A write becomes visible after a delay; until then it is
// in the receiver's inbox. In self mode the receiver takes only its own writes, and reads them at
// local time, because no other microengine can change them.

void RegisterFile::nn_write(bool ring, unsigned reg, uint32_t value) {
  const bool self = nn_self();
  Inbox* const to = self ? this : next_;
  if (!to) return; // the last of the chain has no neighbour
  const uint64_t delay = self ? params_.nn_put_visible_self : params_.nn_put_visible_neighbour;
  if (watch_.on() && ring) [[unlikely]]
    tell_neighbour(RingAction::Put, index() + !self, value);
  to->put({tick() + params_.me(delay), self, ring, static_cast<uint8_t>(reg), value});
}

void RegisterFile::tell_neighbour(RingAction action, unsigned receiver, uint32_t word) {
  watch_.neighbour(action, receiver, word, tick(), {static_cast<int>(index()), s_.running, pc()});
}

void RegisterFile::nn_catch_up(Tick now) {
  take_words_until(now, [this](const NnWrite& w) {
    if (w.from_self != nn_self()) return; // the input multiplexer selects the other source
    const unsigned reg = w.ring ? s_.nn_put : w.reg;
    if (w.ring) {
      if (nn_entries() == kFile - 1) nn_wrapped(w);
      s_.nn_put = (s_.nn_put + 1) % kFile;
    }
    s_.regs[kNn + reg] = w.value;
    if (check_) initialised_.set(kNn + reg);
  });
}

// A wrapped ring looks empty: its contents and the new word are lost.
void RegisterFile::nn_wrapped(const NnWrite& w) {
  hazard(HazardKind::PutIntoFullRing, "next-neighbour ring wrapped", w.tick, -1, -1);
  if (!watch_.frames()) return;
  std::vector<uint32_t> words = neighbour_words();
  words.push_back(w.value);
  watch_.frames()->lost({QueuePlace::Neighbour, static_cast<uint8_t>(index()), 0}, words,
                        words.size());
}

std::vector<uint32_t> RegisterFile::neighbour_words() const {
  std::vector<uint32_t> words(nn_entries());
  for (unsigned i = 0; i < words.size(); ++i)
    words[i] = s_.regs[kNn + (s_.nn_get + i) % kFile];
  return words;
}

// Asserted on the sender's side.
bool RegisterFile::nn_full() {
  Inbox* const to = nn_self() ? this : next_;
  return to && to->ring_full(nn_self());
}

} // namespace ixp::me
