// Effects of each SRAM command on memory and queue array.
#include "emu/memory/sram.h"

#include "emu/memory/atomic.h"
#include <fmt/format.h>

#include <algorithm>

namespace ixp {

using mev2::Opcode;

namespace {
constexpr uint32_t kOverrideField = 1u << 20; // enables the byte mask, or attributes, of a command

uint32_t longword_of(const Command& c) {
  return (c.address & ~kSramChannelBits) / 4;
}

// [15:12] of the override word; bit 3 is bits 31:24, the lowest address, as in ld_field. It goes
// for every longword of the command. (UNCERTAIN in all public sources.)
uint32_t write_mask(const Command& c) {
  if (!c.has_override || !(c.override_word & kOverrideField)) return ~0u;
  uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte)
    if (c.override_word >> (12 + byte) & 1) mask |= 0xffu << (8 * byte);
  return mask;
}
} // namespace

uint32_t enqueue_link(const Command& c) {
  const uint32_t w = c.override_word;
  if (!c.has_override || !(w & kOverrideField)) return link_word::make(c.address, true, false, 0);
  return link_word::make(c.address, w >> 19 & 1, w >> 18 & 1, w >> 12 & 0x3f);
}

// Body of each opcode, and the number of longwords it reads and writes.
constexpr std::array<SramChannel::Shape, mev2::kOpcodes> SramChannel::make_shapes() {
  using S = SramChannel;
  using enum Opcode;
  using enum Amount;
  std::array<Shape, mev2::kOpcodes> shapes{};
  const auto set = [&](Opcode op, Stream stream, auto body, Amount reads, Amount writes) {
    shapes[static_cast<unsigned>(op)] = {body, stream, reads, writes};
  };
  set(SRAM_READ, Stream::Memory, &S::do_read, Count, None);
  set(SRAM_WRITE, Stream::Memory, &S::do_write, None, Count);
  set(SRAM_CSR_RD, Stream::Memory, &S::do_csr_read, None, None);
  set(SRAM_CSR_WR, Stream::Memory, &S::do_csr_write, None, None);
  for (const Opcode op :
       {SRAM_SET, SRAM_CLR, SRAM_ADD, SRAM_INCR, SRAM_DECR, SRAM_TEST_AND_SET, SRAM_TEST_AND_CLR,
        SRAM_TEST_AND_ADD, SRAM_TEST_AND_INCR, SRAM_TEST_AND_DECR, SRAM_SWAP})
    set(op, Stream::Memory, &S::do_atomic, One, One);

  set(SRAM_PUT, Stream::Ring, &S::do_ring_put, None, Count);
  set(SRAM_GET, Stream::Ring, &S::do_ring_get, Count, None);
  set(SRAM_JOURNAL, Stream::Ring, &S::do_journal, None, Count);
  set(SRAM_FAST_JOURNAL, Stream::Ring, &S::do_fast_journal, None, One);

  set(SRAM_DEQUEUE, Stream::Queue, &S::do_dequeue, One, None);
  set(SRAM_ENQUEUE, Stream::Queue, &S::do_enqueue, None, One);
  set(SRAM_ENQUEUE_TAIL, Stream::Queue, &S::do_enqueue_tail, None, None);
  set(SRAM_RD_QDESC_HEAD, Stream::Queue, &S::do_load_end, Two, None);
  set(SRAM_RD_QDESC_TAIL, Stream::Queue, &S::do_load_end, Two, None);
  set(SRAM_RD_QDESC_OTHER, Stream::Queue, &S::do_load_other, One, None);
  set(SRAM_WR_QDESC, Stream::Queue, &S::do_store, None, Three);
  set(SRAM_WR_QDESC_COUNT, Stream::Queue, &S::do_store_count, None, One);
  return shapes;
}

const SramChannel::Shape& SramChannel::shape(Opcode op) {
  static constexpr auto shapes = make_shapes();
  return shapes[static_cast<unsigned>(op)];
}

void SramChannel::do_read(InFlight& t) {
  const uint32_t at = longword_of(t.command);
  for (unsigned i = 0; i < amount(Amount::Count, t.command); ++i)
    t.words[i] = memory_.read(at + i);
}

void SramChannel::do_write(InFlight& t) {
  const uint32_t at = longword_of(t.command), mask = write_mask(t.command);
  watch_rings(t, at, amount(Amount::Count, t.command));
  for (unsigned i = 0; i < amount(Amount::Count, t.command); ++i)
    memory_.write(at + i, (memory_.peek(at + i) & ~mask) | (t.words[i] & mask));
}

void SramChannel::do_atomic(InFlight& t) {
  const uint32_t at = longword_of(t.command), old = memory_.read(at);
  watch_rings(t, at, 1);
  memory_.write(at, atomic_result(t.command.op, old, t.words[0]));
  t.words[0] = old;
}

