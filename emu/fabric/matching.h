// Matchings of greatest size and of greatest weight in a bipartite graph of at most 64 + 64 ports,
// both exact.
//
// Written here because the libraries of Debian 12 are too slow for a matching in every slot. For
// 16 x 16 with half of the pairs, on one machine: Boost.Graph 1.74 (maximum_weighted_matching) took
// 240 us, LEMON 1.3.1 (MaxWeightedMatching) 60 us, and only as C++17, for it calls
// std::allocator::destroy, which C++20 has not; this takes 3 us. All three found the same weights.
// Both libraries are for general graphs and allocate for each. What vouches for these: tests
// compare with all matchings of small graphs, and check the proof of optimality that solve() leaves
// for large ones.
#pragma once

#include "emu/fabric/ports.h"

#include <array>
#include <span>

namespace ixp::fabric {

// Greatest size, by augmenting paths (Berge; Kuhn): an input without partner asks an output, its
// partner looks for another one, and so on until somebody finds a free output.
// wanted: of each input, the outputs it may have. Inputs are taken in turn from `first` on, outputs
// as well; that decides between matchings of one size.
class SizeMatching {
public:
  void solve(std::span<const Ports> wanted, unsigned first);
  uint8_t output_of(unsigned input) const { return output_[input]; } // or kNone

private:
  bool augment(unsigned input);
  void pair(unsigned input, unsigned output) {
    output_[input] = static_cast<uint8_t>(output);
    input_[output] = static_cast<uint8_t>(input);
  }

  std::span<const Ports> wanted_;
  unsigned first_ = 0;
  Ports free_ = 0, unseen_ = 0; // outputs
  std::array<uint8_t, kMaxPorts> output_{}, input_{};
};

// Greatest weight: the assignment problem by shortest augmenting paths (Kuhn; Munkres; Jonker and
// Volgenant, Computing 38, 1987). Weights are not negative; 0 is as good as no pair.
//
// It ends with prices u of rows and v of columns:
//   u(i) + v(j) >= weight(i, j) for all pairs,  with equality for those of the assignment.
// So no assignment has more weight than the sum of all prices, and this one has it.
class WeightMatching {
public:
  using Weight = int64_t;
  void resize(unsigned n); // n x n, all weights 0
  void set(unsigned i, unsigned j, Weight w) { weight_[i][j] = w; }
  void solve();
  unsigned column_of(unsigned i) const { return column_[i]; } // all rows have one
  Weight weight(unsigned i, unsigned j) const { return weight_[i][j]; }
  Weight row_price(unsigned i) const { return u_[i]; }
  Weight column_price(unsigned j) const { return v_[j]; }

private:
  void find_path(unsigned row);

  unsigned n_ = 0;
  std::array<std::array<Weight, kMaxPorts>, kMaxPorts> weight_;
  std::array<Weight, kMaxPorts> u_, v_;
  std::array<uint8_t, kMaxPorts> column_, row_; // partners
};

} // namespace ixp::fabric
