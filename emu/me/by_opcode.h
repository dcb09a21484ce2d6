// Maps an opcode known at run time to an instance of a template.
#pragma once

#include "emu/me/semantics.h"
#include "isa/isa.h"

#include <array>
#include <utility>

namespace ixp::me {

// Results of `make.operator()<O>()` for every opcode O.
template <class T> class ByOpcode {
public:
  explicit constexpr ByOpcode(auto make)
      : all_([&]<size_t... N>(std::index_sequence<N...>) {
          return std::array<T, mev2::kOpcodes> {
            make.template operator()<static_cast<mev2::Opcode>(N)>()...
          };
        }(std::make_index_sequence<mev2::kOpcodes>())) {}
  constexpr const T& operator[](mev2::Opcode o) const { return all_[static_cast<size_t>(o)]; }

private:
  std::array<T, mev2::kOpcodes> all_;
};

// The operators of alu[..] and alu_shf[..], of the left and the (shifted) right operand; null for
// other opcodes, and for those that depend on the carry.
inline constexpr ByOpcode<Flags (*)(uint32_t, uint32_t)> kOperators([]<mev2::Opcode O> {
  using Operator = Flags (*)(uint32_t, uint32_t);
  if constexpr (O == mev2::Opcode::ALU_ADD_CARRY || O == mev2::Opcode::ALU_SUB_CARRY)
    return Operator{};
  else if constexpr (is_alu_operator(O))
    return Operator{[](uint32_t a, uint32_t b) { return alu<O>(a, b, false); }};
  else if constexpr (is_shift_operator(O))
    return Operator{&shift_op<O>};
  else
    return Operator{};
});

} // namespace ixp::me