void SramChannel::do_csr_read(InFlight& t) {
  const uint32_t address = t.command.address & ~kSramChannelBits;
  if (address > sram_csr::kParityStatus2 || address % 4)
    report(t, HazardKind::BadCsr,
           fmt::format("csr_rd of SRAM CSR {:#x}: there are 0, 4, 8", address));
  t.words[0] = read_csr(address);
}

void SramChannel::do_csr_write(InFlight& t) {
  const uint32_t address = t.command.address & ~kSramChannelBits;
  if (address > sram_csr::kParityStatus2 || address % 4)
    report(t, HazardKind::BadCsr,
           fmt::format("csr_wr to SRAM CSR {:#x}: there are 0, 4, 8", address));
  write_csr(address, t.words[0]);
}

void SramChannel::do_ring_put(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Ring);
  const unsigned n = amount(Amount::Count, t.command);
  QueueEntry& e = claim(t, number, QueueUse::Ring);
  const uint32_t status = ring_put(e, memory_, {t.words.data(), n});
  if (status & kRingStored)
    note(&t, QueueAction::Put, number, n);
  else
    lose_put(t, number, {t.words.data(), n});
  t.words[0] = status;
}

// The words are not stored. A program that reads the status can repeat the put; from any other they
// are lost.
void SramChannel::lose_put(const InFlight& t, unsigned number, std::span<const uint32_t> words) {
  ++queue_stats_[number].refused;
  if (wiring_.microengines[t.command.me]->may_read_result(t.command)) return;
  report(t, HazardKind::PutIntoFullRing,
         fmt::format("put of {} longwords into the full ring of entry {}: they are lost, and the "
                     "program does not read the status that says so",
                     words.size(), number));
  if (watch_) watch_->lost(place(number), words, words.size());
}

void SramChannel::do_ring_get(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Ring);
  const unsigned n = amount(Amount::Count, t.command);
  QueueEntry& e = claim(t, number, QueueUse::Ring);
  if (e.depth() && e.depth() < n) [[unlikely]]
    report(t, HazardKind::ShortGet,
           fmt::format("get of {} longwords from the ring of entry {}, which holds {}: the others "
                       "are 0",
                       n, number, e.depth()));
  note(&t, QueueAction::Get, number, ring_get(e, memory_, {t.words.data(), n}));
}

void SramChannel::do_journal(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Ring);
  const unsigned n = amount(shape(t.command.op).writes, t.command);
  journal(claim(t, number, QueueUse::Ring), memory_, {t.words.data(), n});
  note(&t, QueueAction::Put, number, n);
}

void SramChannel::do_fast_journal(InFlight& t) {
  t.words[0] = t.command.address;
  do_journal(t);
}

void SramChannel::do_dequeue(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Queue);
  QueueEntry& e = claim(t, number, QueueUse::Queue);
  t.words[0] = ixp::dequeue(e, memory_, modes());
  follow_dequeue(&t, number, t.words[0]);
  note(&t, QueueAction::Dequeue, number, t.words[0]);
}

void SramChannel::do_enqueue(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Queue);
  const uint32_t link = enqueue_link(t.command);
  if (link_word::buffer(link) >= memory_.longwords())
    report(t, HazardKind::BadAddress,
           fmt::format("enqueue of buffer {:#x} (longword), beyond the memory of {:#x}",
                       link_word::buffer(link), memory_.longwords()));
  follow_enqueue(&t, number, link_word::buffer(link));
  ixp::enqueue(claim(t, number, QueueUse::Queue), memory_, link);
  if (watch_) watch_->enqueued(place(number), link);
  note(&t, QueueAction::Enqueue, number, link);
}

void SramChannel::do_enqueue_tail(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Queue);
  QueueEntry& e = claim(t, number, QueueUse::Queue);
  const uint32_t link = enqueue_link(t.command);
  if (e.empty()) {
    report(
        t, HazardKind::QueueMisuse,
        fmt::format("enqueue_tail to entry {}, whose queue is empty: the chain is lost", number));
    if (watch_) watch_->lost(place(number), {&link, 1}, 1);
  }
  follow_enqueue_tail(&t, number, e.tail, link_word::buffer(link));
  enqueue_tail(e, link);
  note(&t, QueueAction::EnqueueTail, number, link);
}

void SramChannel::do_load_end(InFlight& t) {
  const unsigned number = entry_of(t.command, Stream::Queue);
  const bool tail = t.command.op == Opcode::SRAM_RD_QDESC_TAIL;
  QueueEntry& e = entries_[number];
  follow_load(number);
  load_end(e, memory_, t.command.address & kQueueAddress, tail);
  t.words[0] = tail ? e.tail : e.head;
  t.words[1] = e.count;
  note(&t, QueueAction::Load, number, 0);
}

void SramChannel::do_load_other(InFlight& t) {
  load_other(entries_[entry_of(t.command, Stream::Queue)], memory_,
             t.command.address & kQueueAddress);
}

void SramChannel::do_store(InFlight& t) {
  store(entries_[entry_of(t.command, Stream::Queue)], memory_, t.command.address & kQueueAddress);
}

