#include "emu/memory/dram.h"

#include "emu/memory/bus.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/paged_memory.h"
#include "emu/memory/tell.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ixp {

using mev2::Opcode;

namespace {
constexpr unsigned kQuadword = 8;
constexpr unsigned kMaxQuadwords = 16;
constexpr unsigned kTransferRegisters = 128;
constexpr unsigned kElementBytes = 64;  // what dram.rbuf_rd and dram.tbuf_wr are given for
constexpr uint32_t kBufferBytes = 8192; // RBUF, TBUF

unsigned quadwords(const Command& c) {
  return std::clamp<unsigned>(c.count, 1, kMaxQuadwords);
}

// Words on the data bus: a quadword on the D bus, a longword on the S bus.
unsigned bus_words(const Command& c) {
  return c.file == XferFile::D ? quadwords(c) : 2 * quadwords(c);
}

// [20] enables [19:12]: a byte mask for every quadword of a write; bit 7 is the lowest address, as
// bit 3 of ld_field's mask is bits 31:24.
constexpr uint32_t kMaskEnable = 1u << 20;
uint8_t write_mask(const Command& c) {
  return c.has_override && (c.override_word & kMaskEnable) ? c.override_word >> 12 & 0xff : 0xff;
}

uint32_t load_longword(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}
void store_longword(uint8_t* bytes, uint32_t value) {
  for (unsigned i = 0; i < 4; ++i)
    bytes[i] = static_cast<uint8_t>(value >> (24 - 8 * i));
}
} // namespace

Dram::Dram(const Params& params, HazardSink& hazards)
    : params_(params), hazards_(hazards), check_(hazards.check),
      memory_(std::make_unique<PagedMemory>(params.dram_bytes, check_)), banks_(params) {}

Dram::~Dram() = default;

void Dram::connect(const MemoryWiring& wiring, ElementStore* elements) {
  wiring_ = wiring;
  elements_ = elements;
}

Dram::Kind Dram::kind_of(Opcode op) {
  switch (op) {
  case Opcode::DRAM_WRITE: return Kind::Write;
  case Opcode::DRAM_RBUF_RD: return Kind::FromRbuf;
  case Opcode::DRAM_TBUF_WR: return Kind::ToTbuf;
  default: return Kind::Read;
  }
}

Dram::Span Dram::span_of(const Command& c) {
  return {c.address & ~(kQuadword - 1), quadwords(c) * kQuadword};
}

// ---- When.

uint64_t Dram::latency_of(Kind kind) const {
  switch (kind) {
  case Kind::Write: return params_.dram_write;
  case Kind::FromRbuf: return params_.dram_rbuf_rd;
  case Kind::ToTbuf: return params_.dram_tbuf_wr;
  default: return params_.dram_read;
  }
}

// Ticks from the start of a granule to the moment at which a command of this latency has run.
Tick Dram::after_start(uint64_t latency) const {
  return params_.me(latency - std::min(latency, params_.bus_command_latency));
}

bool Dram::can_accept(const Command& c) const {
  const Span span = span_of(c);
  return banks_.room(span.address, span.bytes, now());
}

// The last word is pulled, or leaves for memory or TBUF.
Tick Dram::effect_of(const Flight& f, const DramBanks::Plan& plan) {
  const Command& c = f.command;
  const unsigned n = quadwords(c);
  Tick effect = plan.first + after_start(std::min(params_.dram_write, latency_of(f.kind)));
  if (f.kind == Kind::Write)
    effect = std::max(effect + (n - 1) * params_.me(params_.bus_d_cycles_per_quadword),
                      pull_slots(wiring_, c, effect, bus_words(c)));
  return banks_.in_bank_order(effect);
}

