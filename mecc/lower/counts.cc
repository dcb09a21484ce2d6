// Counts of commands. The instruction word encodes counts of 1 to 8. Counts of 9 to 16, and counts
// only known at run time, use the override word of indirect_ref:
//
//   cmd_SRAM_READ(%x, %a, 0, i32 12, ..)    cmdi_SRAM_READ(%x, %a, 0, i32 12, i32 0x3600000, ..)
//   cmd_SRAM_READ(%x, %a, 0, i32 %n, ..)    cmdi_SRAM_READ(%x, %a, 0, i32 16, i32 %word, ..)
//                                           with %word = (%n << 21) + 0x1e00000
//
// The count of a cmdi is the maximum, because that number of registers is in use.
#include "isa/isa.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr uint64_t kMostOfWord = 8, kMost = 16, kMostHashes = 3;
// Fields of the override word (generic_ind_t of ixp_memory.h).
constexpr unsigned kCountShift = 21, kCountBits = 4, kCountEnable = 25;

// A call of a primitive with a count.
struct Counted {
  CallInst* call;
  const mev2::OpcodeInfo* info;
  CommandArguments arguments;
  bool indirect;

  Value* argument(int n) const { return call->getArgOperand(static_cast<unsigned>(n)); }
  Value* count() const { return argument(arguments.count); }
  Value* override_word() const { return argument(arguments.count + 1); }
  uint64_t most() const { return info->cls == mev2::InstrClass::Hash ? kMostHashes : kMost; }
  std::string name() const {
    return info->token.empty() ? std::string(info->mnemonic)
                               : fmt::format("{}[{}]", info->mnemonic, info->token);
  }
  const char* what() const { // unit of the count
    if (info->cls == mev2::InstrClass::Hash) return "hashes";
    if (info->cls == mev2::InstrClass::Dram) return "quadwords";
    return info->longwords == 2 ? "pairs of longwords" : "longwords";
  }
};

std::optional<Counted> counted(CallInst& call) {
  const StringRef name = primitive_of(call);
  const std::optional<CommandArguments> arguments = command_arguments(name);
  const mev2::OpcodeInfo* info = command_of(name);
  if (!arguments || !info || !info->has_count) return std::nullopt;
  return Counted{&call, info, *arguments, name.starts_with("cmdi_")};
}

class Counts {
public:
  Counts(Job& job, const Counted& c) : job_(job), c_(c) {}

  void run() {
    const auto* count = dyn_cast<ConstantInt>(c_.count());
    if (count && (count->isZero() || count->getZExtValue() > c_.most()))
      return job_.report.error(*c_.call, fmt::format("{} moves 1 to {} {}, not {}", c_.name(),
                                                     c_.most(), c_.what(), count->getZExtValue()));
    if (c_.indirect) return check_override();
    if (count && count->getZExtValue() <= kMostOfWord) return;
    if (!count && c_.most() < kMostOfWord)
      return job_.report.error(*c_.call, fmt::format("how many {} {} makes is not known when the "
                                                     "program is compiled; write a constant",
                                                     c_.what(), c_.name()));
    make_indirect(count ? count->getZExtValue() : room());
  }

private:
  // Number of units that fit from the named transfer register on. If there are none, another check
  // reports it.
  uint64_t room() const {
    const auto* object =
        dyn_cast_or_null<AllocaInst>(object_of(c_.argument(c_.arguments.transfer)));
    if (!object) return kMost;
    const DataLayout& layout = job_.module.getDataLayout();
    APInt offset(32, 0);
    c_.argument(c_.arguments.transfer)
        ->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    const uint64_t bytes = layout.getTypeAllocSize(object->getAllocatedType()),
                   unit = 4 * uint64_t{c_.info->longwords};
    const uint64_t left = (bytes - std::min(bytes, offset.getZExtValue())) / unit;
    return left == 0 || left > kMost ? kMost : left;
  }

  void make_indirect(uint64_t most) {
    IRBuilder<> b(c_.call);
    Value* count = b.CreateZExtOrTrunc(c_.count(), b.getInt32Ty());
    // An invalid count leaves the enable bit clear and does not affect other fields.
    Value* word = b.CreateAdd(b.CreateShl(count, kCountShift),
                              b.getInt32((1u << kCountEnable) - (1u << kCountShift)));
    Value *left = c_.argument(1), *right = b.getInt32(0);
    StringRef record = c_.info->name;
    if (record.consume_back("_IMM")) // the immediate CSR address becomes a computed one
      left = b.CreateZExtOrTrunc(left, b.getInt32Ty());
    else
      right = c_.argument(2);
    CallInst* indirect = b.CreateCall(
        declare_command(job_.module, record, /*indirect=*/true),
        {c_.argument(c_.arguments.transfer), left, right, b.getInt32(static_cast<uint32_t>(most)),
         word, c_.argument(c_.arguments.sync), c_.argument(c_.arguments.signal)});
    indirect->setDebugLoc(c_.call->getDebugLoc());
    c_.call->eraseFromParent();
  }

  // Checks an override word given in the source.
  void check_override() {
    const uint64_t most = cast<ConstantInt>(c_.count())->getZExtValue();
    const KnownBits bits = computeKnownBits(c_.override_word(), job_.module.getDataLayout());
    if (bits.Zero[kCountEnable]) {
      if (most > kMostOfWord)
        job_.report.error(
            *c_.call,
            fmt::format("{} of up to {} {}, but the override word gives no count and the "
                        "instruction has room for {}; put ind_count(n) into the override word",
                        c_.name(), most, c_.what(), kMostOfWord));
      return;
    }
    const KnownBits field = bits.extractBits(kCountBits, kCountShift);
    const uint64_t least = field.getMinValue().getZExtValue() + 1;
    if (bits.One[kCountEnable] && least > most)
      job_.report.error(*c_.call,
                        fmt::format("{} of up to {} {}, but the override word says {}{}; give the "
                                    "largest count there is",
                                    c_.name(), most, c_.what(),
                                    field.isConstant() ? "" : "at least ", least));
  }

  Job& job_;
  Counted c_;
};

} // namespace

void settle_counts(Job& job) {
  for (Function& f : job.module)
    for (Instruction& i : make_early_inc_range(instructions(f)))
      if (auto* call = dyn_cast<CallInst>(&i))
        if (const std::optional<Counted> c = counted(*call)) Counts(job, *c).run();
}

} // namespace mecc::lower
