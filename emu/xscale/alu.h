// Operations of data processing, shared by ARM and Thumb state.
#pragma once

#include "emu/xscale/execution.h"

namespace ixp::xscale {

struct AluResult {
  uint32_t value;
  bool carry, overflow;
};

// Previous C and V, and the carry out of the shifter.
struct AluFlags {
  bool carry, overflow, shifted_out;
};

constexpr AluResult add_with_carry(uint32_t a, uint32_t b, bool carry) {
  const uint64_t sum = uint64_t{a} + b + carry;
  const auto value = static_cast<uint32_t>(sum);
  return {value, sum >> 32 != 0, ((a ^ value) & (b ^ value)) >> 31 != 0};
}
constexpr AluResult logical(uint32_t value, AluFlags f) {
  return {value, f.shifted_out, f.overflow};
}

// One type per operation, so that tables can name them.
#define IXP_ALU(Name, result)                                                                      \
  struct Name {                                                                                    \
    static constexpr AluResult apply([[maybe_unused]] uint32_t a, uint32_t b,                      \
                                     [[maybe_unused]] AluFlags f) {                                \
      return result;                                                                               \
    }                                                                                              \
  };
IXP_ALU(And, logical(a& b, f))
IXP_ALU(Eor, logical(a ^ b, f))
IXP_ALU(Orr, logical(a | b, f))
IXP_ALU(Bic, logical(a & ~b, f))
IXP_ALU(Mov, logical(b, f))
IXP_ALU(Mvn, logical(~b, f))
IXP_ALU(Add, add_with_carry(a, b, false))
IXP_ALU(Adc, add_with_carry(a, b, f.carry))
IXP_ALU(Sub, add_with_carry(a, ~b, true))
IXP_ALU(Sbc, add_with_carry(a, ~b, f.carry))
IXP_ALU(Rsb, add_with_carry(b, ~a, true))
IXP_ALU(Rsc, add_with_carry(b, ~a, f.carry))
#undef IXP_ALU

template <class Operation>
AluResult compute(const Execution& x, uint32_t a, uint32_t b, bool shifted_out) {
  return Operation::apply(a, b, {x.flag(psr::kC), x.flag(psr::kV), shifted_out});
}

inline void set_nzcv(Execution& x, const AluResult& r) {
  x.set_nz(r.value);
  x.set_flags(psr::kC | psr::kV, (r.carry ? psr::kC : 0) | (r.overflow ? psr::kV : 0));
}

} // namespace ixp::xscale
