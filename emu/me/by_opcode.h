// Maps an opcode known at run time to an instance of a template.
#pragma once

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

} // namespace ixp::me