Tick Dram::done_of(const Flight& f, const DramBanks::Plan& plan) {
  const Command& c = f.command;
  const unsigned n = quadwords(c);
  if (f.kind == Kind::Write) return f.effect;
  if (f.kind == Kind::Read) {
    const Tick after = after_start(params_.dram_read);
    const Tick first = plan.first + after;
    const Tick last = std::max(first + (n - 1) * params_.me(params_.bus_d_cycles_per_quadword),
                               plan.last + after);
    return std::max({f.effect, last, push_slots(wiring_, c, first, bus_words(c))});
  }
  // The parameter counts for 64 bytes: take the time of their granules off again.
  const Tick granules = (kElementBytes / banks_.granule_bytes() - 1) * banks_.granule_ticks();
  const Tick after = after_start(latency_of(f.kind));
  const Tick done = plan.last + (after - std::min(after, granules));
  return std::max({f.effect, done, element_slots(wiring_, f.kind == Kind::FromRbuf, done, n)});
}

void Dram::accept(const Command& c, Tick arrival) {
  if (flights_.waiting() >= kSettleAt) settle(); // nobody may have had a reason to
  Flight& f = flights_.create();
  f.command = c;
  f.kind = kind_of(c.op);
  f.pulled = false;
  const Span span = span_of(c);
  const bool partial = f.kind == Kind::Write && write_mask(c) != 0xff;
  const DramBanks::Plan plan = banks_.plan(span.address, span.bytes, arrival, now(), partial);
  f.effect = effect_of(f, plan);
  const Tick done = done_of(f, plan);
  f.done = c.signal || f.kind == Kind::Read ? done : kNever;
  f.observed = f.kind != Kind::Read || f.done == f.effect;
  if (f.kind == Kind::Read && c.data_me != c.me)
    wiring_.microengines[c.data_me]->expect_push(c.file, c.xfer, 2 * quadwords(c));
  if (f.kind == Kind::Write && c.data_me != c.me)
    wiring_.microengines[c.data_me]->expect_pull(c.file, c.xfer, 2 * quadwords(c));
  ++stats_.commands;
  stats_.waiting_ticks += plan.first - std::min(arrival, plan.first);
  if (events_) [[unlikely]]
    events_->accepted(static_cast<Slot>(slot()), c, arrival, f.effect, f.done);
  if (wiring_.ahead) tell(f);
  flights_.launch();
  full_until_ = banks_.next_room(now());
  reschedule();
}

void Dram::tell(Flight& f) {
  const Command& c = f.command;
  const bool reads = f.kind == Kind::Read, keeps = !reads || c.data_me == c.me;
  Completion done;
  if (keeps) {
    done.unit = this;
    done.id = flights_.created();
    done.file = c.file;
    done.first = c.xfer;
    done.words = static_cast<uint8_t>(reads ? 2 * quadwords(c) : 0);
  }
  tell_issuer(*wiring_.microengines[c.me], slot(), c, Signals::Together, f, done, keeps);
}

const uint32_t* Dram::complete(uint32_t id) {
  Flight& f = flights_.at(id);
  const bool reads = f.kind == Kind::Read;
  if (!f.performed) {
    if (reads)
      settle();
    else if (f.command.data_me == f.command.me) // others' registers may be ahead
      pull(f);
  }
  flights_.complete(id);
  if (reads)
    for (unsigned i = 0; i < 2 * quadwords(f.command); ++i)
      completed_[i] = load_longword(&f.data[4 * i]);
  return completed_.data();
}

void Dram::step(Tick now) {
  flights_.step(now, [this](Flight& f) { perform(f); }, [this](Flight& f) { finish(f); });
  if (full_until_ <= now) {
    full_until_ = banks_.next_room(now);
    if (wiring_.router) wiring_.router->retry();
  }
  reschedule();
}

void Dram::reschedule() {
  schedule(std::min(flights_.next(), full_until_));
}

void Dram::settle() {
  flights_.catch_up(now(), [this](Flight& f) { perform(f); });
}

void Dram::list_commands(std::vector<Command>& out) const {
  flights_.for_each([&](const Flight& f) { out.push_back(f.command); });
}

// ---- What.

