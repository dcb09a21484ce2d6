// When SRAM commands run, and the channel as boot software and the control core see it.
#include "emu/memory/sram.h"

#include "base/diagnostic.h"
#include "emu/kernel/command_port.h"
#include "emu/memory/bus.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/tell.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ixp {

namespace {
constexpr unsigned kTransferRegisters = 128;

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
    : params_(params), hazards_(hazards), number_(number),
      memory_(static_cast<uint32_t>(params.sram_bytes), hazards.check),
      control_(size_code(params.sram_bytes)), after_write_(after_start(params.sram_write)) {}

// Ticks from start to the moment at which a command of this latency has run, unloaded.
Tick SramChannel::after_start(uint64_t latency) const {
  return params_.me(latency - std::min(latency, params_.bus_command_latency));
}

bool SramChannel::can_accept(const Command&) const {
  return leaves_.size() < params_.sram_cmd_queue || leaves_.next() <= now();
}

// Takes the resources a command needs, as soon as all are free.
Tick SramChannel::start(const Command& c, const Shape& s, Tick arrival) {
  const unsigned reads = amount(s.reads, c), writes = amount(s.writes, c); // longwords
  const Tick each = params_.me(params_.sram_service_per_lw);
  const Tick read = each * reads, write = each * writes;
  const Tick queue = s.stream == Stream::Memory ? 0 : params_.me(params_.sram_q_op_busy);
  Tick issue = arrival;
  if (read) issue = std::max(issue, read_free_);
  if (write) issue = std::max(issue, write_free_);
  if (queue) issue = std::max(issue, queue_free_);
  if (read) read_free_ = issue + read;
  if (write) write_free_ = issue + write;
  if (queue) queue_free_ = issue + queue;

  last_leaves_ = std::max(issue, last_leaves_);
  leaves_.push(last_leaves_, {});
  stats_.waiting_max = std::max(stats_.waiting_max, leaves_.size());
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
  next = begin + params_.me(params_.sram_q_same_entry_gap);
  return begin;
}

Tick SramChannel::effect_order(const Command& c, const Shape& s, Tick effect) {
  if (s.stream == Stream::Memory && (s.reads != Amount::None || s.writes != Amount::None))
    return memory_order(c, s, effect);
  Tick& last = s.stream == Stream::Memory ? csr_order_ : entry_order_[entry_of(c, s.stream)];
  return last = std::max(last, effect);
}

Tick SramChannel::memory_order(const Command& c, const Shape& s, Tick effect) {
  const bool write = s.writes != Amount::None;
  Direction& same = write ? writes_ : reads_;
  Direction& other = write ? reads_ : writes_;
  const uint32_t first = (c.address & ~kSramChannelBits) / 4;
  const Span span{first, first + amount(write ? s.writes : s.reads, c)};
  effect = std::max(effect, same.last);
  if (effect < other.last)
    effect = std::max(effect, other.pending.last_where([&](const Span& earlier) {
      return earlier.first < span.end && span.first < earlier.end;
    }));
  while (same.pending.next() <= now())
    same.pending.pop();
  same.pending.push(effect, span);
  return same.last = effect;
}

void SramChannel::accept(const Command& c, Tick arrival) {
  const Shape& s = shape(c.op);
  if (!s.body) return refuse(c, arrival);
  if (flights_.waiting() >= kSettleAt) settle(); // nobody may have had a reason to
  Flight& f = flights_.create();
  f.command = c;
  f.pulled = false;
  while (leaves_.next() <= now())
    leaves_.pop();
  const unsigned pulls = f.pulls = std::min(words_pulled(c), kMaxLongwords);
  const unsigned pushes = f.pushes = std::min(words_pushed(c), kMaxLongwords);
  const Tick begin = start(c, s, arrival), service = params_.me(params_.sram_service_per_lw);

  f.words[0] = 0;
  if (c.op != mev2::Opcode::SRAM_READ) // others may leave some out
    std::fill_n(f.words.begin(), std::max(1u, pushes), 0);
  const Tick latency = after_start(params_.*s.latency);
  f.effect = begin + std::min(after_write_, latency);
  if (pulls)
    f.effect = std::max(f.effect + (pulls - 1) * service,
                        pull_slots(wiring_, c, f.effect, bus_words(c, pulls)));
  f.effect = effect_order(c, s, f.effect);

  f.done = kNever;
  if (pushes || c.signal) {
    const Tick first = begin + latency;
    f.done = std::max(f.effect, first + (std::max({1u, pulls, pushes}) - 1) * service);
    if (pushes)
      f.done = std::max(
          f.done, push_slots(wiring_, c, f.done - (pushes - 1) * service, bus_words(c, pushes)));
  }
  f.observed = pulls || f.done == f.effect || (s.two_signals && c.signal);
  if (pushes && c.data_me != c.me)
    wiring_.microengines[c.data_me]->expect_push(c.file, c.xfer, pushes);
  if (pulls && c.data_me != c.me)
    wiring_.microengines[c.data_me]->expect_pull(c.file, c.xfer, pulls);

  if (events_) [[unlikely]]
    events_->accepted(static_cast<Slot>(slot()), c, arrival, f.effect, f.done);
  if (wiring_.ahead) tell(f, s);
  flights_.launch();
  was_full_ |= leaves_.size() >= params_.sram_cmd_queue;
  reschedule();
}

void SramChannel::refuse(const Command& c, Tick arrival) {
  Flight f;
  f.command = c;
  f.effect = arrival;
  report(f, HazardKind::BadAddress, "a command for another unit");
}

void SramChannel::tell(Flight& f, const Shape& s) {
  const Command& c = f.command;
  const bool keeps = !f.pushes || c.data_me == c.me;
  Completion done;
  if (keeps) {
    done.unit = this;
    done.id = flights_.created();
    done.file = c.file;
    done.first = c.xfer;
    done.words = static_cast<uint8_t>(f.pushes);
  }
  tell_issuer(*wiring_.microengines[c.me], slot(), c, s.two_signals ? Signals::Apart : Signals::One,
              f, done, keeps);
}

const uint32_t* SramChannel::complete(uint32_t id) {
  Flight& f = flights_.at(id);
  if (!f.performed) {
    if (f.pushes)
      settle();
    else if (f.command.data_me == f.command.me) // others' registers may be ahead
      pull(f);
  }
  flights_.complete(id);
  return f.words.data();
}

void SramChannel::pull(Flight& f) {
  const Command& c = f.command;
  if (f.pulled) return;
  f.pulled = true;
  for (unsigned i = 0; i < f.pulls; ++i)
    f.words[i] = wiring_.microengines[c.data_me]->pull(c.file, (c.xfer + i) % kTransferRegisters);
}

void SramChannel::perform(Flight& f) {
  const Command& c = f.command;
  const Shape& s = shape(c.op);
  pull(f);
  if (s.stream == Stream::Memory && c.address % 4) [[unlikely]]
    report(f, HazardKind::BadAddress,
           fmt::format("{} of address {:#x}, which is not a multiple of 4", mev2::info(c.op).token,
                       c.address & ~kSramChannelBits));
  (this->*s.body)(f);
  if (memory_.faulty()) [[unlikely]]
    report_fault(f);
  if (s.two_signals && c.signal && !wiring_.ahead)
    wiring_.microengines[c.me]->signal(c.ctx, c.signal & ~1u, f.effect);
}

void SramChannel::finish(Flight& f) {
  const Command& c = f.command;
  const Shape& s = shape(c.op);
  for (unsigned i = 0; i < f.pushes; ++i)
    wiring_.microengines[c.data_me]->push(c.file, (c.xfer + i) % kTransferRegisters, f.words[i]);
  if (c.signal && !wiring_.ahead)
    wiring_.microengines[c.me]->signal(c.ctx, s.two_signals ? c.signal | 1u : c.signal, f.done);
}

void SramChannel::step(Tick now) {
  flights_.step(now, [this](Flight& f) { perform(f); }, [this](Flight& f) { finish(f); });
  if (was_full_ && leaves_.next() <= now) {
    was_full_ = false;
    if (wiring_.router) wiring_.router->retry();
  }
  reschedule();
}

void SramChannel::reschedule() {
  schedule(std::min(flights_.next(), was_full_ ? leaves_.next() : kNever));
}

// ---- From outside.

void SramChannel::settle() {
  flights_.catch_up(now(), [this](Flight& f) { perform(f); });
}

void SramChannel::list_commands(std::vector<Command>& out) const {
  flights_.for_each([&](const Flight& f) { out.push_back(f.command); });
}

// Effects nobody saw happen may be due: that changes only when they are worked out.
const QueueStats& SramChannel::queue_stats(unsigned number) const {
  const_cast<SramChannel*>(this)->settle();
  return queue_stats_[number];
}

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
  load_tail(e, memory_, descriptor / 4);
  load_other(e, memory_, descriptor / 4);
  e.set_up = true;
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
  const QueueEntry& e = entry(number);
  const bool ignore_eop = modes().ignore_eop;
  std::vector<uint32_t> buffers;
  uint32_t link = e.head;
  for (uint32_t packets = e.depth(); packets > 0 && buffers.size() < most;) {
    buffers.push_back(link_word::buffer(link));
    if (ignore_eop || link & link_word::kEop) --packets;
    link = memory_.peek(buffers.back());
  }
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
