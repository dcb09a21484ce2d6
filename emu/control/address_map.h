// The physical address map, as the control core sees the chip: where things are, what an access
// does, and what it takes. Longwords are big-endian: byte 0 is bits 31..24.
//
//   0x00000000  DRAM
//   0x80000000  SRAM channel 0, 0x90000000 channel 1: 64 MB of memory, then aliases of it, 64 MB
//               each, in which a write sets, clears or adds
//   0xc0000000  CAP: rings, hash multipliers, global registers; 0xc0008000 transfer registers and
//               0xc0018000 local CSRs of microengines, with their control stores (cap.h)
//   0xc0010000  GPIO, 0xc0020000 timers, 0xc0030000 UART
//   0xc4000000  flash, read only
//   0xc0080000, 0xc5000000, 0xda000000 to 0xdfffffff: slowport, devices of a board, PCI (board.h)
//   0xc8000000  MSF
//   0xca000000  scratchpad, 4 MB, then aliases in which a write sets, clears, adds, subtracts
//   0xcb400000  scratch rings, 4 bytes each: a read gets, a write puts
//   0xcc000000  SRAM channel 0, 0xcc400000 channel 1: 0x100 queue array, 4 bytes an entry: a read
//               dequeues, a write enqueues the buffer at that byte address; 0x000 a write loads the
//               entry with the descriptor at that byte address; 0x10000 CSRs
//   0xd6000000  interrupt controller; 0xd6000400 hash unit
//
// Sources: Linux for CAP, peripherals, MSF, rings and interrupts; IXP2800 HRM 3.11.4 for the queue
// array and for what aliases do. Ours, because no public source has them: where the scratchpad and
// the aliases are (what the ring alias and the size of an SRAM channel leave room for), the hash
// registers, loading a descriptor (which software of the time had a microengine do).
//
// A read by SWP returns what was there; its write does what the alias says.
#pragma once

#include "emu/control/board.h"
#include "emu/control/gpio.h"
#include "emu/control/interrupts.h"
#include "emu/control/timers.h"
#include "emu/control/uart.h"
#include "emu/kernel/command.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"

#include <array>
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

// What a write to memory does there.
enum class Alias : uint8_t { Write, Set, Clear, Add, Subtract };

struct Target {
  Place place = Place::Nothing;
  Alias alias = Alias::Write;
  uint8_t unit = 0;    // SRAM channel, microengine (index 0..7)
  uint32_t offset = 0; // bytes inside the place, a multiple of 4; SramQueue, SramDescriptor,
                       // ScratchRing, TransferRegister: number; Cap, LocalCsr: CSR address
};

// The chip behind the map. All must outlive it.
struct ChipParts {
  const Params& params;
  HazardSink& hazards;
  Scratch& scratch;
  Hash& hash;
  Cap& cap;
  std::array<SramChannel*, 2> sram{}; // null: no such channel
  Dram* dram = nullptr;
  Msf* msf = nullptr;
  std::array<Requester*, kMicroengines> microengines{};
};

class AddressMap {
public:
  explicit AddressMap(const ChipParts& parts);

  uint32_t dram_bytes() const;
  // What is at an address; its two lowest bits do not count.
  Target locate(uint32_t address) const;

  // The longword at an address, for looking and for setting up: no time passes, nothing else
  // happens. Nothing, false: where an access has other effects, or nothing is.
  std::optional<uint32_t> peek(uint32_t address);
  bool poke(uint32_t address, uint32_t value);

  // An access of a longword with all that it causes, at the current tick of the kernel. Nothing,
  // false: a bus error. What a microengine must hear ahead of time, announce() has told it.
  std::optional<uint32_t> read(const Target& t, Tick now);
  bool write(const Target& t, uint32_t value, Tick now);
  // Bytes and halfwords; `shift` and `bits` say where they stand in the longword. False: this place
  // takes longwords only.
  bool write_part(const Target& t, uint32_t value, unsigned shift, unsigned bits, Tick now);

  // An access whose effect will be at `effect`, at least `cycles()` of it from now.
  void announce(const Target& t, bool write, uint32_t value, Tick effect);
  // Microengine cycles from its beginning to its end; that it waits in queues is not modelled.
  uint64_t cycles(const Target& t, bool write) const;

  // The state of the interrupt lines depends on others: call before asking for them.
  void update_interrupts(Tick now, bool counter);
  void raise_attention() { attention_ = true; } // ctx_arb[bpt] of a microengine

  Interrupts interrupts;
  Timers timers;
  Uart uart;
  Gpio gpio;
  std::optional<Enp2611> board; // of [xscale] board; none: its addresses are empty
  std::string flash; // bytes from the beginning of the flash; behind them it is erased

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
  void use_ring(const Target& t, Tick now);
  void put(const Target& t, uint32_t value, Tick now);
  void report(HazardKind kind, std::string text, Tick now);

  PciUnit pci_;
  std::array<uint32_t, 11> slowport_{};

  ChipParts chip_;
  std::array<std::array<uint32_t, 4>, 3> hash_{}; // data registers of 48, 64, 128 bits
  bool attention_ = false;
};

} // namespace ixp::control
