// An edge back to a node that dominates its source closes a loop; the body is all nodes that reach
// that source without passing the head. Dominators by iteration over the reverse postorder.
#include "base/dataflow.h"
#include "mecc/codegen/report.h"

#include <algorithm>

namespace mecc::codegen {

namespace {

constexpr uint32_t kNone = ~0u;

class Loops {
public:
  explicit Loops(const std::vector<std::vector<uint32_t>>& next)
      : next_(next), before_(next.size()), position_(next.size(), kNone),
        idom_(next.size(), kNone) {
    number();
    find_dominators();
  }

  std::map<uint32_t, std::set<uint32_t>> run() const {
    std::map<uint32_t, std::set<uint32_t>> loops;
    for (uint32_t n : order_)
      for (uint32_t to : next_[n])
        if (dominates(to, n)) collect(to, n, loops[to]);
    return loops;
  }

private:
  void number() { // order_: reverse postorder; position_: index in it
    if (next_.empty()) return;
    std::vector<bool> seen(next_.size());
    std::vector<std::pair<uint32_t, size_t>> visits{{0, 0}};
    seen[0] = true;
    while (!visits.empty()) {
      auto& [n, way] = visits.back();
      if (way < next_[n].size()) {
        const uint32_t to = next_[n][way++];
        if (!seen[to]) {
          seen[to] = true;
          visits.emplace_back(to, 0);
        }
        continue;
      }
      order_.push_back(n);
      visits.pop_back();
    }
    std::ranges::reverse(order_);
    for (uint32_t p = 0; p < order_.size(); ++p)
      position_[order_[p]] = p;
    for (uint32_t n : order_)
      for (uint32_t to : next_[n])
        before_[to].push_back(n);
  }

  uint32_t common(uint32_t a, uint32_t b) const {
    while (a != b) {
      while (position_[a] > position_[b])
        a = idom_[a];
      while (position_[b] > position_[a])
        b = idom_[b];
    }
    return a;
  }

  void find_dominators() {
    if (order_.empty()) return;
    idom_[0] = 0;
    ixp::until_stable(order_, [&](uint32_t n) {
      if (n == 0) return false;
      uint32_t best = kNone;
      for (uint32_t p : before_[n])
        if (idom_[p] != kNone) best = best == kNone ? p : common(best, p);
      return std::exchange(idom_[n], best) != best;
    });
  }

  bool dominates(uint32_t a, uint32_t n) const {
    while (position_[n] > position_[a])
      n = idom_[n];
    return n == a;
  }

  void collect(uint32_t head, uint32_t from, std::set<uint32_t>& body) const {
    body.insert(head);
    std::vector<uint32_t> work{from};
    while (!work.empty()) {
      const uint32_t n = work.back();
      work.pop_back();
      if (!body.insert(n).second) continue;
      work.insert(work.end(), before_[n].begin(), before_[n].end());
    }
  }

  const std::vector<std::vector<uint32_t>>& next_;
  std::vector<std::vector<uint32_t>> before_;
  std::vector<uint32_t> order_, position_, idom_;
};

} // namespace

std::map<uint32_t, std::set<uint32_t>>
natural_loops(const std::vector<std::vector<uint32_t>>& next) {
  return Loops(next).run();
}

} // namespace mecc::codegen
