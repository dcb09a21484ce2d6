#include "emu/memory/sram.h"

#include "base/diagnostic.h"
#include "emu/memory/bus.h"
#include "emu/memory/data_bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ixp {

using mev2::Opcode;

namespace {
constexpr uint32_t kChannelBits = 0xc000'0000; // [31:30] of every SRAM address
constexpr unsigned kMaxLongwords = 16;
constexpr unsigned kTransferRegisters = 128;
constexpr uint32_t kOverrideField = 1u << 20; // enables the byte mask, or attributes, of a command

uint32_t longword_of(const Command& c) {
  return (c.address & ~kChannelBits) / 4;
}

// Words on the data bus: a longword on the S bus, a quadword on the D bus.
unsigned bus_words(const Command& c, unsigned longwords) {
  return c.file == XferFile::S ? longwords : (longwords + 1) / 2;
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

uint32_t atomic_result(Opcode op, uint32_t old, uint32_t x) {
  switch (op) {
  case Opcode::SRAM_SET:
  case Opcode::SRAM_TEST_AND_SET: return old | x;
  case Opcode::SRAM_CLR:
  case Opcode::SRAM_TEST_AND_CLR: return old & ~x;
  case Opcode::SRAM_ADD:
  case Opcode::SRAM_TEST_AND_ADD: return old + x;
  case Opcode::SRAM_INCR:
  case Opcode::SRAM_TEST_AND_INCR: return old + 1;
  case Opcode::SRAM_DECR:
  case Opcode::SRAM_TEST_AND_DECR: return old - 1;
  default: return x; // swap
  }
}

// SRAM_CONTROL[9:7]: 0 = 512K x 18 = 1 MB ... 6 = 32M x 18 = 64 MB.
uint32_t size_code(uint64_t bytes) {
  const uint64_t megabytes = std::max<uint64_t>(1, bytes >> 20);
  return static_cast<uint32_t>(std::bit_width(megabytes - 1)) << sram_csr::kSizeShift;
}

QueueModes modes_of(uint32_t control) {
  return {(control & sram_csr::kIgnoreEop) != 0, (control & sram_csr::kIgnoreCells) != 0};
}
} // namespace

uint32_t enqueue_link(const Command& c) {
  const uint32_t w = c.override_word;
  if (!c.has_override || !(w & kOverrideField)) return link_word::make(c.address, true, false, 0);
  return link_word::make(c.address, w >> 19 & 1, w >> 18 & 1, w >> 12 & 0x3f);
}

// ---- What each command does to the channel.

std::array<SramChannel::Shape, mev2::kOpcodes> SramChannel::make_shapes() {
  using A = Amount;
  using P = Params;
  using S = SramChannel;
  std::array<Shape, mev2::kOpcodes> shapes{};
  const auto set = [&](Opcode op, Shape s) {
    s.two_signals = mev2::info(op).two_signals;
    shapes[static_cast<unsigned>(op)] = s;
  };
  const auto memory = [&](Opcode op, void (S::*body)(Flight&), uint64_t P::* latency, A reads,
                          A writes, A pulls, A pushes) {
    set(op, {body, Stream::Memory, latency, reads, writes, pulls, pushes});
  };
  const auto queue = [&](Opcode op, void (S::*body)(Flight&), uint64_t P::* latency, A reads,
                         A writes, A pushes) {
    set(op, {body, Stream::Queue, latency, reads, writes, A::None, pushes});
  };
  const auto ring = [&](Opcode op, void (S::*body)(Flight&), uint64_t P::* latency, A reads,
                        A writes, A pulls, A pushes) {
    set(op, {body, Stream::Ring, latency, reads, writes, pulls, pushes});
  };
  const auto atomic = [&](Opcode op, A pulls) {
    memory(op, &S::do_atomic, &P::sram_write, A::One, A::One, pulls, A::None);
  };
  const auto atomic_with_result = [&](Opcode op, A pulls) {
    memory(op, &S::do_atomic, &P::sram_atomic, A::One, A::One, pulls, A::One);
  };

  //     opcode              what                latency         reads     writes    pulls pushes
  memory(Opcode::SRAM_READ, &S::do_read, &P::sram_read, A::Count, A::None, A::None, A::Count);
  memory(Opcode::SRAM_WRITE, &S::do_write, &P::sram_write, A::None, A::Count, A::Count, A::None);
  memory(Opcode::SRAM_CSR_RD, &S::do_csr_read, &P::sram_read, A::None, A::None, A::None, A::One);
  memory(Opcode::SRAM_CSR_WR, &S::do_csr_write, &P::sram_write, A::None, A::None, A::One, A::None);
  atomic(Opcode::SRAM_SET, A::One);
  atomic(Opcode::SRAM_CLR, A::One);
  atomic(Opcode::SRAM_ADD, A::One);
  atomic(Opcode::SRAM_INCR, A::None);
  atomic(Opcode::SRAM_DECR, A::None);
  atomic_with_result(Opcode::SRAM_SWAP, A::One);
  atomic_with_result(Opcode::SRAM_TEST_AND_SET, A::One);
  atomic_with_result(Opcode::SRAM_TEST_AND_CLR, A::One);
  atomic_with_result(Opcode::SRAM_TEST_AND_ADD, A::One);
  atomic_with_result(Opcode::SRAM_TEST_AND_INCR, A::None);
  atomic_with_result(Opcode::SRAM_TEST_AND_DECR, A::None);

  ring(Opcode::SRAM_PUT, &S::do_ring_put, &P::sram_ring_put, A::None, A::Count, A::Count, A::One);
  ring(Opcode::SRAM_GET, &S::do_ring_get, &P::sram_ring_get, A::Count, A::None, A::None, A::Count);
  ring(Opcode::SRAM_JOURNAL, &S::do_journal, &P::sram_write, A::None, A::Count, A::Count, A::None);
  ring(Opcode::SRAM_FAST_JOURNAL, &S::do_fast_journal, &P::sram_write, A::None, A::One, A::None,
       A::None);

  queue(Opcode::SRAM_DEQUEUE, &S::do_dequeue, &P::sram_dequeue, A::One, A::None, A::One);
  queue(Opcode::SRAM_ENQUEUE, &S::do_enqueue, &P::sram_enqueue, A::None, A::One, A::None);
  queue(Opcode::SRAM_ENQUEUE_TAIL, &S::do_enqueue_tail, &P::sram_enqueue, A::None, A::None,
        A::None);
  queue(Opcode::SRAM_RD_QDESC_HEAD, &S::do_load_head, &P::sram_read, A::Two, A::None, A::Count);
  queue(Opcode::SRAM_RD_QDESC_TAIL, &S::do_load_tail, &P::sram_read, A::Two, A::None, A::Count);
  queue(Opcode::SRAM_RD_QDESC_OTHER, &S::do_load_other, &P::sram_read, A::One, A::None, A::None);
  queue(Opcode::SRAM_WR_QDESC, &S::do_store, &P::sram_write, A::None, A::Three, A::None);
  queue(Opcode::SRAM_WR_QDESC_COUNT, &S::do_store_count, &P::sram_write, A::None, A::One, A::None);
  return shapes;
}

const SramChannel::Shape& SramChannel::shape(Opcode op) {
  static const std::array<Shape, mev2::kOpcodes> shapes = make_shapes();
  return shapes[static_cast<unsigned>(op)];
}

unsigned SramChannel::amount(Amount a, const Command& c) {
  return a == Amount::Count ? std::clamp<unsigned>(c.count, 1, kMaxLongwords)
                            : static_cast<unsigned>(a);
}

unsigned SramChannel::entry_of(const Command& c, Stream stream) {
  return stream == Stream::Ring ? c.address >> 2 & 0x3f : c.address >> 24 & 0x3f;
}

void SramChannel::do_read(Flight& f) {
  const uint32_t at = longword_of(f.command);
  for (unsigned i = 0; i < amount(Amount::Count, f.command); ++i)
    f.words[i] = memory_.read(at + i);
}

void SramChannel::do_write(Flight& f) {
  const uint32_t at = longword_of(f.command), mask = write_mask(f.command);
  for (unsigned i = 0; i < amount(Amount::Count, f.command); ++i)
    memory_.write(at + i, (memory_.peek(at + i) & ~mask) | (f.words[i] & mask));
}

void SramChannel::do_atomic(Flight& f) {
  const uint32_t at = longword_of(f.command), old = memory_.read(at);
  memory_.write(at, atomic_result(f.command.op, old, f.words[0]));
  f.words[0] = old;
}

void SramChannel::do_csr_read(Flight& f) {
  const uint32_t address = f.command.address & ~kChannelBits;
  if (address > sram_csr::kParityStatus2 || address % 4)
    report(f, HazardKind::BadCsr,
           fmt::format("csr_rd of SRAM CSR {:#x}: there are 0, 4, 8", address));
  f.words[0] = read_csr(address);
}

void SramChannel::do_csr_write(Flight& f) {
  const uint32_t address = f.command.address & ~kChannelBits;
  if (address > sram_csr::kParityStatus2 || address % 4)
    report(f, HazardKind::BadCsr,
           fmt::format("csr_wr to SRAM CSR {:#x}: there are 0, 4, 8", address));
  write_csr(address, f.words[0]);
}

void SramChannel::do_ring_put(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Ring);
  const unsigned n = amount(Amount::Count, f.command);
  QueueEntry& e = claim(f, number, QueueUse::Ring);
  f.words[0] = ring_put(e, memory_, {f.words.data(), n});
  if (f.words[0] & kRingStored)
    note(&f, QueueEvent::Put, number, n);
  else
    ++queue_stats_[number].refused;
}

