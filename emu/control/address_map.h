// The physical address map of the control core: locations, effects and durations of accesses.
// Longwords are big-endian: byte 0 is bits 31..24.
//
//   0x00000000  DRAM
//   0x80000000  SRAM channel 0, 0x90000000 channel 1: 64 MB of memory, then aliases of it, 64 MB
//               each, in which a write sets, clears or adds
//   0xc0000000  CAP: rings, hash multipliers, global registers; 0xc0008000 transfer registers and
//               0xc0018000 local CSRs of microengines, with their control stores (cap.h)
//   0xc0010000  GPIO, 0xc0020000 timers, 0xc0030000 UART
//   0xc4000000  flash, read only
//   0xc0080000  slowport: 11 configuration registers, which keep the value written
//   0xc5000000  devices of a board (board.h), 0xda000000 to 0xdfffffff PCI (pci.h)
//   0xc8000000  MSF
//   0xca000000  scratchpad, 4 MB, then aliases in which a write sets, clears, adds, subtracts
//   0xcb400000  scratch rings, 4 bytes each: a read gets, a write puts
//   0xcc000000  SRAM channel 0, 0xcc400000 channel 1: 0x100 queue array, 4 bytes an entry: a read
//               dequeues, a write enqueues the buffer at that byte address; 0x000 a write loads the
//               entry with the descriptor at that byte address; 0x10000 CSRs
//   0xd6000000  interrupt controller; 0xd6000400 hash unit
//
// Sources: Linux for CAP, peripherals, MSF, rings and interrupts; IXP2800 HRM 3.11.4 for the queue
// array and for the effects of aliases. Chosen here, as no public source exists:
// - The addresses of the scratchpad and the aliases, within the limits set by the ring alias and
//   the size of an SRAM channel.
// - The hash registers.
// - Loading a descriptor; software of the time let a microengine do that.
//
// A read by SWP returns the old value; its write has the effect of the alias.
#pragma once

#include "emu/control/board.h"
#include "emu/control/gpio.h"
#include "emu/control/interrupts.h"
#include "emu/control/pci.h"
#include "emu/control/timers.h"
#include "emu/control/uart.h"
#include "emu/kernel/command.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace ixp {
class Cap;
class Dram;
class Hash;
class Msf;
class Scratch;
class SramChannel;
} // namespace ixp

namespace ixp::control {

enum class Place : uint8_t {
  Nothing,
  Dram,
  Sram,
  SramQueue,
  SramDescriptor,
  SramCsr,
  Scratch,
  ScratchRing,
  Cap,
  Signal,           // INTERTHREAD_SIG
  LocalCsr,         // of a microengine
  TransferRegister, // likewise
  Gpio,
  Timers,
  Uart,
  Flash,
  Msf,
  Interrupts,
  Hash,
  Slowport,
  Pci,
  Board,
};

// Effect of a write to memory.
enum class Alias : uint8_t { Write, Set, Clear, Add, Subtract };

struct Target {
  Place place = Place::Nothing;
  Alias alias = Alias::Write;
  uint8_t unit = 0;    // SRAM channel, microengine (index 0..7)
  uint32_t offset = 0; // byte offset within the place, a multiple of 4; SramQueue, SramDescriptor,
                       // ScratchRing, TransferRegister: number; Cap, LocalCsr: CSR address
};

// The chip behind the map. All parts must outlive it.
struct ChipParts {
  const Params& params;
  HazardSink& hazards;
  Scratch& scratch;
  Hash& hash;
  Cap& cap;
  std::array<SramChannel*, 2> sram{}; // null: channel absent
  Dram* dram = nullptr;
  Msf* msf = nullptr;
  std::array<Requester*, kMicroengines> microengines{};
};

class AddressMap {
public:
  explicit AddressMap(const ChipParts& parts);

  uint32_t dram_bytes() const;
  uint32_t dram_word(uint32_t address); // an aligned address inside
  // Dram::bytes_at(); the caller settles DRAM before it uses them at another tick.
  uint8_t* dram_bytes_at(uint32_t address, bool write);
  void settle_dram();
  // Decodes an address; its two lowest bits are ignored.
  Target locate(uint32_t address) const;

  // Access a longword for inspection and setup: takes no time and has no side effects. Empty or
  // false if an access would have other effects, or nothing is mapped.
  std::optional<uint32_t> peek(uint32_t address);
  bool poke(uint32_t address, uint32_t value);

  // Access a longword with all effects, at the kernel's current tick. Empty or false: a bus error.
  // Effects that microengines must know in advance were posted by announce().
  std::optional<uint32_t> read(const Target& t, Tick now);
  bool write(const Target& t, uint32_t value, Tick now);
  // Writes bytes or halfwords; `shift` and `bits` give their position in the longword. False: the
  // place supports longwords only.
  bool write_part(const Target& t, uint32_t value, unsigned shift, unsigned bits, Tick now);

  // Announces an access with its effect at `effect`, at least `cycles()` from now.
  void announce(const Target& t, bool write, uint32_t value, Tick effect);
  // Duration of an access in microengine cycles; waiting in queues is not modelled.
  uint64_t cycles(const Target& t, bool write) const;

  // Updates the interrupt lines, which depend on other units: call it before reading them.
  void update_interrupts(Tick now, bool counter);
  void raise_attention() { attention_ = true; } // ctx_arb[bpt] of a microengine

  Interrupts interrupts;
  Timers timers;
  Uart uart;
  Gpio gpio;
  PciUnit pci;
  std::unique_ptr<Board> board; // `board` of [xscale]; null: its addresses are unmapped
  std::string flash;            // bytes from the start of the flash; the rest is erased

  static constexpr uint32_t kFlashBytes = 16u << 20;

private:
  Target locate_sram(uint32_t address) const;
  Target locate_cap(uint32_t address) const;
  Target locate_scratch(uint32_t address) const;
  Target locate_controller(uint32_t address) const;
  uint32_t read_memory(const Target& t);
  void write_memory(const Target& t, uint32_t value);
  uint32_t read_flash(uint32_t offset) const;
  uint32_t read_hash(uint32_t offset) const;
  void write_hash(uint32_t offset, uint32_t value);
  bool signal(uint32_t word, Tick now);
  void watch_rings(const Target& t, Tick now);
  void use_ring(const Target& t, Tick now);
  void put(const Target& t, uint32_t value, Tick now);
  void report(HazardKind kind, std::string text, Tick now);

  std::array<uint32_t, 11> slowport_{};

  ChipParts chip_;
  std::array<std::array<uint32_t, 4>, 3> hash_{}; // data registers of 48, 64, 128 bits
  bool attention_ = false;
};

} // namespace ixp::control
