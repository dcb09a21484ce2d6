#include "emu/memory/scratch.h"

#include "base/diagnostic.h"
#include "emu/memory/atomic.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ixp {

using enum mev2::Opcode;
using mev2::Opcode;

namespace {
constexpr uint32_t kRingAddresses = kScratchRings * 4;

template <size_t... I>
std::array<ScratchRing, sizeof...(I)> make_rings(const Params& params, std::index_sequence<I...>) {
  return {((void)I, ScratchRing(params))...};
}
} // namespace

Scratch::Scratch(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                 HazardSink& hazards, bool plain)
    : PipelinedUnit(params, wiring, inlet, hazards),
      rings_(make_rings(params, std::make_index_sequence<kScratchRings>())), plain_flags_(params),
      plain_(plain) {}

// ---- Effects of commands.

void Scratch::perform(InFlight& t) {
  const Command& c = t.command;
  ScratchRing& ring = rings_[c.address / 4 % kScratchRings];
  if (c.op == SCRATCH_GET && c.address < kRingAddresses && c.address % 4 == 0 && ring.is_set_up() &&
      ring.count() == 0 && !plain_ && !heard(events_)) { // the most frequent
    std::fill_n(t.words.begin(), kMaxWords, 0);
    ring.commit_get(0, t.effect, c.me);
    return;
  }
  switch (c.op) {
  case SCRATCH_GET: return do_get(t);
  case SCRATCH_READ: return do_read(t);
  case SCRATCH_WRITE: return do_write(t);
  case SCRATCH_PUT: return do_put(t);
  default: return do_atomic(t);
  }
}

// Reports references outside the scratchpad, and misaligned ones: the low bits of an address do not
// exist.
bool Scratch::usable(const InFlight& t, uint32_t address) {
  if (address % 4 == 0 && address < kScratchBytes) [[likely]]
    return true;
  report(t, HazardKind::BadAddress,
         fmt::format("scratch[{}] of address {:#x}: {}", mev2::info(t.command.op).token, address,
                     address % 4 ? "not a multiple of 4" : "the scratchpad has 0x4000 bytes"));
  return address < kScratchBytes;
}

uint32_t Scratch::load(const InFlight& t, uint32_t address) {
  if (hazards_.check && !written_[address / 4]) [[unlikely]] {
    written_[address / 4] = true; // once for each longword
    report(t, HazardKind::Uninitialised,
           fmt::format("scratch longword {:#x} was never written", address & ~3u));
  }
  return memory_[address / 4];
}

void Scratch::store(uint32_t address, uint32_t value) {
  memory_[address / 4] = value;
  written_[address / 4] = true;
}

void Scratch::do_read(InFlight& t) {
  for (unsigned i = 0; i < t.pushes; ++i) {
    const uint32_t address = t.command.address + 4 * i;
    t.words[i] = usable(t, address) ? load(t, address) : 0;
  }
}

// Reports a plain write that changes a word in a ring.
[[gnu::always_inline]] inline void Scratch::watch_rings(const InFlight& t, unsigned longwords) {
  const uint32_t first = t.command.address / 4, last = first + longwords - 1;
  const auto in_block = [&](uint32_t longword) {
    return ring_blocks_ >> (longword / ScratchRing::kSmallest % 32);
  };
  if ((in_block(first) | in_block(last)) & 1) [[unlikely]]
    report_overwritten(t, longwords);
}

void Scratch::report_overwritten(const InFlight& t, unsigned longwords) {
  for (unsigned i = 0; i < longwords; ++i) {
    const uint32_t address = t.command.address + 4 * i;
    if (const auto ring = find_ring(address))
      return report(t, HazardKind::RingOverwritten,
                    fmt::format("scratch[{}] of address {:#x} changes a word that is in ring {}",
                                mev2::info(t.command.op).token, address, *ring));
  }
}

std::optional<unsigned> Scratch::find_ring(uint32_t address) const {
  for (unsigned n = 0; n < kScratchRings; ++n)
    if (rings_[n].is_set_up() && rings_[n].holds(address)) return n;
  return {};
}