void SramChannel::do_ring_get(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Ring);
  const unsigned n = amount(Amount::Count, f.command);
  QueueEntry& e = claim(f, number, QueueUse::Ring);
  note(&f, QueueEvent::Get, number, ring_get(e, memory_, {f.words.data(), n}));
}

void SramChannel::do_journal(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Ring);
  const unsigned n = amount(shape(f.command.op).writes, f.command);
  journal(claim(f, number, QueueUse::Ring), memory_, {f.words.data(), n});
  note(&f, QueueEvent::Put, number, n);
}

void SramChannel::do_fast_journal(Flight& f) {
  f.words[0] = f.command.address;
  do_journal(f);
}

void SramChannel::do_dequeue(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Queue);
  QueueEntry& e = claim(f, number, QueueUse::Queue);
  f.words[0] = ixp::dequeue(e, memory_, modes_of(control_));
  note(&f, QueueEvent::Dequeue, number, f.words[0]);
}

void SramChannel::do_enqueue(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Queue);
  const uint32_t link = enqueue_link(f.command);
  if (link_word::buffer(link) >= memory_.longwords())
    report(f, HazardKind::BadAddress,
           fmt::format("enqueue of buffer {:#x} (longword), beyond the memory of {:#x}",
                       link_word::buffer(link), memory_.longwords()));
  ixp::enqueue(claim(f, number, QueueUse::Queue), memory_, link);
  note(&f, QueueEvent::Enqueue, number, link);
}

