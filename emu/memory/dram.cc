#include "emu/memory/dram.h"

#include "emu/memory/data_bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ixp {

using mev2::Opcode;

namespace {
constexpr unsigned kQuadword = 8;
constexpr unsigned kMaxQuadwords = 16;
constexpr unsigned kElementBytes = 64;  // size to which dram.rbuf_rd and dram.tbuf_wr refer
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
    : hazards_(hazards), check_(hazards.check), memory_(params.dram_bytes, check_), banks_(params),
      element_granules_((kElementBytes / banks_.granule_bytes() - 1) * banks_.granule_ticks()),
      quadword_(params.me(params.bus_d_cycles_per_quadword)), cycle_(params.me(1)) {}

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

// ---- Timing.

bool Dram::can_accept(const Command& c, Tick now) const {
  const Span span = span_of(c);
  return banks_.room(span.address, span.bytes, now);
}

// Tick at which the last word is pulled, or sent to memory or TBUF.
[[gnu::always_inline]] inline Tick Dram::effect_of(const InFlight& t, const CommandRow& row,
                                                   const DramBanks::Plan& plan) {
  const Command& c = t.command;
  Tick effect = plan.first + row.effect;
  if (kind_of(t) == Kind::Write)
    effect = std::max(effect + (quadwords(c) - 1) * quadword_,
                      pull_slots(wiring_, c, effect, bus_words(c)));
  return banks_.in_bank_order(effect);
}

[[gnu::always_inline]] inline Tick Dram::done_of(const InFlight& t, const CommandRow& row,
                                                 const DramBanks::Plan& plan) {
  const Command& c = t.command;
  if (kind_of(t) == Kind::Write) return t.effect;
  const unsigned n = quadwords(c);
  if (kind_of(t) == Kind::Read) {
    const Tick first = plan.first + row.done;
    const Tick last = std::max(first + (n - 1) * quadword_, plan.last + row.done);
    return std::max({t.effect, last, push_slots(wiring_, c, first, bus_words(c))});
  }
  // The row counts from the first granule of 64 bytes, this from the last one of the command.
  const Tick done = plan.last + row.done - std::min(row.done, element_granules_);
  return std::max({t.effect, done, element_slots(wiring_, kind_of(t) == Kind::FromRbuf, done, n)});
}

Tick Dram::accept(InFlight& t, Tick now, Tick arrival) {
  const Command& c = t.command;
  const Span span = span_of(c);
  if (!banks_.room(span.address, span.bytes, now)) return banks_.next_room(now);
  const Kind kind = kind_of(c.op);
  const CommandRow& row = begin(t, quadwords(c));
  t.kind = static_cast<uint8_t>(kind);
  t.visible = kind == Kind::FromRbuf || kind == Kind::ToTbuf; // to the MSF
  const bool partial = kind == Kind::Write && write_mask(c) != 0xff;
  DramBanks::Plan plan = banks_.plan(span.address, span.bytes, arrival, now, partial);
  // A row hit cannot save more than the latency, less a cycle.
  plan.first = std::max(plan.first + row.effect, arrival + cycle_) - row.effect;
  t.effect = effect_of(t, row, plan);
  const Tick done = done_of(t, row, plan);
  t.done = c.signal || kind == Kind::Read ? done : kNever;
  ++stats_.commands;
  stats_.waiting_ticks += plan.first - std::min(arrival, plan.first);
  launch(t, arrival);
  return kTaken;
}

// ---- Effects.

void Dram::perform(InFlight& t) {
  const Command& c = t.command;
  if (c.address % kQuadword) [[unlikely]]
    report(t, HazardKind::BadAddress,
           fmt::format("address {:#x} is not a multiple of 8", c.address));
  const Span span = span_of(c);
  if (span.address + uint64_t{span.bytes} > bytes()) [[unlikely]]
    report(t, HazardKind::BadAddress,
           fmt::format("address {:#x}, {} bytes, reaches beyond the memory of {:#x} bytes",
                       span.address, span.bytes, bytes()));
  switch (kind_of(t)) {
  case Kind::Read: do_read(t, span); break;
  case Kind::Write: do_write(t, span); break;
  case Kind::FromRbuf: do_from_rbuf(t, span); break;
  case Kind::ToTbuf: do_to_tbuf(t, span); break;
  }
  if (heard(events_, EventKind::Dram)) [[unlikely]]
    tell(t, span);
}

void Dram::tell(const InFlight& t, Span span) {
  const Command& c = t.command;
  PacketTag tag = 0;
  for (unsigned at = 0; tag == 0 && at < inside(span); at += kTagGranule)
    tag = memory_.tag(span.address + at);
  events_->add(EventKind::Dram, static_cast<Slot>(slot()), t.effect, {c.me, c.ctx, c.pc}).dram = {
      kind_of(t), span.address, span.bytes, tag};
}

void Dram::do_read(InFlight& t, Span span) {
  if (check_) check_written(t, span);
  Bytes data;
  load(span, data.data());
  for (unsigned i = 0; i < t.pushes; ++i)
    t.words[i] = load_longword(&data[4 * i]);
  stats_.bytes_read += span.bytes;
}

void Dram::do_write(InFlight& t, Span span) {
  Bytes data;
  for (unsigned i = 0; i < t.pulls; ++i)
    store_longword(&data[4 * i], t.words[i]);
  const uint8_t mask = write_mask(t.command);
  if (mask != 0xff) { // masked bytes keep their value
    Bytes old;
    load(span, old.data());
    for (unsigned i = 0; i < span.bytes; ++i)
      if (!(mask >> (7 - i % kQuadword) & 1)) data[i] = old[i];
  }
  store(span, data.data());
  stats_.bytes_written += span.bytes;
}

void Dram::do_from_rbuf(InFlight& t, Span span) {
  std::array<PacketTag, kMaxQuadwords> tags{};
  const uint32_t offset = element_offset(t, span.bytes);
  Bytes data{};
  if (elements_) elements_->read_rbuf(offset, data.data(), tags.data(), span.bytes);
  store(span, data.data());
  memory_.write_tags(span.address, tags.data(), inside(span));
  if (watch_ && tags[0]) watch_->copied(span.address, tags[0]);
  stats_.bytes_from_rbuf += span.bytes;
}

void Dram::do_to_tbuf(InFlight& t, Span span) {
  std::array<PacketTag, kMaxQuadwords> tags{};
  if (check_) check_written(t, span);
  Bytes data;
  load(span, data.data());
  memory_.read_tags(span.address, tags.data(), inside(span));
  const uint32_t offset = element_offset(t, span.bytes);
  if (elements_) elements_->write_tbuf(offset, data.data(), tags.data(), span.bytes);
  stats_.bytes_to_tbuf += span.bytes;
}

// The override word of rbuf_rd and tbuf_wr gives the element data: [4] enable, [18:5] MSF byte
// address; the data of both buffers are at 0x2000.
uint32_t Dram::element_offset(const InFlight& t, unsigned bytes) {
  const Command& c = t.command;
  constexpr uint32_t kEnable = 1u << 4, kData = 0x2000;
  if (!c.has_override || !(c.override_word & kEnable)) {
    report(
        t, HazardKind::MediaMisuse,
        "no RBUF or TBUF address: it needs indirect_ref with bit 4 set and the address in [18:5]");
    return 0;
  }
  const uint32_t address = c.override_word >> 5 & 0x3fff;
  const uint32_t offset = address % kBufferBytes & ~(kQuadword - 1);
  if (!(address & kData) || address % kQuadword || offset + bytes > kBufferBytes)
    report(t, HazardKind::MediaMisuse,
           fmt::format("RBUF or TBUF address {:#x}, {} bytes: expected a multiple of 8 inside "
                       "0x2000..0x3fff",
                       address, bytes));
  return offset;
}

// Number of bytes of a span within memory. The rest reads 0 and is not written.
unsigned Dram::inside(Span span) const {
  return span.address >= bytes()
             ? 0
             : static_cast<unsigned>(std::min<uint64_t>(span.bytes, bytes() - span.address));
}

void Dram::load(Span span, uint8_t* data) const {
  const unsigned n = inside(span);
  memory_.read(span.address, data, n);
  std::fill(data + n, data + span.bytes, 0);
}

void Dram::store(Span span, const uint8_t* data) {
  memory_.write(span.address, data, inside(span));
}

// Reports each address once: afterwards it counts as written.
void Dram::check_written(const InFlight& t, Span span) {
  const unsigned n = inside(span);
  unsigned at = 0;
  while (at < n && memory_.was_written(span.address + at))
    at += 4;
  if (at >= n) return;
  report(t, HazardKind::Uninitialised,
         fmt::format("address {:#x} is read and was never written", span.address + at));
  Bytes data;
  load(span, data.data());
  store(span, data.data());
}

void Dram::report(const InFlight& t, HazardKind kind, std::string text) {
  const Command& c = t.command;
  hazards_.report({kind, t.effect, c.me, c.ctx, c.pc,
                   fmt::format("DRAM {}: {}", mev2::info(c.op).token, std::move(text))});
}

// ---- Access from outside.

void Dram::read(uint32_t address, uint8_t* data, unsigned bytes) {
  settle();
  load({address, bytes}, data);
}

void Dram::write(uint32_t address, const uint8_t* data, unsigned bytes) {
  settle();
  store({address, bytes}, data);
}

uint32_t Dram::read_longword(uint32_t address) {
  settle();
  return address < memory_.bytes() ? memory_.read32(address) : 0;
}

void Dram::write_longword(uint32_t address, uint32_t value) {
  uint8_t bytes[4];
  store_longword(bytes, value);
  write(address, bytes, 4);
}

PacketTag Dram::tag(uint32_t address) {
  settle();
  return address < bytes() ? memory_.tag(address) : 0;
}

} // namespace ixp