void Dram::perform(Flight& f) {
  const Command& c = f.command;
  if (c.address % kQuadword) [[unlikely]]
    report(f, HazardKind::BadAddress,
           fmt::format("address {:#x} is not a multiple of 8", c.address));
  const Span span = span_of(c);
  if (span.address + uint64_t{span.bytes} > bytes()) [[unlikely]]
    report(f, HazardKind::BadAddress,
           fmt::format("address {:#x}, {} bytes, reaches beyond the memory of {:#x} bytes",
                       span.address, span.bytes, bytes()));
  switch (f.kind) {
  case Kind::Read: do_read(f, span); break;
  case Kind::Write: do_write(f, span); break;
  case Kind::FromRbuf: do_from_rbuf(f, span); break;
  case Kind::ToTbuf: do_to_tbuf(f, span); break;
  }
  if (heard(events_, EventKind::Dram)) [[unlikely]]
    tell_event(f, span);
}

void Dram::tell_event(const Flight& f, Span span) {
  const Command& c = f.command;
  std::array<PacketTag, kMaxBytes / kTagGranule> tags{};
  load_tags(span, tags.data());
  const auto first = std::find_if(tags.begin(), tags.end(), [](PacketTag t) { return t != 0; });
  events_->add(EventKind::Dram, static_cast<Slot>(slot()), f.effect, {c.me, c.ctx, c.pc}).dram = {
      f.kind, span.address, span.bytes, first == tags.end() ? 0 : *first};
}

void Dram::finish(Flight& f) {
  const Command& c = f.command;
  if (f.kind == Kind::Read) {
    Requester& me = *wiring_.microengines[c.data_me];
    for (unsigned i = 0; i < 2 * quadwords(c); ++i)
      me.push(c.file, (c.xfer + i) % kTransferRegisters, load_longword(&f.data[4 * i]));
  }
  if (!c.signal || wiring_.ahead) return;
  Requester& me = *wiring_.microengines[c.me];
  if (c.signal & ~1u) me.signal(c.ctx, c.signal & ~1u, f.done);
  me.signal(c.ctx, c.signal | 1u, f.done);
}

void Dram::do_read(Flight& f, Span span) {
  if (check_) check_written(f, span);
  load(span, f.data.data());
  stats_.bytes_read += span.bytes;
}

void Dram::pull(Flight& f) {
  const Command& c = f.command;
  if (f.pulled || f.kind != Kind::Write) return;
  f.pulled = true;
  Requester& me = *wiring_.microengines[c.data_me];
  for (unsigned i = 0; i < 2 * quadwords(c); ++i)
    store_longword(&f.data[4 * i], me.pull(c.file, (c.xfer + i) % kTransferRegisters));
}

void Dram::do_write(Flight& f, Span span) {
  pull(f);
  const uint8_t mask = write_mask(f.command);
  if (mask != 0xff) { // bytes that are masked out stay
    std::array<uint8_t, kMaxBytes> old;
    load(span, old.data());
    for (unsigned i = 0; i < span.bytes; ++i)
      if (!(mask >> (7 - i % kQuadword) & 1)) f.data[i] = old[i];
  }
  store(span, f.data.data());
  stats_.bytes_written += span.bytes;
}

void Dram::do_from_rbuf(Flight& f, Span span) {
  std::array<PacketTag, kMaxQuadwords> tags{};
  const uint32_t offset = element_offset(f, span.bytes);
  if (elements_)
    elements_->read_rbuf(offset, f.data.data(), tags.data(), span.bytes);
  else
    f.data.fill(0);
  store(span, f.data.data());
  store_tags(span, tags.data());
  if (watch_ && tags[0]) watch_->copied(span.address, tags[0]);
  stats_.bytes_from_rbuf += span.bytes;
}

void Dram::do_to_tbuf(Flight& f, Span span) {
  std::array<PacketTag, kMaxQuadwords> tags{};
  if (check_) check_written(f, span);
  load(span, f.data.data());
  load_tags(span, tags.data());
  const uint32_t offset = element_offset(f, span.bytes);
  if (elements_) elements_->write_tbuf(offset, f.data.data(), tags.data(), span.bytes);
  stats_.bytes_to_tbuf += span.bytes;
}

