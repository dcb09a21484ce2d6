// Complete state of one microengine: everything an instruction can read or change. Plain data
// without behaviour, so that two engines can be compared field by field.
//
// All register files are in one flat array, and every file has a stride of 16 registers per
// context: the absolute number of relative register r in context c is 16 * c + r, in 4-context mode
// too (contexts are even there). So a relative operand is an index plus 16 * context. Constants and
// the sink of "--" have the same stride (eight equal copies), so that no operand needs a special
// case.
#pragma once

#include "emu/kernel/command.h"
#include "isa/microengine.h"

#include <array>
#include <cstdint>

namespace ixp::me {

constexpr unsigned kFile = mev2::kFileRegisters;

// Start of each file in MeState::regs.
enum : unsigned {
  kGprA = 0,
  kGprB = kGprA + kFile,
  kSIn = kGprB + kFile,
  kDIn = kSIn + kFile,
  kSOut = kDIn + kFile,
  kDOut = kSOut + kFile,
  kNn = kDOut + kFile,
  kSink = kNn + kFile,
  kConst = kSink + kFile, // 256 constants in rows of 16, each row with its eight copies
  kRegisters = kConst + 16 * kFile
};
constexpr unsigned constant_index(unsigned c) {
  return kConst + (c / 16) * kFile + c % 16;
}
constexpr unsigned in_file(XferFile f) {
  return f == XferFile::S ? kSIn : kDIn;
}
constexpr unsigned out_file(XferFile f) {
  return f == XferFile::S ? kSOut : kDOut;
}

constexpr unsigned kLocalMemory = mev2::kLocalMemoryLongwords; // populated
constexpr unsigned kLocalMemoryDecoded = 1024;                 // longwords that a pointer can
                                                               // address

// Condition codes as produced by the adder, evaluated on demand.
struct Flags {
  uint64_t wide = 0; // the result with its carry in bit 32
  uint32_t v = 0;    // overflow in bit 31
  uint32_t result() const { return static_cast<uint32_t>(wide); }
  bool n() const { return wide >> 31 & 1; }
  bool z() const { return result() == 0; }
  bool c() const { return wide >> 32 & 1; }
  bool overflow() const { return v >> 31; }
};

struct Context {
  uint16_t pc = 0;              // next address; while it executes: its last start
  uint16_t slept_at = 0;        // the instruction that swapped it out last
  bool has_run = false;         // it was swapped out at least once
  uint16_t signals = 0;         // bit n = signal n; bit 0 = voluntary
  uint32_t wakeup = 0;          // mask as `signals`; bit 16 = any
  std::array<uint16_t, 2> lm{}; // LM_ADDR_0/1 as word numbers 0..1023
  uint16_t future_count = 0;
  uint8_t future_signal = 0;
};

struct CamEntry {
  uint32_t tag = 0;
  uint8_t state = 0;
};

// A pending CSR write: `local_csr_wr` and `cam_lookup .. lm_addr` take effect some instructions
// later.
struct PendingWrite {
  uint64_t due = 0; // takes effect before the instruction with this ordinal
  uint16_t address = 0;
  uint8_t ctx = 0;
  uint32_t value = 0;
};

template <class T, unsigned N> class SmallQueue {
public:
  bool empty() const { return size_ == 0; }
  unsigned size() const { return size_; }
  bool full() const { return size_ == N; }
  const T& front() const { return items_[0]; }
  const T& operator[](unsigned i) const { return items_[i]; }
  T& operator[](unsigned i) { return items_[i]; }
  void push(const T& t) { items_[size_++] = t; }
  void pop() {
    for (unsigned i = 1; i < size_; ++i)
      items_[i - 1] = items_[i];
    --size_;
  }

private:
  std::array<T, N> items_{};
  unsigned size_ = 0;
};

struct MeState {
  alignas(64) std::array<uint32_t, kRegisters> regs{};
  // Words still to arrive (IN files) or still to be taken (OUT files), by register index.
  std::array<uint16_t, kRegisters> outstanding{};

  // The previous instruction, for indirect shifts, asr, byte_align, indirect_ref and cap fast_wr.
  // Instructions without such an operand or result keep the old value.
  uint32_t prev_a = 0, prev_b = 0, prev_result = 0;
  Flags flags;

  std::array<Context, kContexts> ctx{};
  int running = -1;      // the context that executes, or -1
  uint8_t ready = 0;     // bit n: context n is Ready; one that is neither sleeps
  unsigned last_ran = 7; // the arbiter starts after it

  std::array<uint32_t, kLocalMemoryDecoded> local_memory{};
  std::array<uint16_t, 2> lm_global{}; // the pointers if CTX_ENABLES makes them global
  uint8_t t_index = 0;                 // absolute transfer register
  uint8_t byte_index = 0;
  uint8_t nn_put = 0, nn_get = 0;

  std::array<CamEntry, 16> cam{};
  uint64_t cam_lru = 0xfedcba9876543210; // nibbles, least recently used entry lowest

  uint32_t crc_remainder = 0;
  struct CrcStep {
    uint64_t visible = 0; // ME cycle from which local_csr_rd sees `value`
    uint32_t value = 0;
  };
  std::array<CrcStep, 8> crc_steps{}; // newest first
  uint64_t product = 0;               // of mul_step

  uint32_t ctx_enables = 0, cc_enable = 0x2000, csr_ctx_pointer = 0;
  uint32_t ustore_address = 0, ustore_lower = 0;
  uint64_t timestamp_base = 0;          // TIMESTAMP = base + cycles / clock.timestamp_div
  uint64_t profile_base = 0;            // PROFILE_COUNT = base + cycles
  uint32_t random = 0;                  // PSEUDO_RANDOM_NUMBER ...
  uint64_t random_cycle = 0;            // ... at this cycle, if it advances every cycle
  SmallQueue<PendingWrite, 64> pending; // by `due`
  bool csr_read = false;                // the previous instruction was local_csr_rd ...
  uint32_t csr_value = 0;               // ... and the next immed receives this

  bool halted = false; // stopped by an illegal instruction
  uint64_t instructions = 0;
};

} // namespace ixp::me
