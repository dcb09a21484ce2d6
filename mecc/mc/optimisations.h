// Optimisations that can be disabled individually, and a count of the changes each has made: used
// to find the one that miscompiles a program (docs/compiler.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mecc {

// Enumerator, name on the command line, description.
#define MECC_OPTIMISATIONS(X)                                                                      \
  X(SharedLocals, "shared-locals", "shared local memory is read again after swaps only")           \
  X(HandDown, "hand-down", "callers pass the address of the context's variables to callees")       \
  X(StaticRegisters, "static-registers", "variables that several functions use are in registers")  \
  X(AlignLocals, "align-locals", "variables in local memory are aligned to their size")            \
  X(CarriedSums, "carried-sums", "one's complement sums add with carry")                           \
  X(OrAddresses, "or-addresses", "base OR index where variables are aligned to their size")        \
  X(CounterBases, "counter-bases", "counters carry the constant that their uses add")              \
  X(ByteIndices, "byte-indices", "indices of local memory are carried in bytes")                   \
  X(NarrowProducts, "narrow-products", "products of factors known to be narrow take fewer steps")  \
  X(NearTests, "near-tests", "masks are next to branches that test their bits")                    \
  X(OwnAddresses, "own-addresses",                                                                 \
    "paths with their own address in local memory have own accesses")                              \
  X(Differences, "differences", "differences replace comparisons of their operands")               \
  X(WideShifts, "wide-shifts", "halves of 64-bit shifts are values of their own")                  \
  X(OwnReturns, "own-returns", "paths with their own result return separately")                    \
  X(EarlyReturns, "early-returns", "paths that return at once are expected to be the rarer ones")  \
  X(LmStreams, "lm-streams", "pointers into local memory advance with loops")                      \
  X(LmSteps, "lm-steps", "pointers into local memory step from longword to longword")              \
  X(LmEarly, "lm-early", "pointers into local memory are set in preceding blocks")                 \
  X(SecondPointer, "second-pointer", "LM_ADDR_0 points into data where no function has a frame")   \
  X(ArgumentRegisters, "argument-registers",                                                       \
    "arguments and results are in registers that suit all callers")                                \
  X(CalleeRegisters, "callee-registers",                                                           \
    "callers keep values in registers that callees do not use")                                    \
  X(LateUpdates, "late-updates", "values that a branch tests are updated after it")                \
  X(ConditionCodes, "condition-codes", "branches on 0 use the codes of the value's computation")   \
  X(Schedule, "schedule", "independent instructions fill the wait for pointers")                   \
  X(DeferSlots, "defer-slots", "instructions move into slots of branches and swaps")               \
  X(SharedSlots, "shared-slots", "instructions on both paths of a branch move into its slots")     \
  X(TargetSlots, "target-slots", "instructions at branch targets are copied into empty slots")

enum class Optimisation : uint8_t {
#define X(id, name, what) id,
  MECC_OPTIMISATIONS(X)
#undef X
};
constexpr size_t kOptimisations = 0
#define X(id, name, what) +1
    MECC_OPTIMISATIONS(X)
#undef X
    ;

std::string_view name_of(Optimisation);
std::string_view description_of(Optimisation);
std::optional<Optimisation> optimisation_named(std::string_view name);
std::vector<std::string> optimisation_names();

class Optimisations {
public:
  bool on(Optimisation o) const { return !left_out_[index(o)]; }
  void keep(Optimisation o) { left_out_[index(o)] = false; }
  void leave_out(Optimisation o) { left_out_[index(o)] = true; }
  void leave_out_all() { left_out_.fill(true); }

  void count(Optimisation o, unsigned times = 1) { applied_[index(o)] += times; }

  // "optimisations: callee-registers 3, defer-slots 41; left out: ...", human-readable.
  std::string describe() const;

private:
  static size_t index(Optimisation o) { return static_cast<size_t>(o); }
  std::array<bool, kOptimisations> left_out_{};
  std::array<unsigned, kOptimisations> applied_{};
};

} // namespace mecc
