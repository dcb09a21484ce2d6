// Timing of SRAM commands, and access to the channel by boot software and the control core.
#include "emu/memory/sram.h"

#include "base/diagnostic.h"
#include "emu/kernel/command.h"
#include "emu/memory/data_bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ixp {

namespace {
// Words on the data bus: a longword on the S bus, a quadword on the D bus.
unsigned bus_words(const Command& c, unsigned longwords) {
  return c.file == XferFile::S ? longwords : (longwords + 1) / 2;
}

// SRAM_CONTROL[9:7]: 0 = 512K x 18 = 1 MB ... 6 = 32M x 18 = 64 MB.
uint32_t size_code(uint64_t bytes) {
  const uint64_t megabytes = std::max<uint64_t>(1, bytes >> 20);
  return static_cast<uint32_t>(std::bit_width(megabytes - 1)) << sram_csr::kSizeShift;
}
} // namespace

SramChannel::SramChannel(unsigned number, const Params& params, HazardSink& hazards)
    : hazards_(hazards), number_(number),
      memory_(static_cast<uint32_t>(params.sram_bytes), hazards.check),
      control_(size_code(params.sram_bytes)), service_(params.me(params.sram_service_per_lw)),
      queue_busy_(params.me(params.sram_q_op_busy)),
      dequeue_gap_(params.me(params.sram_q_same_entry_gap)), queue_(params.sram_cmd_queue) {}

bool SramChannel::can_accept(const Command&, Tick now) const {
  return !queue_.full(now);
}

// Reserves the resources of a command, as soon as all are free.
[[gnu::always_inline]] inline Tick SramChannel::start(const Command& c, const Shape& s, Tick now,
                                                      Tick arrival) {
  const unsigned reads = amount(s.reads, c), writes = amount(s.writes, c); // longwords
  const Tick read = service_ * reads, write = service_ * writes;
  const Tick queue = s.stream == Stream::Memory ? 0 : queue_busy_;
  Tick issue = arrival;
  if (read) issue = std::max(issue, read_free_);
  if (write) issue = std::max(issue, write_free_);
  if (queue) issue = std::max(issue, queue_free_);
  if (read) read_free_ = issue + read;
  if (write) write_free_ = issue + write;
  if (queue) queue_free_ = issue + queue;

  last_leaves_ = std::max(issue, last_leaves_);
  queue_.add(last_leaves_, now);
  stats_.waiting_max = queue_.max();
  stats_.waiting_ticks += issue - arrival;
  stats_.read_busy += read;
  stats_.write_busy += write;
  stats_.queue_busy += queue;
  ++stats_.commands;
  stats_.queue_ops += queue != 0;
  stats_.longwords_read += reads;
  stats_.longwords_written += writes;

  if (c.op != mev2::Opcode::SRAM_DEQUEUE) return issue;
  // The next dequeue of the same queue waits for the link to return; other entries go ahead.
  Tick& next = next_dequeue_[entry_of(c, s.stream)];
  const Tick begin = std::max(issue, next);
  next = begin + dequeue_gap_;
  return begin;
}

[[gnu::always_inline]] inline Tick SramChannel::effect_order(const Command& c, const Shape& s,
                                                             Tick effect) {
  if (accesses_memory(s)) return memory_order(c, s, effect);
  Tick& last = s.stream == Stream::Memory ? csr_order_ : entry_order_[entry_of(c, s.stream)];
  return last = std::max(last, effect);
}

[[gnu::always_inline]] inline Tick SramChannel::memory_order(const Command& c, const Shape& s,
                                                             Tick effect) {
  const bool write = s.writes != Amount::None;
  Tick& same = write ? last_write_ : last_read_;
  effect = std::max(effect, same);
  if (effect < (write ? last_read_ : last_write_))
    effect = std::max(effect, last_overlapping(span_of(c, s), !write));
  return same = effect;
}

inline SramChannel::Span SramChannel::span_of(const Command& c, const Shape& s) {
  const uint32_t first = (c.address & ~kSramChannelBits) / 4;
  return {first, first + amount(s.writes != Amount::None ? s.writes : s.reads, c)};
}