void SramChannel::do_enqueue_tail(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Queue);
  QueueEntry& e = claim(f, number, QueueUse::Queue);
  if (e.empty())
    report(
        f, HazardKind::QueueMisuse,
        fmt::format("enqueue_tail to entry {}, whose queue is empty: the chain is lost", number));
  const uint32_t link = enqueue_link(f.command);
  enqueue_tail(e, link);
  note(&f, QueueEvent::EnqueueTail, number, link);
}

void SramChannel::do_load_head(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Queue);
  QueueEntry& e = entries_[number];
  load_head(e, memory_, f.command.address & kQueueAddress);
  f.words[0] = e.head;
  f.words[1] = e.count;
  note(&f, QueueEvent::Load, number, 0);
}

void SramChannel::do_load_tail(Flight& f) {
  const unsigned number = entry_of(f.command, Stream::Queue);
  QueueEntry& e = entries_[number];
  load_tail(e, memory_, f.command.address & kQueueAddress);
  f.words[0] = e.tail;
  f.words[1] = e.count;
  note(&f, QueueEvent::Load, number, 0);
}

void SramChannel::do_load_other(Flight& f) {
  load_other(entries_[entry_of(f.command, Stream::Queue)], memory_,
             f.command.address & kQueueAddress);
}

void SramChannel::do_store(Flight& f) {
  store(entries_[entry_of(f.command, Stream::Queue)], memory_, f.command.address & kQueueAddress);
}

void SramChannel::do_store_count(Flight& f) {
  store_count(entries_[entry_of(f.command, Stream::Queue)], memory_,
              f.command.address & kQueueAddress);
}

QueueEntry& SramChannel::claim(const Flight& f, unsigned number, QueueUse use) {
  QueueEntry& e = entries_[number];
  const bool ring = use == QueueUse::Ring;
  if (!e.claim(use)) [[unlikely]]
    report(f, HazardKind::QueueMisuse,
           fmt::format("{} on entry {}, which is in use as a {}", mev2::info(f.command.op).token,
                       number, ring ? "queue" : "ring"));
  return e;
}

