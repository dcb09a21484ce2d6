#include "fabric/maximum.h"

#include <algorithm>
#include <limits>

namespace ixp::fabric {

void SizeMatching::solve(std::span<const Ports> wanted, unsigned first) {
  wanted_ = wanted;
  first_ = first;
  const unsigned n = static_cast<unsigned>(wanted.size());
  free_ = first_ports(n);
  output_.fill(kNone);
  for (unsigned k = 0; k < n && free_; ++k) {
    unseen_ = first_ports(n);
    augment((first + k) % n);
  }
}

bool SizeMatching::augment(unsigned input) {
  if (const Ports now = wanted_[input] & free_) {
    const unsigned j = first_from(now, first_);
    free_ &= ~bit(j);
    pair(input, j);
    return true;
  }
  while (const Ports others = wanted_[input] & unseen_) {
    const unsigned j = first_from(others, first_);
    unseen_ &= ~bit(j);
    if (!augment(input_[j])) continue;
    pair(input, j);
    return true;
  }
  return false;
}

void WeightMatching::resize(unsigned n) {
  n_ = n;
  for (unsigned i = 0; i < n; ++i)
    std::fill_n(weight_[i].begin(), n, 0);
}

void WeightMatching::solve() {
  v_.fill(0);
  column_.fill(kNone);
  row_.fill(kNone);
  for (unsigned i = 0; i < n_; ++i) {
    const auto best = std::max_element(weight_[i].begin(), weight_[i].begin() + n_);
    u_[i] = *best;
    const auto j = static_cast<unsigned>(best - weight_[i].begin());
    if (row_[j] != kNone) continue;
    row_[j] = static_cast<uint8_t>(i);
    column_[i] = static_cast<uint8_t>(j);
  }
  for (unsigned i = 0; i < n_; ++i)
    if (column_[i] == kNone) find_path(i);
}

// Shortest augmenting path, by reduced cost, from an unmatched row to an unmatched column. `slack`
// of a column: its reduced cost to the nearest row of the tree.
void WeightMatching::find_path(unsigned row) {
  std::array<Weight, kMaxPorts> slack;
  std::array<uint8_t, kMaxPorts> from, tree; // the row that attains slack; columns of the tree
  std::fill_n(slack.begin(), n_, std::numeric_limits<Weight>::max());
  Ports outside = first_ports(n_);
  unsigned i = row, j = kNone, in_tree = 0;
  Weight given_in = 0; // dual change so far
  for (;;) {
    Weight least = std::numeric_limits<Weight>::max();
    const Weight base = u_[i] + given_in;
    for_each(outside, [&](unsigned k) {
      const Weight s = base + v_[k] - weight_[i][k];
      if (s < slack[k]) {
        slack[k] = s;
        from[k] = static_cast<uint8_t>(i);
      }
      if (slack[k] < least) {
        least = slack[k];
        j = k;
      }
    });
    given_in = least;
    outside &= ~bit(j);
    if (row_[j] == kNone) break;
    tree[in_tree++] = static_cast<uint8_t>(j);
    i = row_[j];
  }
  // Updates the duals: decreases u on tree rows and increases v on tree columns, each by the dual
  // change since it joined the tree.
  u_[row] -= given_in;
  for (unsigned k = 0; k < in_tree; ++k) {
    const unsigned c = tree[k];
    v_[c] += given_in - slack[c];
    u_[row_[c]] -= given_in - slack[c];
  }
  while (j != kNone) {
    const unsigned r = from[j], before = column_[r];
    row_[j] = static_cast<uint8_t>(r);
    column_[r] = static_cast<uint8_t>(j);
    j = r == row ? kNone : before;
  }
}

void MaximumSize::match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot,
                        Match& match) {
  const unsigned n = buffers.ports();
  std::array<Ports, kMaxPorts> wanted{};
  Ports any = 0;
  for_each(inputs, [&](unsigned i) { any |= wanted[i] = buffers.wanted(lane, i) & outputs; });
  if (!any) return;
  matching_.solve(std::span(wanted).first(n), static_cast<unsigned>(random_.below(n)));
  for_each(inputs, [&](unsigned i) {
    if (matching_.output_of(i) != kNone) match.add(i, matching_.output_of(i), lane);
  });
}

void MaximumWeight::Side::fill(Ports set, unsigned first) {
  size = 0;
  const auto add = [&](unsigned port) {
    place[port] = static_cast<uint8_t>(size);
    ports[size++] = static_cast<uint8_t>(port);
  };
  for_each(set & ~first_ports(first), add);
  for_each(set & first_ports(first), add);
}

void MaximumWeight::match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs,
                          Slot now, Match& match) {
  Ports asking = 0, asked = 0;
  for_each(inputs, [&](unsigned i) {
    const Ports wanted = buffers.wanted(lane, i) & outputs;
    if (wanted) asking |= bit(i);
    asked |= wanted;
  });
  if (!asking) return;
  rows_.fill(asking, static_cast<unsigned>(random_.below(buffers.ports())));
  columns_.fill(asked, static_cast<unsigned>(random_.below(buffers.ports())));
  matching_.resize(std::max(rows_.size, columns_.size));
  for_each(asking, [&](unsigned i) {
    for_each(buffers.wanted(lane, i) & outputs, [&](unsigned j) {
      const uint64_t weight =
          by_ == By::Length ? buffers.length(lane, i, j) : buffers.age(lane, i, j, now);
      matching_.set(rows_.place[i], columns_.place[j], static_cast<int64_t>(weight));
    });
  });
  matching_.solve();
  for (unsigned row = 0; row < rows_.size; ++row) {
    const unsigned column = matching_.column_of(row);
    if (matching_.weight(row, column) > 0)
      match.add(rows_.ports[row], columns_.ports[column], lane);
  }
}

} // namespace ixp::fabric