void SramChannel::do_store_count(InFlight& t) {
  store_count(entries_[entry_of(t.command, Stream::Queue)], memory_,
              t.command.address & kQueueAddress);
}

QueueEntry& SramChannel::claim(const InFlight& t, unsigned number, QueueUse use) {
  QueueEntry& e = entries_[number];
  const bool ring = use == QueueUse::Ring;
  if (ring && e.use != use) [[unlikely]]
    note_ring(e);
  if (!e.claim(use)) [[unlikely]]
    report(t, HazardKind::QueueMisuse,
           fmt::format("{} on entry {}, which is in use as a {}", mev2::info(t.command.op).token,
                       number, ring ? "queue" : "ring"));
  // An entry of zeros is an empty queue; as a ring it would be at address 0.
  if (ring && !e.set_up) [[unlikely]]
    report(t, HazardKind::UnknownRing,
           fmt::format("{} on entry {}, which was not set up as a ring: [boot] has no sram_ring "
                       "there and no descriptor was loaded",
                       mev2::info(t.command.op).token, number));
  return e;
}

void SramChannel::note_ring(const QueueEntry& e) {
  ring_blocks_.resize(memory_.longwords() / kSmallestRing);
  const uint32_t longwords = ring_longwords(e);
  const uint32_t first = (e.head & kQueueAddress & ~(longwords - 1)) / kSmallestRing;
  for (uint32_t i = 0; i < longwords / kSmallestRing && first + i < ring_blocks_.size(); ++i)
    ring_blocks_[first + i] = true;
}

std::optional<unsigned> SramChannel::find_ring(uint32_t longword) const {
  const uint32_t block = longword / kSmallestRing;
  if (block >= ring_blocks_.size() || !ring_blocks_[block]) [[likely]]
    return {};
  const auto e = std::ranges::find_if(
      entries_, [&](const QueueEntry& entry) { return ring_holds(entry, longword); });
  if (e == entries_.end()) return {};
  return static_cast<unsigned>(e - entries_.begin());
}

void SramChannel::watch_rings(const InFlight& t, uint32_t first, unsigned longwords) {
  if (ring_blocks_.empty()) return;
  for (unsigned i = 0; i < longwords; ++i)
    if (const auto entry = find_ring(first + i))
      return report(t, HazardKind::RingOverwritten,
                    fmt::format("{} of address {:#x} changes a word that is in the ring of entry "
                                "{}",
                                mev2::info(t.command.op).token, (first + i) * 4, *entry));
}

void SramChannel::note(const InFlight* t, QueueAction action, unsigned number, uint32_t word) {
  const Tick when = t ? t->effect : now();
  const uint32_t depth = entries_[number].depth();
  QueueStats& s = queue_stats_[number];
  s.depth.note(when, depth);
  switch (action) {
  case QueueAction::Enqueue: ++s.puts; break;
  case QueueAction::Put: s.puts += word; break;
  case QueueAction::Dequeue: ++(word ? s.gets : s.empty); break;
  case QueueAction::Get:
    s.gets += word;
    s.empty += word == 0;
    break;
  case QueueAction::EnqueueTail:
  case QueueAction::Load: break;
  }
  if (heard(events_)) [[unlikely]]
    tell(t, action, number, word);
}

void SramChannel::tell(const InFlight* t, QueueAction action, unsigned number, uint32_t word) {
  if (!events_->wants(EventKind::Queue)) return;
  const Tick when = t ? t->effect : now();
  const uint32_t depth = entries_[number].depth();
  const PacketTag tag = watch_ ? watch_->frame_in(place(number), {&word, 1}) : 0;
  events_->add(EventKind::Queue, static_cast<Slot>(slot()), when, source_of(t)).queue = {
      action, static_cast<uint8_t>(number_), static_cast<uint8_t>(number), word, depth, tag};
}

EventSource SramChannel::source_of(const InFlight* t) {
  return t ? EventSource{t->command.me, t->command.ctx, t->command.pc} : EventSource{};
}

void SramChannel::report(const InFlight* t, HazardKind kind, std::string text) {
  const EventSource s = source_of(t);
  hazards_.report({kind, t ? t->effect : now(), s.me, s.ctx, s.pc,
                   fmt::format("SRAM channel {}: {}", number_, std::move(text))});
}

void SramChannel::report_fault(const InFlight& t) {
  const SramFault fault = memory_.take_fault();
  const std::string_view what = mev2::info(t.command.op).token;
  if (fault.kind == SramFault::Kind::NeverWritten)
    report(
        t, HazardKind::Uninitialised,
        fmt::format("{} reads address {:#x}, which was never written", what, fault.longword * 4));
  else
    report(t, HazardKind::BadAddress,
           fmt::format("{} reaches address {:#x}, beyond the memory of {:#x} bytes", what,
                       uint64_t{fault.longword} * 4, bytes()));
}

} // namespace ixp
