// The complete state of the XScale core. Plain data: a copy is a checkpoint, and two runs are equal
// if their states are equal.
#pragma once

#include <array>
#include <cstdint>

namespace ixp::xscale {

// CPSR[4:0].
enum class Mode : uint8_t {
  User = 0x10,
  Fiq = 0x11,
  Irq = 0x12,
  Supervisor = 0x13,
  Abort = 0x17,
  Undefined = 0x1b,
  System = 0x1f
};

namespace psr {
constexpr uint32_t kN = 1u << 31, kZ = 1u << 30, kC = 1u << 29, kV = 1u << 28, kQ = 1u << 27;
constexpr uint32_t kI = 1u << 7, kF = 1u << 6, kT = 1u << 5, kMode = 0x1f;
constexpr uint32_t kFlags = kN | kZ | kC | kV | kQ;
constexpr uint32_t kAll = kFlags | kI | kF | kT | kMode; // bits of ARMv5TE; others read 0
} // namespace psr

// Bank of r13, r14 and SPSR.
enum class Bank : uint8_t { User, Fiq, Irq, Supervisor, Abort, Undefined };
constexpr unsigned kBanks = 6;

enum class Exception : uint8_t {
  Reset,
  Undefined,
  SoftwareInterrupt,
  PrefetchAbort,
  DataAbort,
  Irq,
  Fiq
};

// Reasons for a stop: errors of the program, or features that this core does not model.
enum class StopReason : uint8_t {
  None,
  FaultLoop,   // only aborts and undefined instructions, without progress
  BranchHere,  // a branch to itself with both interrupts masked
  BadMode,     // a mode unknown to ARMv5TE was written to CPSR
  NotModelled, // e.g. counters of events
  Exception    // one selected by Core::stop_on()
};

// An exception that usually indicates an error.
struct Fault {
  Exception exception = Exception::Reset;
  uint32_t pc = 0;      // of the instruction
  uint32_t address = 0; // of the failed access, for aborts
  bool operator==(const Fault&) const = default;
};

// Features that programs may use and this core lacks.
enum class Missing : uint8_t { Nothing, EventCounters, PowerAndDebug };

struct Stop {
  StopReason reason = StopReason::None;
  Fault at{};
  Missing what = Missing::Nothing; // for NotModelled
  bool operator==(const Stop&) const = default;
};

// Accesses of the current instruction, its fetch first. If one has to wait, the instruction
// restarts once the answer is available, and takes earlier results from here: no access is done
// twice.
struct AccessLog {
  static constexpr unsigned kMost = 17; // fetch, sixteen registers
  std::array<uint32_t, kMost> values{};
  uint8_t done = 0;
  bool waiting = false;
  bool failed = false; // the access after `done` failed
  bool operator==(const AccessLog&) const = default;
};

// Coprocessor 15.
struct SystemControl {
  uint32_t control = 0x78, auxiliary = 0;
  uint32_t translation_base = 0, domains = 0, fault_status = 0, fault_address = 0;
  uint32_t coprocessor_access = 0;
  uint32_t process_id = 0; // [31:25]
  uint64_t changes = 0;    // writes that may change the memory or the rights behind an address
  bool operator==(const SystemControl&) const = default;
  bool translates() const { return control & 1 || process_id; } // the MMU is on, or remaps
};
namespace control {
constexpr uint32_t kMmu = 1u << 0, kAlignment = 1u << 1, kBigEndian = 1u << 7;
constexpr uint32_t kSystem = 1u << 8, kRom = 1u << 9; // reads of pages without rights
constexpr uint32_t kHighVectors = 1u << 13;
constexpr uint32_t kOnes = 0x78;       // [6:3] read as ones
constexpr uint32_t kWritable = 0x3b87; // M A C, B S R, Z I V
} // namespace control

// A translation that the MMU has read, for the 1 KB around an address: the smallest page, and the
// smallest part of a page that has rights of its own.
constexpr unsigned kGranuleBits = 10;
struct TlbEntry {
  uint32_t tag = ~0u; // virtual address >> kGranuleBits; ~0: empty
  uint32_t frame = 0; // physical address >> kGranuleBits
  uint8_t rights = 0; // AP
  uint8_t domain = 0;
  bool page = false; // of a table of the second level
  bool operator==(const TlbEntry&) const = default;
};
constexpr unsigned kTlbEntries = 256;
using Tlb = std::array<TlbEntry, kTlbEntries>;

// Coprocessor 14: the cycle counter.
struct CycleCounter {
  uint32_t monitor = 0; // PMNC
  uint32_t value = 0;   // value at cycle `since`
  uint64_t since = 0;
  bool operator==(const CycleCounter&) const = default;
};

struct State {
  // Registers of the current mode. Between instructions r[15] is the address of the next one.
  std::array<uint32_t, 16> r{};
  uint32_t cpsr = static_cast<uint32_t>(Mode::Supervisor) | psr::kI | psr::kF;
  std::array<uint32_t, kBanks> spsr{};               // bank User has none
  std::array<std::array<uint32_t, 2>, kBanks> r13{}; // r13 and r14 of inactive banks
  std::array<std::array<uint32_t, 5>, 2> r8{}; // r8 to r12: [0] of all other modes, [1] of FIQ

  SystemControl system;
  Tlb tlb{};
  CycleCounter counter;
  uint64_t accumulator = 0; // coprocessor 0: acc0, 40 bits

  bool irq = false, fiq = false; // interrupt lines, set by their owner
  bool idle = false;             // the program has selected power mode idle

  AccessLog log;
  uint64_t instructions = 0, cycles = 0;

  // Number of faults since the last instruction completed in `fault_mode`, the mode of the first
  // fault.
  uint32_t faults = 0;
  Mode fault_mode = Mode::Supervisor;
  Fault last_fault;
  Stop stop;

  bool operator==(const State&) const = default;

  Mode mode() const { return static_cast<Mode>(cpsr & psr::kMode); }
  bool thumb() const { return cpsr & psr::kT; }
  bool big_endian() const { return system.control & control::kBigEndian; }
  bool privileged() const { return mode() != Mode::User; }
};

} // namespace ixp::xscale
