#include "mecc/lower/local_layout.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace mecc::lower {

namespace {

constexpr uint32_t kNullEnd = 4; // the null pointer's longword

uint64_t align_to(uint64_t v, uint64_t align) {
  return (v + align - 1) / align * align;
}

uint32_t first_for(const LocalVariable& v, uint32_t first, bool null) {
  return null && !v.hidden ? std::max(first, kNullEnd) : first;
}

struct Taken {
  uint64_t first, end;
};

// Lowest free address for `bytes`; `taken` is in ascending order.
uint64_t lowest_gap(const std::vector<Taken>& taken, uint64_t from, uint64_t bytes,
                    uint64_t align) {
  uint64_t at = align_to(from, align);
  for (const Taken& t : taken) {
    if (at + bytes <= t.first) break;
    at = std::max(at, align_to(std::max(t.end, from), align));
  }
  return at;
}

} // namespace

LocalLayout lay_out_plainly(const std::vector<LocalVariable>& variables, uint32_t first,
                            bool null) {
  LocalLayout l;
  uint64_t next = null ? std::max(first, kNullEnd) : first;
  l.end = static_cast<uint32_t>(next);
  for (const LocalVariable& v : variables) {
    next = align_to(next, v.align);
    l.addresses.push_back(static_cast<uint32_t>(next));
    next += v.bytes;
    l.align = std::max(l.align, v.align);
    l.end = static_cast<uint32_t>(next);
  }
  return l;
}

LocalLayout lay_out_aligned(const std::vector<LocalVariable>& variables, uint32_t first, bool null,
                            uint64_t most) {
  const auto align_of = [&](const LocalVariable& v) {
    return std::max(v.align, std::min(most, std::bit_ceil(std::max<uint64_t>(v.bytes, 1))));
  };
  std::vector<size_t> order(variables.size());
  for (size_t n = 0; n < order.size(); ++n)
    order[n] = n;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const LocalVariable &x = variables[a], &y = variables[b];
    return std::tuple(align_of(y), y.bytes, a) < std::tuple(align_of(x), x.bytes, b);
  });
  LocalLayout l;
  l.addresses.resize(variables.size());
  l.end = first;
  std::vector<Taken> taken;
  for (const size_t n : order) {
    const LocalVariable& v = variables[n];
    const uint64_t at = lowest_gap(taken, first_for(v, first, null), v.bytes, align_of(v));
    l.addresses[n] = static_cast<uint32_t>(at);
    l.align = std::max(l.align, align_of(v));
    l.end = std::max(l.end, static_cast<uint32_t>(at + v.bytes));
    taken.insert(std::upper_bound(taken.begin(), taken.end(), at,
                                  [](uint64_t place, const Taken& t) { return place < t.first; }),
                 {at, at + v.bytes});
  }
  return l;
}

LocalLayout lay_out_within(const std::vector<LocalVariable>& variables, uint32_t first, bool null,
                           uint32_t limit) {
  for (uint64_t most = 1024; most >= 8; most /= 2)
    if (LocalLayout l = lay_out_aligned(variables, first, null, most); l.end <= limit) return l;
  return lay_out_plainly(variables, first, null);
}

} // namespace mecc::lower