void Scratch::do_write(InFlight& t) {
  watch_rings(t, t.pulls);
  for (unsigned i = 0; i < t.pulls; ++i) {
    const uint32_t address = t.command.address + 4 * i;
    if (usable(t, address)) store(address, t.words[i]);
  }
}

void Scratch::do_atomic(InFlight& t) {
  const uint32_t address = t.command.address, operand = t.words[0];
  if (!usable(t, address)) {
    t.words[0] = 0;
    return;
  }
  watch_rings(t, 1);
  const uint32_t old = load(t, address);
  store(address, atomic_result(t.command.op, old, operand));
  t.words[0] = old;
}

inline unsigned Scratch::ring_of(const InFlight& t) {
  const uint32_t address = t.command.address;
  const unsigned ring = address / 4 % kScratchRings;
  if (address >= kRingAddresses || address % 4 || !rings_[ring].is_set_up()) [[unlikely]]
    report_ring(t, ring);
  return ring;
}

void Scratch::report_ring(const InFlight& t, unsigned ring) {
  const uint32_t address = t.command.address;
  if (address >= kRingAddresses || address % 4)
    report(t, HazardKind::BadAddress,
           fmt::format("scratch[{}] of ring address {:#x}: expected ring number * 4, 0..0x3c",
                       mev2::info(t.command.op).token, address));
  if (!rings_[ring].is_set_up())
    report(t, HazardKind::UnknownRing,
           fmt::format("scratch[{}] of ring {}, which was not set up: the system file has no "
                       "[ring.{}] and `messages` do not define it",
                       mev2::info(t.command.op).token, ring, ring));
}

void Scratch::do_get(InFlight& t) {
  const unsigned ring = ring_of(t), there = rings_[ring].count();
  if (there && there < t.pushes) [[unlikely]]
    report(t, HazardKind::ShortGet,
           fmt::format("get of {} longwords from ring {}, which holds {}: the others are 0",
                       t.pushes, ring, there));
  take(ring, t.words.data(), t.pushes, t.effect, source_of(t.command));
}

void Scratch::do_put(InFlight& t) {
  const unsigned ring = ring_of(t);
  const unsigned lost = give(ring, t.words.data(), t.pulls, t.effect, source_of(t.command));
  if (lost) [[unlikely]]
    report(t, HazardKind::PutIntoFullRing,
           fmt::format("put of {} longwords into full ring {}: {} unread longwords are lost",
                       t.pulls, ring, lost));
}

[[gnu::always_inline]] inline void Scratch::take(unsigned number, uint32_t* words, unsigned wanted,
                                                 Tick t, EventSource source) {
  ScratchRing& ring = rings_[number];
  const unsigned there = std::min(wanted, ring.count());
  for (unsigned i = 0; i < wanted; ++i) // usually a word or two
    words[i] = i < there ? memory_[ring.get_address(i) / 4] : 0;
  ring.commit_get(there, t, source.me);
  note_flag(number, t);
  if (heard(events_) && (there || events_->wants_empty_gets())) [[unlikely]]
    tell_event(RingAction::Get, number, {words, there}, t, source, 0);
}

unsigned Scratch::give(unsigned number, const uint32_t* words, unsigned n, Tick t,
                       EventSource source) {
  ScratchRing& ring = rings_[number];
  if (watch_ && ring.count() + n > ring.size()) [[unlikely]]
    tell_lost(number, words, n);
  for (unsigned i = 0; i < n; ++i)
    store(ring.put_address(i), words[i]);
  const unsigned lost = ring.commit_put(n, t, source.me);
  note_flag(number, t);
  if (heard(events_)) [[unlikely]]
    tell_event(RingAction::Put, number, {words, n}, t, source, lost);
  return lost;
}

void Scratch::note_flag(unsigned number, Tick t) {
  if (plain_) plain_flags_.note(number, rings_[number], t);
}

