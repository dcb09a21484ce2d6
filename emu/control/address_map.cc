#include "emu/control/address_map.h"

#include "emu/media/msf.h"
#include "emu/memory/cap.h"
#include "emu/memory/dram.h"
#include "emu/memory/hash.h"
#include "emu/memory/scratch.h"
#include "emu/memory/sram.h"

#include <fmt/format.h>

namespace ixp::control {

namespace {

constexpr uint32_t kSram = 0x80000000, kSramChannel = 0x10000000, kSramAlias = 0x04000000;
constexpr uint32_t kCap = 0xc0000000, kCapEnd = 0xc0020000, kInterthreadSignal = 0x401c;
constexpr uint32_t kReflector = 0x8000, kReflectorEnd = 0x10000, kLocalCsrs = 0x18000;
constexpr uint32_t kGpio = 0xc0010000, kTimers = 0xc0020000, kUart = 0xc0030000,
                   kPeripheral = 0x1000;
constexpr uint32_t kFlash = 0xc4000000, kSlowport = 0xc0080000, kSlowportBytes = 44;
constexpr uint32_t kMsf = 0xc8000000, kMsfBytes = 0x4000;
constexpr uint32_t kScratch = 0xca000000, kScratchAlias = 0x00400000, kRings = 0xcb400000;
constexpr uint32_t kSramControllers = 0xcc000000, kSramController = 0x00400000;
constexpr uint32_t kQueueArray = 0x100, kSramCsrs = 0x10000, kSramCsrBytes = 12;
constexpr uint32_t kInterrupts = 0xd6000000, kHash = 0x400, kHashValid = 0x440;
constexpr unsigned kWindowShift = 10; // log2 of a microengine's window, selected by number

// [11:7] microengine number, [6:4] context, [3:0] signal.
struct SignalWord {
  int me;
  unsigned ctx, number;
  explicit SignalWord(uint32_t w) : me(me_index(w >> 7 & 0x1f)), ctx(w >> 4 & 7), number(w & 15) {}
  bool names_somebody() const { return me >= 0 && number != 0; }
};

Registers registers_of(const Target& t) {
  return {XferFile::S, t.unit, static_cast<uint8_t>(t.offset)};
}

uint32_t applied(Alias alias, uint32_t old, uint32_t value) {
  switch (alias) {
  case Alias::Set: return old | value;
  case Alias::Clear: return old & ~value;
  case Alias::Add: return old + value;
  case Alias::Subtract: return old - value;
  default: return value;
  }
}

} // namespace

AddressMap::AddressMap(const ChipParts& parts)
    : interrupts(parts.cap), timers(parts.params.clock_apb_div), chip_(parts) {}

uint32_t AddressMap::dram_word(uint32_t address) {
  return chip_.dram->read_longword(address);
}

uint8_t* AddressMap::dram_bytes_at(uint32_t address, bool write) {
  return chip_.dram->bytes_at(address, write);
}

void AddressMap::settle_dram() {
  if (chip_.dram) chip_.dram->settle();
}

uint32_t AddressMap::dram_bytes() const {
  return static_cast<uint32_t>(chip_.dram->bytes());
}

// ---- Address decoding.

Target AddressMap::locate_sram(uint32_t address) const {
  const uint32_t channel = (address - kSram) / kSramChannel, inside = address % kSramChannel;
  const SramChannel* sram = channel < 2 ? chip_.sram[channel] : nullptr;
  const uint32_t offset = inside % kSramAlias;
  if (!sram || offset >= sram->bytes()) return {};
  return {Place::Sram, static_cast<Alias>(inside / kSramAlias), static_cast<uint8_t>(channel),
          offset};
}

Target AddressMap::locate_cap(uint32_t address) const {
  const uint32_t csr = address - kCap;
  const bool transfer = csr >= kReflector && csr < kReflectorEnd, local = csr >= kLocalCsrs;
  if (!chip_.cap.has_csr(csr)) return {};
  if (csr == kInterthreadSignal) return {Place::Signal, {}, 0, csr};
  if (!transfer && !local) return {Place::Cap, {}, 0, csr};
  const int me = me_index((csr - (local ? kLocalCsrs : kReflector)) >> kWindowShift);
  const uint32_t inside = csr & ((1u << kWindowShift) - 1);
  return {local ? Place::LocalCsr : Place::TransferRegister,
          {},
          static_cast<uint8_t>(me),
          local ? inside : inside / 4};
}

Target AddressMap::locate_scratch(uint32_t address) const {
  if (address >= kRings) {
    const uint32_t ring = (address - kRings) / 4;
    return ring < kScratchRings ? Target{Place::ScratchRing, {}, 0, ring} : Target{};
  }
  const uint32_t offset = (address - kScratch) % kScratchAlias;
  if (offset >= kScratchBytes) return {};
  return {Place::Scratch, static_cast<Alias>((address - kScratch) / kScratchAlias), 0, offset};
}

Target AddressMap::locate_controller(uint32_t address) const {
  const uint32_t channel = (address - kSramControllers) / kSramController;
  const uint32_t offset = address % kSramController;
  const auto unit = static_cast<uint8_t>(channel);
  if (channel >= 2 || !chip_.sram[channel]) return {};
  if (offset < kQueueArray) return {Place::SramDescriptor, {}, unit, offset / 4};
  if (offset < 2 * kQueueArray) return {Place::SramQueue, {}, unit, (offset - kQueueArray) / 4};
  if (offset - kSramCsrs < kSramCsrBytes) return {Place::SramCsr, {}, unit, offset - kSramCsrs};
  return {};
}

Target AddressMap::locate(uint32_t address) const {
  address &= ~3u;
  const auto within = [&](uint32_t base, uint32_t bytes) { return address - base < bytes; };
  if (address < kSram)
    return address < chip_.dram->bytes() ? Target{Place::Dram, {}, 0, address} : Target{};
  if (address < kCap) return locate_sram(address);
  if (within(kGpio, kPeripheral)) return {Place::Gpio, {}, 0, address - kGpio};
  if (address < kCapEnd) return locate_cap(address);
  if (within(kTimers, kPeripheral)) return {Place::Timers, {}, 0, address - kTimers};
  if (within(kUart, kPeripheral)) return {Place::Uart, {}, 0, address - kUart};
  if (within(kSlowport, kSlowportBytes)) return {Place::Slowport, {}, 0, address - kSlowport};
  if (within(PciUnit::kConfiguration, PciUnit::kBytes) ||
      within(PciUnit::kControl, PciUnit::kBytes) ||
      (address >= PciUnit::kCycles && address < PciUnit::kCyclesEnd))
    return {Place::Pci, {}, 0, address};
  if (board && board->has(address)) return {Place::Board, {}, 0, address};
  if (within(kFlash, kFlashBytes)) return {Place::Flash, {}, 0, address - kFlash};
  if (within(kMsf, kMsfBytes)) return {Place::Msf, {}, 0, address - kMsf};
  if (address >= kScratch && address < kSramControllers) return locate_scratch(address);
  if (within(kSramControllers, 4 * kSramController)) return locate_controller(address);
  if (within(kInterrupts + kHash, kHashValid - kHash + 4))
    return {Place::Hash, {}, 0, address - kInterrupts};
  if (within(kInterrupts, kHash)) return {Place::Interrupts, {}, 0, address - kInterrupts};
  return {};
}

// ---- Memories.

uint32_t AddressMap::read_memory(const Target& t) {
  switch (t.place) {
  case Place::Dram: return chip_.dram->read_longword(t.offset);
  case Place::Sram: return chip_.sram[t.unit]->read(t.offset);
  default: return chip_.scratch.read(t.offset);
  }
}

void AddressMap::write_memory(const Target& t, uint32_t value) {
  if (t.alias != Alias::Write) value = applied(t.alias, read_memory(t), value);
  switch (t.place) {
  case Place::Dram: chip_.dram->write_longword(t.offset, value); break;
  case Place::Sram: chip_.sram[t.unit]->write(t.offset, value); break;
  default: chip_.scratch.write(t.offset, value);
  }
}

uint32_t AddressMap::read_flash(uint32_t offset) const {
  uint32_t value = 0;
  for (uint32_t i = offset; i < offset + 4; ++i)
    value = value << 8 | (i < flash.size() ? static_cast<uint8_t>(flash[i]) : 0xff);
  return value;
}

std::optional<uint32_t> AddressMap::peek(uint32_t address) {
  const Target t = locate(address);
  switch (t.place) {
  case Place::Dram:
  case Place::Sram:
  case Place::Scratch: return read_memory(t);
  case Place::Cap: return chip_.cap.read_csr(t.offset);
  case Place::SramCsr: return chip_.sram[t.unit]->read_csr(t.offset);
  case Place::Gpio: return gpio.read(t.offset);
  case Place::Flash: return read_flash(t.offset);
  default: return std::nullopt;
  }
}

bool AddressMap::poke(uint32_t address, uint32_t value) {
  const Target t = locate(address);
  switch (t.place) {
  case Place::Dram:
  case Place::Sram:
  case Place::Scratch: return write_memory(t, value), true;
  case Place::Cap: return chip_.cap.write_csr(t.offset, value), true;
  case Place::SramCsr: return chip_.sram[t.unit]->write_csr(t.offset, value), true;
  case Place::Gpio: return gpio.write(t.offset, value);
  default: return false;
  }
}

// ---- The hash unit: [5:4] 48, 64, 128 bits, [3:2] data register, the least significant longword
// first. A write of register 0 starts it; the result replaces the data.

uint32_t AddressMap::read_hash(uint32_t offset) const {
  if (offset == kHashValid) return 1; // the write that started it has waited for the result
  const unsigned mode = offset >> 4 & 3;
  return mode < hash_.size() ? hash_[mode][offset >> 2 & 3] : 0;
}

void AddressMap::write_hash(uint32_t offset, uint32_t value) {
  const unsigned mode = offset >> 4 & 3, number = offset >> 2 & 3;
  if (offset == kHashValid || mode >= hash_.size()) return;
  hash_[mode][number] = value;
  if (number == 0) chip_.hash.hash(mode, hash_[mode]);
}

// ---- Accesses.

std::optional<uint32_t> AddressMap::read(const Target& t, Tick now) {
  switch (t.place) {
  case Place::Dram:
  case Place::Sram:
  case Place::Scratch: return read_memory(t);
  case Place::SramQueue: return chip_.sram[t.unit]->dequeue(t.offset);
  case Place::SramCsr: return chip_.sram[t.unit]->read_csr(t.offset);
  case Place::ScratchRing: use_ring(t, now); return chip_.scratch.ring_get(t.offset);
  case Place::Cap: return chip_.cap.read_csr(t.offset);
  case Place::LocalCsr:
    return chip_.microengines[t.unit]->read_csr_from_outside(static_cast<uint16_t>(t.offset), now);
  case Place::TransferRegister: {
    uint32_t word;
    chip_.microengines[t.unit]->pull(registers_of(t), 1, &word);
    return word;
  }
  case Place::Gpio: gpio.settle(now); return gpio.read(t.offset);
  case Place::Timers: return timers.read(t.offset, now);
  case Place::Uart: return uart.read(t.offset);
  case Place::Flash: return read_flash(t.offset);
  case Place::Msf: return chip_.msf->read_register(t.offset, now);
  case Place::Interrupts: return interrupts.read(t.offset);
  case Place::Hash: return read_hash(t.offset);
  case Place::Slowport: return slowport_[t.offset / 4];
  case Place::Pci: return pci.read(t.offset);
  case Place::Board: return board->read(t.offset);
  default: return std::nullopt;
  }
}

bool AddressMap::write(const Target& t, uint32_t value, Tick now) {
  switch (t.place) {
  case Place::Sram:
  case Place::Scratch: watch_rings(t, now); [[fallthrough]];
  case Place::Dram: return write_memory(t, value), true;
  case Place::SramQueue:
    chip_.sram[t.unit]->enqueue(t.offset, link_word::make(value >> 2, true, false, 0));
    return true;
  case Place::SramDescriptor: return chip_.sram[t.unit]->load_entry(t.offset, value), true;
  case Place::SramCsr: return chip_.sram[t.unit]->write_csr(t.offset, value), true;
  case Place::ScratchRing: return put(t, value, now), true;
  case Place::Cap: return chip_.cap.write_csr(t.offset, value), true;
  case Place::Signal: return signal(value, now);
  case Place::LocalCsr: return true; // already posted by announce()
  case Place::TransferRegister:
    return chip_.microengines[t.unit]->push(registers_of(t), 1, &value), true;
  case Place::Gpio: gpio.settle(now); return gpio.write(t.offset, value);
  case Place::Timers: return timers.write(t.offset, value, now);
  case Place::Uart: return uart.write(t.offset, value);
  case Place::Msf: return chip_.msf->write_register(t.offset, value, now), true;
  case Place::Interrupts:
    // Each ctx_arb[bpt] is reported once (assumed).
    if (t.offset == 0) attention_ = attention_ && !(value & interrupt::kAttention);
    return t.offset == 0 || interrupts.write(t.offset, value);
  case Place::Hash: return write_hash(t.offset, value), true;
  case Place::Slowport: return slowport_[t.offset / 4] = value, true;
  case Place::Pci: return pci.write(t.offset, value);
  case Place::Board: return board->write(t.offset, value, 0, 32);
  default: return false;
  }
}

bool AddressMap::write_part(const Target& t, uint32_t value, unsigned shift, unsigned bits,
                            Tick now) {
  if (t.place == Place::Uart && shift == 0) return uart.write(t.offset, value);
  if (t.place == Place::Board) return board->write(t.offset, value, shift, bits);
  const bool has_bytes = t.place == Place::Dram || t.place == Place::Sram;
  if (!has_bytes || t.alias != Alias::Write) return false;
  const uint32_t mask = ((1u << bits) - 1) << shift;
  return write(t, (read_memory(t) & ~mask) | (value << shift & mask), now);
}

void AddressMap::report(HazardKind kind, std::string text, Tick now) {
  chip_.hazards.report({kind, now, -1, -1, -1, std::move(text)});
}

void AddressMap::watch_rings(const Target& t, Tick now) {
  const bool scratch = t.place == Place::Scratch;
  const auto ring =
      scratch ? chip_.scratch.ring_with(t.offset) : chip_.sram[t.unit]->ring_with(t.offset);
  if (!ring) return;
  report(
      HazardKind::RingOverwritten,
      fmt::format("the ARM program changes a word that is in {} {}",
                  scratch ? std::string("ring") : fmt::format("the ring of sram{} entry", t.unit),
                  *ring),
      now);
}

void AddressMap::use_ring(const Target& t, Tick now) {
  if (!chip_.scratch.ring_is_set_up(t.offset)) [[unlikely]]
    report(HazardKind::UnknownRing,
           fmt::format("the ARM program uses ring {}, which was not set up", t.offset), now);
}

void AddressMap::put(const Target& t, uint32_t value, Tick now) {
  use_ring(t, now);
  if (chip_.scratch.ring_put(t.offset, value)) return;
  report(HazardKind::PutIntoFullRing,
         fmt::format("the ARM program puts into full ring {}: {} unread longwords are lost",
                     t.offset, chip_.scratch.ring_size(t.offset)),
         now);
}

bool AddressMap::signal(uint32_t word, Tick now) {
  const SignalWord s(word);
  if (!s.names_somebody()) return false;
  chip_.microengines[static_cast<unsigned>(s.me)]->signal(s.ctx, signal_bit(s.number), now);
  return true;
}

void AddressMap::announce(const Target& t, bool write, uint32_t value, Tick effect) {
  switch (t.place) {
  case Place::LocalCsr: {
    Requester& me = *chip_.microengines[t.unit];
    if (write)
      me.write_csr_from_outside(static_cast<uint16_t>(t.offset), value, effect);
    else
      me.expect(effect);
    break;
  }
  case Place::TransferRegister: {
    Requester& me = *chip_.microengines[t.unit];
    write ? me.expect_push(registers_of(t), 1) : me.expect_pull(registers_of(t), 1);
    break;
  }
  case Place::Signal:
    if (const SignalWord s(value); write && s.names_somebody())
      chip_.microengines[static_cast<unsigned>(s.me)]->expect(effect);
    break;
  default: break;
  }
}

// ---- Time.

uint64_t AddressMap::cycles(const Target& t, bool write) const {
  const Params& p = chip_.params;
  switch (t.place) {
  case Place::Dram: return write ? p.xscale_dram_write : p.xscale_dram_read;
  case Place::Sram: return write ? p.xscale_sram_write : p.xscale_sram_read;
  case Place::Scratch: return write ? p.xscale_scratch_write : p.xscale_scratch_read;
  case Place::SramQueue:
  case Place::SramDescriptor:
  case Place::ScratchRing: return p.xscale_ring_access;
  case Place::Interrupts: return p.xscale_gasket_access;
  case Place::Hash: {
    const uint64_t hash[] = {p.hash_48, p.hash_64, p.hash_128, 0};
    return p.xscale_gasket_access + (write && (t.offset & 0xc) == 0 ? hash[t.offset >> 4 & 3] : 0);
  }
  default: return p.xscale_csr_access;
  }
}

void AddressMap::update_interrupts(Tick now, bool counter) {
  uint32_t bits = timers.interrupts(now) * interrupt::kTimer1;
  gpio.settle(now);
  if (gpio.interrupt()) bits |= interrupt::kGpio;
  if (uart.interrupt()) bits |= interrupt::kUart;
  if (counter) bits |= interrupt::kCounter;
  if (attention_) bits |= interrupt::kAttention;
  interrupts.set_sources(bits);
}

} // namespace ixp::control