void SramChannel::note(const Flight* f, QueueEvent::Kind kind, unsigned number, uint32_t word) {
  const Tick t = f ? f->effect : now();
  const uint32_t depth = entries_[number].depth();
  QueueStats& s = queue_stats_[number];
  s.depth.note(t, depth);
  switch (kind) {
  case QueueEvent::Enqueue: ++s.puts; break;
  case QueueEvent::Put: s.puts += word; break;
  case QueueEvent::Dequeue: ++(word ? s.gets : s.empty); break;
  case QueueEvent::Get:
    s.gets += word;
    s.empty += word == 0;
    break;
  case QueueEvent::EnqueueTail:
  case QueueEvent::Load: break;
  }
  if (!observer_) return;
  const EventSource source =
      f ? EventSource{f->command.me, f->command.ctx, f->command.pc} : EventSource{};
  observer_->queue_event({kind, t, source, number_, number, word, depth});
}

void SramChannel::report(const Flight& f, HazardKind kind, std::string text) {
  const Command& c = f.command;
  hazards_.report({kind, f.effect, c.me, c.ctx, c.pc,
                   fmt::format("SRAM channel {}: {}", number_, std::move(text))});
}

void SramChannel::report_fault(const Flight& f) {
  const SramFault fault = memory_.take_fault();
  const std::string_view what = mev2::info(f.command.op).token;
  if (fault.kind == SramFault::Kind::NeverWritten)
    report(
        f, HazardKind::Uninitialised,
        fmt::format("{} reads address {:#x}, which was never written", what, fault.longword * 4));
  else
    report(f, HazardKind::BadAddress,
           fmt::format("{} reaches address {:#x}, beyond the memory of {:#x} bytes", what,
                       uint64_t{fault.longword} * 4, bytes()));
}

// ---- When.

SramChannel::SramChannel(unsigned number, const Params& params, HazardSink& hazards)
    : params_(params), hazards_(hazards), number_(number),
      memory_(static_cast<uint32_t>(params.sram_bytes), hazards.check),
      control_(size_code(params.sram_bytes)) {}

// Ticks from start to the moment at which a command of this latency has run, unloaded.
Tick SramChannel::after_start(uint64_t latency) const {
  return params_.me(latency - std::min(latency, params_.bus_command_latency));
}

bool SramChannel::can_accept(const Command&) const {
  return leaves_.size() < params_.sram_cmd_queue || leaves_.front() <= now();
}

// Takes the resources a command needs, as soon as all are free.
Tick SramChannel::start(const Command& c, const Shape& s, Tick arrival) {
  const Tick read = params_.me(params_.sram_service_per_lw) * amount(s.reads, c);
  const Tick write = params_.me(params_.sram_service_per_lw) * amount(s.writes, c);
  const Tick queue = s.stream == Stream::Memory ? 0 : params_.me(params_.sram_q_op_busy);
  Tick issue = arrival;
  if (read) issue = std::max(issue, read_free_);
  if (write) issue = std::max(issue, write_free_);
  if (queue) issue = std::max(issue, queue_free_);
  if (read) read_free_ = issue + read;
  if (write) write_free_ = issue + write;
  if (queue) queue_free_ = issue + queue;

  leaves_.push_back(leaves_.empty() ? issue : std::max(issue, leaves_.back()));
  stats_.waiting_max = std::max(stats_.waiting_max, static_cast<unsigned>(leaves_.size()));
  stats_.waiting_ticks += issue - arrival;
  stats_.read_busy += read;
  stats_.write_busy += write;
  stats_.queue_busy += queue;
  ++stats_.commands;
  stats_.queue_ops += queue != 0;
  stats_.longwords_read += amount(s.reads, c);
  stats_.longwords_written += amount(s.writes, c);

  if (c.op != Opcode::SRAM_DEQUEUE) return issue;
  // The next dequeue of the same queue waits for the link to return; other entries go ahead.
  Tick& next = next_dequeue_[entry_of(c, s.stream)];
  const Tick begin = std::max(issue, next);
  next = begin + params_.me(params_.sram_q_same_entry_gap);
  return begin;
}

Tick SramChannel::effect_order(const Command& c, const Shape& s, Tick effect) {
  Tick& last = s.stream == Stream::Memory ? memory_order_ : entry_order_[entry_of(c, s.stream)];
  return last = std::max(last, effect);
}