void Scratch::tell_event(RingAction action, unsigned number, std::span<const uint32_t> words,
                         Tick t, EventSource source, unsigned lost) {
  if (!events_->wants(EventKind::Ring)) return;
  const QueuePlace place{QueuePlace::Scratch, 0, static_cast<uint8_t>(number)};
  Event::OfRing& e = events_->add_ring(static_cast<Slot>(slot()), t, source, words).ring;
  e.action = action;
  e.place = place;
  e.depth = rings_[number].count();
  e.lost = lost;
  e.tag = watch_ && !words.empty() ? watch_->frame_in(place, words) : 0;
}

// A whole ring of words is lost, the oldest first (scratch_ring.h).
void Scratch::tell_lost(unsigned number, const uint32_t* words, unsigned n) {
  std::vector<uint32_t> all = words_in(number);
  all.insert(all.end(), words, words + n);
  watch_->lost({QueuePlace::Scratch, 0, static_cast<uint8_t>(number)}, all, rings_[number].size());
}

std::vector<uint32_t> Scratch::words_in(unsigned number) const {
  const ScratchRing& ring = rings_[number];
  std::vector<uint32_t> words(ring.count());
  for (unsigned i = 0; i < words.size(); ++i)
    words[i] = memory_[ring.get_address(i) / 4];
  return words;
}

// ---- Access from outside.

bool Scratch::scratch_ring_status(unsigned ring) {
  settle();
  return plain_ ? plain_flags_.visible(ring, now()) : rings_[ring].status(now());
}

uint32_t Scratch::read(uint32_t address) {
  settle();
  return address < kScratchBytes ? memory_[address / 4] : 0;
}

void Scratch::write(uint32_t address, uint32_t value) {
  settle();
  if (address < kScratchBytes) store(address, value);
}

void Scratch::set_up_ring(unsigned ring, uint32_t base, unsigned longwords, RingStatus status) {
  if (longwords != 128 && longwords != 256 && longwords != 512 && longwords != 1024)
    throw InputError(
        fmt::format("ring {} of {} longwords: expected 128, 256, 512 or 1024", ring, longwords));
  if (base % (longwords * 4) || base + longwords * 4 > kScratchBytes)
    throw InputError(fmt::format("ring {} at {:#x}: expected a multiple of its {:#x} bytes inside "
                                 "the scratchpad's 0x4000",
                                 ring, base, longwords * 4));
  write_ring_csr(ring, 0, ScratchRing::base_csr_of(base, longwords, status == RingStatus::Empty));
  write_ring_csr(ring, 4, 0);
  write_ring_csr(ring, 8, 0);
}

std::optional<unsigned> Scratch::ring_with(uint32_t address) {
  settle();
  return find_ring(address);
}

unsigned Scratch::ring_count(unsigned ring) {
  settle();
  return rings_[ring].count();
}

std::vector<uint32_t> Scratch::ring_words(unsigned ring) {
  settle();
  return words_in(ring);
}

uint32_t Scratch::ring_get(unsigned ring) {
  settle();
  uint32_t word = 0;
  take(ring, &word, 1, now(), {});
  return word;
}

bool Scratch::ring_put(unsigned ring, uint32_t word) {
  settle();
  return give(ring, &word, 1, now(), {}) == 0;
}

uint32_t Scratch::read_ring_csr(unsigned ring, unsigned offset) {
  settle();
  switch (offset) {
  case 0: return rings_[ring].base_csr();
  case 4: return rings_[ring].head_csr();
  case 8: return rings_[ring].tail_csr();
  default: return 0;
  }
}

void Scratch::write_ring_csr(unsigned ring, unsigned offset, uint32_t value) {
  settle();
  switch (offset) {
  case 0: rings_[ring].set_base_csr(value, now()); break;
  case 4: rings_[ring].set_head_csr(value, now()); break;
  case 8: rings_[ring].set_tail_csr(value, now()); break;
  default: return;
  }
  ring_blocks_ = 0;
  for (const ScratchRing& r : rings_)
    if (r.is_set_up()) ring_blocks_ |= r.blocks();
  if (plain_) plain_flags_.set_up(ring, rings_[ring]);
  if (heard(events_)) tell_event(RingAction::SetUp, ring, {}, now(), {}, 0);
}

} // namespace ixp
