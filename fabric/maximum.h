// Optimal matchings: MSM and MWM, and the exact algorithms that they use on a bipartite graph of at
// most 64 + 64 ports.
//
// Implemented here because the libraries of Debian 12 are too slow for a matching per slot. For 16
// x 16 with half of the pairs, on one machine: Boost.Graph 1.74 (maximum_weighted_matching) took
// 240 us; LEMON 1.3.1 (MaxWeightedMatching) 60 us, and only as C++17, as it calls
// std::allocator::destroy, which C++20 removed; this takes 3 us. All three found the same weights.
// Both libraries handle general graphs and allocate per call. Tests compare with all matchings of
// small graphs and, for large ones, check the optimality certificate that solve() leaves.
#pragma once

#include "base/random.h"
#include "fabric/match.h"

#include <span>

namespace ixp::fabric {

// Maximum size, by augmenting paths (Berge; Kuhn): an unmatched input requests an output, its
// partner looks for another output, and so on until a free output is found.
// `wanted`: for each input, its admissible outputs. Inputs and outputs are tried cyclically from
// `first` on, which decides between matchings of the same size.
class SizeMatching {
public:
  void solve(std::span<const Ports> wanted, unsigned first);
  uint8_t output_of(unsigned input) const { return output_[input]; } // kNone if unmatched

private:
  bool augment(unsigned input);
  void pair(unsigned input, unsigned output) {
    output_[input] = static_cast<uint8_t>(output);
    input_[output] = static_cast<uint8_t>(input);
  }

  std::span<const Ports> wanted_;
  unsigned first_ = 0;
  Ports free_ = 0, unseen_ = 0; // outputs unmatched; outputs not visited by this search
  std::array<uint8_t, kMaxPorts> output_{}, input_{};
};

// Maximum weight: the assignment problem by shortest augmenting paths (Kuhn; Munkres; Jonker and
// Volgenant, Computing 38, 1987). Weights are not negative; weight 0 is equivalent to no pair.
//
// The result includes dual prices, u for rows and v for columns:
//   u(i) + v(j) >= weight(i, j) for all pairs,  with equality for pairs of the assignment.
// So no assignment weighs more than the sum of all prices, and this one weighs exactly that.
class WeightMatching {
public:
  using Weight = int64_t;
  void resize(unsigned n); // n x n, all weights 0
  void set(unsigned i, unsigned j, Weight w) { weight_[i][j] = w; }
  void solve();
  unsigned column_of(unsigned i) const { return column_[i]; } // every row is matched
  Weight weight(unsigned i, unsigned j) const { return weight_[i][j]; }
  Weight row_price(unsigned i) const { return u_[i]; }
  Weight column_price(unsigned j) const { return v_[j]; }

private:
  void find_path(unsigned row);

  unsigned n_ = 0;
  std::array<std::array<Weight, kMaxPorts>, kMaxPorts> weight_;
  std::array<Weight, kMaxPorts> u_, v_;
  std::array<uint8_t, kMaxPorts> column_, row_; // matched column of a row; matched row of a column
};

// MSM, maximum size matching: as many pairs as possible in every step.
//
// Each step computes a new maximum matching, regardless of waiting times, so a queue may starve.
// Ties between matchings of the same size are random: ports are tried cyclically from a random one
// on.
class MaximumSize : public Matcher {
public:
  explicit MaximumSize(const Random& random) : random_(random) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  Random random_;
  SizeMatching matching_;
};

// MWM, maximum weight matching (McKeown, Mekkittikul, Anantharam, Walrand, IEEE Transactions on
// Communications 47(8), 1999): in every step the matching with the maximum sum of weights.
//
// The weight of a queue is its length in cells (QL), which keeps queues bounded, or the number of
// slots its first cell has waited (CA), which prevents starvation. Ties are random: ports are
// numbered from a random one on.
class MaximumWeight : public Matcher {
public:
  enum class By : uint8_t { Length, Age };
  MaximumWeight(By by, const Random& random) : by_(by), random_(random) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  // Ports with a positive weight, cyclically from a random one on: the rows or the columns.
  struct Side {
    std::array<uint8_t, kMaxPorts> ports, place; // port of each row; row of each port
    unsigned size = 0;
    void fill(Ports set, unsigned first);
  };

  By by_;
  Random random_;
  Side rows_, columns_;
  WeightMatching matching_;
};

} // namespace ixp::fabric