// The latest pending effect of earlier reads, or writes, of this memory; 0: there is none.
Tick SramChannel::last_overlapping(Span span, bool write) const {
  Tick last = 0;
  for (const InFlight* t = first_effect(); t; t = t->next_effect) {
    const Shape& s = shape(t->command.op);
    if (!accesses_memory(s) || (s.writes != Amount::None) != write) continue;
    const Span earlier = span_of(t->command, s);
    if (earlier.first < span.end && span.first < earlier.end) last = t->effect;
  }
  return last;
}

[[gnu::always_inline]] inline void SramChannel::set_times(InFlight& t, const Shape& s,
                                                          const CommandRow& row, Tick begin) {
  const Command& c = t.command;
  const unsigned pulls = t.pulls, pushes = t.pushes;
  t.effect = begin + row.effect;
  if (pulls)
    t.effect = std::max(t.effect + (pulls - 1) * service_,
                        pull_slots(wiring_, c, t.effect, bus_words(c, pulls)));
  t.effect = effect_order(c, s, t.effect);

  t.done = kNever;
  if (!pushes && !c.signal) return;
  t.done = std::max(t.effect, begin + row.done + (std::max({1u, pulls, pushes}) - 1) * service_);
  if (pushes)
    t.done = std::max(
        t.done, push_slots(wiring_, c, t.done - (pushes - 1) * service_, bus_words(c, pushes)));
}

[[gnu::always_inline]] inline void SramChannel::take(InFlight& t, const Shape& s, Tick now,
                                                     Tick arrival) {
  const Command& c = t.command;
  const CommandRow& row = begin(t, std::min<unsigned>(c.count, kMaxLongwords));
  if (s.stream != Stream::Memory) // commands of the queue array may leave words out
    std::fill_n(t.words.begin(), t.pushes, 0);
  set_times(t, s, row, start(c, s, now, arrival));
  launch(t, arrival);
}

Tick SramChannel::accept(InFlight& t, Tick now, Tick arrival) {
  if (queue_.full(now)) return queue_.room_at();
  const Shape& s = shape(t.command.op);
  if (t.command.op == mev2::Opcode::SRAM_READ) // the most frequent: constants specialise it
    take(t, {s.body, Stream::Memory, Amount::Count, Amount::None}, now, arrival);
  else
    take(t, s, now, arrival);
  return kTaken;
}

void SramChannel::perform(InFlight& t) {
  const Command& c = t.command;
  const Shape& s = shape(c.op);
  if (s.stream == Stream::Memory && c.address % 4) [[unlikely]]
    report(t, HazardKind::BadAddress,
           fmt::format("{} of address {:#x}, which is not a multiple of 4", mev2::info(c.op).token,
                       c.address & ~kSramChannelBits));
  (this->*s.body)(t);
  if (memory_.faulty()) [[unlikely]]
    report_fault(t);
}

// ---- Access from outside.

QueueModes SramChannel::modes() const {
  return {(control_ & sram_csr::kIgnoreEop) != 0, (control_ & sram_csr::kIgnoreCells) != 0};
}

uint32_t SramChannel::read(uint32_t address) {
  settle();
  return memory_.peek(address / 4);
}

void SramChannel::write(uint32_t address, uint32_t value) {
  settle();
  if (address < bytes()) memory_.write(address / 4, value);
}

uint32_t SramChannel::read_csr(uint32_t address) const {
  return address == sram_csr::kControl ? control_ : 0; // parity never fails here
}

void SramChannel::write_csr(uint32_t address, uint32_t value) {
  if (address == sram_csr::kControl) control_ = value;
}

const QueueEntry& SramChannel::entry(unsigned number) {
  settle();
  return entries_.at(number);
}

std::vector<uint32_t> SramChannel::entry_words(unsigned number) {
  const QueueEntry& e = entry(number);
  return e.use == QueueUse::Ring ? words_in_ring(e, memory_) : links_in_queue(e, memory_, modes());
}