void SramChannel::accept(const Command& c, Tick arrival) {
  const Shape& s = shape(c.op);
  Flight f;
  f.command = c;
  f.effect = arrival;
  if (!s.body) return report(f, HazardKind::BadAddress, "a command for another unit");
  settle();
  while (!leaves_.empty() && leaves_.front() <= now())
    leaves_.pop_front();
  const unsigned pulls = amount(s.pulls, c), pushes = amount(s.pushes, c);
  const Tick begin = start(c, s, arrival), service = params_.me(params_.sram_service_per_lw);

  f.effect = begin + after_start(params_.sram_write);
  if (pulls)
    f.effect = std::max(f.effect + (pulls - 1) * service,
                        pull_slots(wiring_, c, f.effect, bus_words(c, pulls)));
  f.effect = effect_order(c, s, f.effect);

  if (pushes || c.signal) {
    const Tick first = begin + after_start(params_.*s.latency);
    f.done = std::max(f.effect, first + (std::max({1u, pulls, pushes}) - 1) * service);
    if (pushes)
      f.done = std::max(
          f.done, push_slots(wiring_, c, f.done - (pushes - 1) * service, bus_words(c, pushes)));
  }
  f.observed = pulls || f.done == f.effect || (s.two_signals && c.signal);
  if (pushes && c.data_me != c.me)
    wiring_.microengines[c.data_me]->expect_push(c.file, c.xfer, pushes);

  flights_.add(f);
  was_full_ |= leaves_.size() >= params_.sram_cmd_queue;
  reschedule();
}

void SramChannel::perform(Flight& f) {
  const Command& c = f.command;
  const Shape& s = shape(c.op);
  const unsigned pulls = amount(s.pulls, c);
  for (unsigned i = 0; i < pulls; ++i)
    f.words[i] = wiring_.microengines[c.data_me]->pull(c.file, (c.xfer + i) % kTransferRegisters);
  if (s.stream == Stream::Memory && c.address % 4) [[unlikely]]
    report(f, HazardKind::BadAddress,
           fmt::format("{} of address {:#x}, which is not a multiple of 4", mev2::info(c.op).token,
                       c.address & ~kChannelBits));
  (this->*s.body)(f);
  if (memory_.faulty()) [[unlikely]]
    report_fault(f);
  if (s.two_signals && c.signal)
    wiring_.microengines[c.me]->signal(c.ctx, c.signal & ~1u, f.effect);
}

void SramChannel::finish(Flight& f) {
  const Command& c = f.command;
  const Shape& s = shape(c.op);
  const unsigned pushes = amount(s.pushes, c);
  for (unsigned i = 0; i < pushes; ++i)
    wiring_.microengines[c.data_me]->push(c.file, (c.xfer + i) % kTransferRegisters, f.words[i]);
  if (c.signal)
    wiring_.microengines[c.me]->signal(c.ctx, s.two_signals ? c.signal | 1u : c.signal, f.done);
}

void SramChannel::step(Tick now) {
  flights_.step(now, [this](Flight& f) { perform(f); }, [this](Flight& f) { finish(f); });
  if (was_full_ && leaves_.front() <= now) {
    was_full_ = false;
    if (wiring_.router) wiring_.router->retry();
  }
  reschedule();
}

void SramChannel::reschedule() {
  schedule(std::min(flights_.next(), was_full_ ? leaves_.front() : kNever));
}

// ---- From outside.

void SramChannel::settle() {
  flights_.catch_up(now(), [this](Flight& f) { perform(f); });
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

void SramChannel::set_up_queue(unsigned number, uint32_t descriptor) {
  settle();
  QueueEntry& e = entries_.at(number) = {};
  e.use = QueueUse::Queue;
  if (descriptor + 12 <= bytes()) store(e, memory_, descriptor / 4);
  note(nullptr, QueueEvent::Load, number, 0);
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
  note(nullptr, QueueEvent::Load, number, 0);
}

void SramChannel::fill_freelist(unsigned number, uint32_t first, uint32_t count, uint32_t stride) {
  for (uint32_t i = 0; i < count; ++i)
    enqueue(number, link_word::make((first + i * stride) / 4, true, false, 0));
}

void SramChannel::enqueue(unsigned number, uint32_t link) {
  settle();
  ixp::enqueue(entries_.at(number), memory_, link);
  note(nullptr, QueueEvent::Enqueue, number, link);
}

uint32_t SramChannel::dequeue(unsigned number) {
  settle();
  const uint32_t link = ixp::dequeue(entries_.at(number), memory_, modes_of(control_));
  note(nullptr, QueueEvent::Dequeue, number, link);
  return link;
}

bool SramChannel::put(unsigned number, uint32_t word) {
  settle();
  const bool stored = ring_put(entries_.at(number), memory_, {&word, 1}) & kRingStored;
  if (stored)
    note(nullptr, QueueEvent::Put, number, 1);
  else
    ++queue_stats_[number].refused;
  return stored;
}

unsigned SramChannel::get(unsigned number, std::span<uint32_t> words) {
  settle();
  const unsigned got = ring_get(entries_.at(number), memory_, words);
  note(nullptr, QueueEvent::Get, number, got);
  return got;
}

} // namespace ixp
