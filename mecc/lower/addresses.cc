// Checks constant addresses of commands: misaligned ones, and ones beyond any chip's memory.
//
//   sram_read(x, 0x102, ..)            warning: SRAM at 0x102, but its commands take multiples of 4
//   scratch_read(x, 0x8000, ..)        warning: scratchpad memory at 0x8000, which no chip has
#include "isa/isa.h"
#include "mecc/lower/job.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/KnownBits.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr char kGroup[] = "addresses";

struct Memory {
  const char* name;
  unsigned unit; // bytes; addresses are multiples of it
  uint32_t bytes;
  unsigned channel_shift; // bits above it select the channel; 32: there are none
  unsigned channels;
};
constexpr Memory kSram{"SRAM", 4, mev2::kMostSramBytes, 30, mev2::kSramChannels};
constexpr Memory kScratch{"scratchpad memory", 4, mev2::kScratchBytes, 32, 1};
constexpr Memory kDram{"DRAM", 8, mev2::kMostDramBytes, 32, 1};

// Memory that a command addresses in bytes; null for rings, queues and control registers, which
// have numbers.
const Memory* memory_of(StringRef record) {
  const Memory* memory = record.consume_front("SRAM_")      ? &kSram
                         : record.consume_front("SCRATCH_") ? &kScratch
                         : record.consume_front("DRAM_")    ? &kDram
                                                            : nullptr;
  record.consume_front("TEST_AND_");
  const bool addressed = is_contained(
      {"READ", "WRITE", "SWAP", "SET", "CLR", "ADD", "SUB", "INCR", "DECR", "RBUF_RD", "TBUF_WR"},
      record);
  return addressed ? memory : nullptr;
}

class Checker {
public:
  Checker(Job& job, const CallInst& command, const Memory& memory)
      : job_(job), command_(command), memory_(memory) {}

  void run() {
    const DataLayout& dl = job_.module.getDataLayout();
    const KnownBits address = KnownBits::computeForAddSub(
        /*Add=*/true, /*NSW=*/false, /*NUW=*/false, computeKnownBits(command_.getArgOperand(1), dl),
        computeKnownBits(command_.getArgOperand(2), dl));
    const uint64_t within = (address.One & APInt(32, memory_.unit - 1)).getZExtValue();
    if (address.isConstant()) return constant(address.getConstant().getZExtValue());
    if (within)
      warn(fmt::format(
          "{} at an address {} behind a multiple of {}, but its commands take multiples "
          "of {}; correct the address",
          memory_.name, within, memory_.unit, memory_.unit));
  }

private:
  void warn(std::string text) { job_.report.warning(command_, std::move(text), kGroup); }

  void constant(uint64_t address) {
    if (address % memory_.unit)
      return warn(
          fmt::format("{} at {:#x}, but its commands take multiples of {}; correct the address",
                      memory_.name, address, memory_.unit));
    const uint64_t channel = address >> memory_.channel_shift,
                   byte = address & ((uint64_t{1} << memory_.channel_shift) - 1);
    if (channel >= memory_.channels)
      warn(fmt::format("{} at {:#x}: bits 31:30 choose channel {}, and there are {}", memory_.name,
                       address, channel, memory_.channels));
    else if (byte >= memory_.bytes)
      warn(fmt::format("{} at {:#x}, which no chip has: it ends at {:#x}", memory_.name, address,
                       (channel << memory_.channel_shift) + memory_.bytes));
  }

  Job& job_;
  const CallInst& command_;
  const Memory& memory_;
};

} // namespace

void check_addresses(Job& job) {
  for (Function& f : job.module)
    for (Instruction& i : instructions(f)) {
      StringRef record = primitive_of(i);
      if (!record.consume_front("cmd_") && !record.consume_front("cmdi_")) continue;
      if (const Memory* memory = memory_of(record)) Checker(job, cast<CallInst>(i), *memory).run();
    }
}

} // namespace mecc::lower