QueuePlace SramChannel::place(unsigned number) const {
  return {QueuePlace::Array, static_cast<uint8_t>(number_), static_cast<uint8_t>(number)};
}

void SramChannel::set_up_queue(unsigned number, uint32_t descriptor) {
  settle();
  QueueEntry& e = entries_.at(number) = {};
  e.use = QueueUse::Queue;
  e.set_up = true;
  if (descriptor + 12 <= bytes()) store(e, memory_, descriptor / 4);
  note(nullptr, QueueAction::Load, number, 0);
}

void SramChannel::load_entry(unsigned number, uint32_t descriptor) {
  settle();
  follow_load(number);
  QueueEntry& e = entries_.at(number) = {};
  load_end(e, memory_, descriptor / 4, true);
  load_other(e, memory_, descriptor / 4);
  if (memory_.faulty()) memory_.take_fault();
  note(nullptr, QueueAction::Load, number, 0);
}

void SramChannel::set_up_ring(unsigned number, uint32_t base, uint32_t longwords) {
  settle();
  if (!std::has_single_bit(longwords) || longwords < kSmallestRing ||
      longwords > kSmallestRing << 7)
    throw InputError(
        fmt::format("SRAM ring of {} longwords: expected 512, 1024, ... 65536", longwords));
  if (base % (longwords * 4) != 0)
    throw InputError(fmt::format("SRAM ring at {:#x}: expected a multiple of its size, {:#x} bytes",
                                 base, longwords * 4));
  if (uint64_t{base} + longwords * 4 > bytes())
    throw InputError(
        fmt::format("SRAM ring at {:#x} ends beyond the channel's {:#x} bytes", base, bytes()));
  QueueEntry& e = entries_.at(number) = {};
  const auto code = static_cast<uint32_t>(std::countr_zero(longwords / kSmallestRing));
  e.head = code << kRingSizeShift | base / 4;
  e.tail = base / 4;
  e.use = QueueUse::Ring;
  e.set_up = true;
  note_ring(e);
  note(nullptr, QueueAction::Load, number, 0);
}

void SramChannel::fill_freelist(unsigned number, uint32_t first, uint32_t count, uint32_t stride) {
  for (uint32_t i = 0; i < count; ++i)
    enqueue(number, link_word::make((first + i * stride) / 4, true, false, 0));
  entries_.at(number).set_up = true;
  buffer_lists_.emplace_back(number, first / 4, count, stride / 4);
}

const std::vector<BufferList>& SramChannel::buffer_lists() {
  settle();
  return buffer_lists_;
}

std::vector<uint32_t> SramChannel::chain(unsigned number, size_t most) {
  std::vector<uint32_t> buffers = links_in_queue(entry(number), memory_, modes());
  if (buffers.size() > most) buffers.resize(most);
  for (uint32_t& buffer : buffers)
    buffer = link_word::buffer(buffer);
  return buffers;
}

void SramChannel::enqueue(unsigned number, uint32_t link) {
  settle();
  follow_enqueue(nullptr, number, link_word::buffer(link));
  ixp::enqueue(entries_.at(number), memory_, link);
  note(nullptr, QueueAction::Enqueue, number, link);
}

uint32_t SramChannel::dequeue(unsigned number) {
  settle();
  const uint32_t link = ixp::dequeue(entries_.at(number), memory_, modes());
  follow_dequeue(nullptr, number, link);
  note(nullptr, QueueAction::Dequeue, number, link);
  return link;
}

std::optional<unsigned> SramChannel::ring_with(uint32_t address) {
  settle();
  return find_ring(address / 4);
}

bool SramChannel::put(unsigned number, uint32_t word) {
  settle();
  const bool stored = ring_put(entries_.at(number), memory_, {&word, 1}) & kRingStored;
  if (stored)
    note(nullptr, QueueAction::Put, number, 1);
  else
    ++queue_stats_[number].refused;
  return stored;
}

unsigned SramChannel::get(unsigned number, std::span<uint32_t> words) {
  settle();
  const unsigned got = ring_get(entries_.at(number), memory_, words);
  note(nullptr, QueueAction::Get, number, got);
  return got;
}

} // namespace ixp