// rbuf_rd and tbuf_wr name the element data by the override word: [4] enable, [18:5] MSF byte
// address, the data of both buffers being at 0x2000.
uint32_t Dram::element_offset(const Flight& f, unsigned bytes) {
  const Command& c = f.command;
  constexpr uint32_t kEnable = 1u << 4, kData = 0x2000;
  if (!c.has_override || !(c.override_word & kEnable)) {
    report(
        f, HazardKind::MediaMisuse,
        "no RBUF or TBUF address: it needs indirect_ref with bit 4 set and the address in [18:5]");
    return 0;
  }
  const uint32_t address = c.override_word >> 5 & 0x3fff;
  const uint32_t offset = address % kBufferBytes & ~(kQuadword - 1);
  if (!(address & kData) || address % kQuadword || offset + bytes > kBufferBytes)
    report(f, HazardKind::MediaMisuse,
           fmt::format("RBUF or TBUF address {:#x}, {} bytes: expected a multiple of 8 inside "
                       "0x2000..0x3fff",
                       address, bytes));
  return offset;
}

// How much of a span lies in memory. The rest reads 0 and is not written.
unsigned Dram::inside(Span span) const {
  return span.address >= bytes()
             ? 0
             : static_cast<unsigned>(std::min<uint64_t>(span.bytes, bytes() - span.address));
}

void Dram::load(Span span, uint8_t* data) const {
  const unsigned n = inside(span);
  memory_->read(span.address, data, n);
  std::fill(data + n, data + span.bytes, 0);
}

void Dram::store(Span span, const uint8_t* data) {
  memory_->write(span.address, data, inside(span));
}

void Dram::load_tags(Span span, PacketTag* tags) const {
  const unsigned n = inside(span) / kTagGranule;
  for (unsigned i = 0; i < n; ++i)
    tags[i] = memory_->tag(span.address + i * kTagGranule);
}

void Dram::store_tags(Span span, const PacketTag* tags) {
  const unsigned n = inside(span) / kTagGranule;
  for (unsigned i = 0; i < n; ++i)
    memory_->set_tag(span.address + i * kTagGranule, tags[i]);
}

// Each place is reported once: what was complained of counts as written.
void Dram::check_written(const Flight& f, Span span) {
  const unsigned n = inside(span);
  unsigned at = 0;
  while (at < n && memory_->was_written(span.address + at))
    at += 4;
  if (at >= n) return;
  report(f, HazardKind::Uninitialised,
         fmt::format("address {:#x} is read and was never written", span.address + at));
  std::array<uint8_t, kMaxBytes> data;
  load(span, data.data());
  store(span, data.data());
}

void Dram::report(const Flight& f, HazardKind kind, std::string text) {
  const Command& c = f.command;
  hazards_.report({kind, f.effect, c.me, c.ctx, c.pc,
                   fmt::format("DRAM {}: {}", mev2::info(c.op).token, std::move(text))});
}

// ---- From outside.

// Reads whose data are fixed may be due: that changes only when they are worked out.
const DramStats& Dram::stats() const {
  const_cast<Dram*>(this)->settle();
  return stats_;
}

uint64_t Dram::bytes() const {
  return memory_->bytes();
}

void Dram::read(uint32_t address, uint8_t* data, unsigned bytes) {
  settle();
  load({address, bytes}, data);
}

void Dram::write(uint32_t address, const uint8_t* data, unsigned bytes) {
  settle();
  store({address, bytes}, data);
}

uint32_t Dram::read_longword(uint32_t address) {
  uint8_t bytes[4];
  read(address, bytes, 4);
  return load_longword(bytes);
}

void Dram::write_longword(uint32_t address, uint32_t value) {
  uint8_t bytes[4];
  store_longword(bytes, value);
  write(address, bytes, 4);
}

PacketTag Dram::tag(uint32_t address) {
  settle();
  return address < bytes() ? memory_->tag(address) : 0;
}

// Commands under way hold no tags: they move them from place to place at once.
void Dram::visit_tags(const TagVisitor& visit) const {
  memory_->visit_tags(visit);
}

} // namespace ixp
