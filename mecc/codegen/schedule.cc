// List scheduling of words. Adjacent sequences (a step and its predecessor; from the setter of
// condition codes to their reader) move as one bundle. Bundles that touch the same register,
// longword, pointer or unit keep their order.
#include "mecc/codegen/word_stages.h"

#include "mecc/mc/dependence.h"
#include "mecc/mc/distance.h"
#include "mecc/mc/flow.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mecc::codegen {

using mc::Effects;
using mc::Instr;
using mev2::Opcode;

namespace {

constexpr uint32_t kLongest = 64; // instructions scheduled together

class Line {
public:
  // Covers unit.code[first, end); `codes_wanted`: the condition codes at its end are live.
  Line(mc::Unit& unit, uint32_t first, uint32_t end, bool codes_wanted)
      : unit_(unit), first_(first), end_(end), codes_wanted_(codes_wanted) {}

  unsigned run() {
    const unsigned before = waiting(original());
    if (before == 0) return 0;
    make_bundles();
    connect();
    const std::vector<uint32_t> order = list();
    const unsigned after = waiting(order);
    if (after >= before) return 0;
    apply(order);
    return before - after;
  }

private:
  struct Bundle {
    uint32_t first, end;                            // indices in the line
    std::vector<std::pair<size_t, unsigned>> after; // predecessors and their distances
    unsigned path = 0;                              // longest path to the end of the line
  };

  uint32_t size() const { return end_ - first_; }
  const Instr& at(uint32_t n) const { return unit_.code[first_ + n]; }

  std::vector<uint32_t> original() const {
    std::vector<uint32_t> order(size());
    for (uint32_t n = 0; n < order.size(); ++n)
      order[n] = n;
    return order;
  }

  // Number of wait cycles within the line, including those that instructions after it may need.
  unsigned waiting(const std::vector<uint32_t>& order) const {
    std::vector<unsigned> time(order.size());
    unsigned now = 0, waited = 0;
    for (size_t n = 0; n < order.size(); ++n) {
      unsigned earliest = now;
      for (size_t k = n > mc::kCrcLatency ? n - mc::kCrcLatency : 0; k < n; ++k)
        earliest = std::max(earliest, time[k] + mc::least_distance(at(order[k]), at(order[n])));
      waited += earliest - now;
      time[n] = earliest;
      now = earliest + 1;
    }
    for (size_t n = 0; n < order.size(); ++n)
      if (mc::pointer_set_by(at(order[n])) && now - time[n] <= mc::kPointerLatency)
        waited += mc::kPointerLatency + 1 - (now - time[n]);
    return waited;
  }

  // Builds bundles. From a setter of condition codes to their reader, all instructions are one
  // bundle.
  void make_bundles() {
    std::vector<bool> joined(size()); // with the previous instruction
    std::optional<uint32_t> setter;
    for (uint32_t n = 0; n < size(); ++n) {
      if (n && (mc::needs_predecessor(at(n)) || at(n - 1).op() == Opcode::LOCAL_CSR_RD))
        joined[n] = true;
      if (mc::uses_condition_codes(at(n))) {
        for (uint32_t k = setter ? *setter + 1 : 1; k <= n; ++k)
          joined[k] = true;
        reads_earlier_codes_ |= !setter;
      }
      if (mc::sets_condition_codes(at(n))) setter = n;
    }
    last_setter_ = setter;
    for (uint32_t n = 0; n < size(); ++n)
      if (joined[n] && !bundles_.empty())
        bundles_.back().end = n + 1;
      else
        bundles_.push_back({n, n + 1, {}});
  }

  void connect() {
    std::vector<Effects> effects;
    for (uint32_t n = 0; n < size(); ++n)
      effects.push_back(mc::effects_of(unit_, at(n)));
    for (size_t b = 0; b < bundles_.size(); ++b)
      for (size_t a = 0; a < b; ++a)
        if (const unsigned distance = distance_between(effects, bundles_[a], bundles_[b]))
          bundles_[b].after.emplace_back(a, distance);
    keep_codes();
    for (size_t b = bundles_.size(); b-- > 0;) {
      Bundle& bundle = bundles_[b];
      bundle.path = std::max(bundle.path, path_alone(bundle));
      for (const auto& [a, distance] : bundle.after)
        bundles_[a].path = std::max(bundles_[a].path, bundle.path + distance);
    }
  }

  // A pointer set here may be used right behind the line.
  unsigned path_alone(const Bundle& b) const {
    const bool points = mc::pointer_set_by(at(b.end - 1)).has_value();
    return b.end - b.first + (points ? mc::kPointerLatency : 0);
  }

  std::pair<unsigned, unsigned> urgency(const Bundle& b) const { return {b.path, path_alone(b)}; }

  // Minimum distance from the start of a to the start of b; 0: any order.
  unsigned distance_between(const std::vector<Effects>& effects, const Bundle& a,
                            const Bundle& b) const {
    unsigned distance = 0;
    for (uint32_t x = a.first; x < a.end; ++x)
      for (uint32_t y = b.first; y < b.end; ++y) {
        if (!mc::keep_order(effects[x], effects[y])) continue;
        const unsigned least = mc::least_distance(at(x), at(y)) + (x - a.first);
        const unsigned lead = y - b.first;
        distance = std::max({distance, a.end - a.first, least > lead ? least - lead : 0});
      }
    return distance;
  }

  // Keeps the order of condition codes: readers of codes from before the line precede all setters,
  // and the setter of codes live after the line stays the last one.
  void keep_codes() {
    const auto sets = [&](const Bundle& b) {
      return std::any_of(unit_.code.begin() + first_ + b.first, unit_.code.begin() + first_ + b.end,
                         mc::sets_condition_codes);
    };
    if (reads_earlier_codes_)
      for (size_t b = 1; b < bundles_.size(); ++b)
        bundles_[b].after.emplace_back(0, bundles_[0].end);
    if (!codes_wanted_ || !last_setter_) return;
    const auto last = std::find_if(bundles_.begin(), bundles_.end(),
                                   [&](const Bundle& b) { return *last_setter_ < b.end; });
    for (auto b = bundles_.begin(); b != last; ++b)
      if (sets(*b))
        last->after.emplace_back(static_cast<size_t>(b - bundles_.begin()), b->end - b->first);
  }

  std::vector<uint32_t> list() const {
    std::vector<uint32_t> order;
    std::vector<std::optional<unsigned>> begun(bundles_.size());
    for (unsigned now = 0; order.size() < size();) {
      std::optional<size_t> best;
      unsigned best_start = 0;
      for (size_t b = 0; b < bundles_.size(); ++b) {
        if (begun[b]) continue;
        const auto start = start_of(bundles_[b], begun, now);
        if (!start) continue;
        // The bundle that can start first; ties go to the longer path, also of the bundle alone,
        // then to source order.
        if (!best || *start < best_start ||
            (*start == best_start && urgency(bundles_[b]) > urgency(bundles_[*best]))) {
          best = b;
          best_start = *start;
        }
      }
      begun[*best] = best_start;
      for (uint32_t n = bundles_[*best].first; n < bundles_[*best].end; ++n)
        order.push_back(n);
      now = best_start + bundles_[*best].end - bundles_[*best].first;
    }
    return order;
  }
  static std::optional<unsigned>
  start_of(const Bundle& b, const std::vector<std::optional<unsigned>>& begun, unsigned now) {
    unsigned start = now;
    for (const auto& [a, distance] : b.after) {
      if (!begun[a]) return std::nullopt;
      start = std::max(start, *begun[a] + distance);
    }
    return start;
  }

  void apply(const std::vector<uint32_t>& order) {
    std::vector<mc::LabelId> labels = std::exchange(unit_.code[first_].labels, {});
    std::vector<Instr> line;
    for (const uint32_t n : order)
      line.push_back(std::move(unit_.code[first_ + n]));
    std::move(line.begin(), line.end(), unit_.code.begin() + first_);
    unit_.code[first_].labels = std::move(labels);
  }

  mc::Unit& unit_;
  const uint32_t first_, end_;
  const bool codes_wanted_;
  std::vector<Bundle> bundles_;
  std::optional<uint32_t> last_setter_;
  bool reads_earlier_codes_ = false;
};

} // namespace

// Reads a clock: measured code must stay between two readings.
static bool reads_clock(const Instr& i) {
  return i.op() == Opcode::LOCAL_CSR_RD &&
         (i.word.csr == *mev2::local_csr_address("profile_count") ||
          i.word.csr == *mev2::local_csr_address("timestamp_low") ||
          i.word.csr == *mev2::local_csr_address("timestamp_high"));
}

// True if the instruction continues a sequence and must stay next to its predecessor.
static bool goes_on(const mc::Unit& unit, uint32_t n) {
  return n && n < unit.code.size() &&
         (mc::needs_predecessor(unit.code[n]) || unit.code[n - 1].op() == Opcode::LOCAL_CSR_RD);
}

unsigned schedule(mc::Unit& unit) {
  const mc::Flow flow = mc::build_flow(unit);
  const std::vector<bool> codes = mc::condition_codes_live(unit, flow); // live before each
                                                                        // instruction
  unsigned saved = 0;
  const auto stays = [&](uint32_t n) {
    return mc::is_control(unit.code[n]) || reads_clock(unit.code[n]) ||
           flow.slot_of[n] != mc::kNothing || !unit.code[n].hints.empty();
  };
  for (uint32_t first = 0; first < unit.code.size();) {
    uint32_t end = first;
    while (end < unit.code.size() && !stays(end) && end - first < kLongest &&
           (end == first || unit.code[end].labels.empty()))
      ++end;
    while (end > first && goes_on(unit, end))
      --end; // exclude a sequence as a whole
    if (end - first > 1) {
      const bool wanted = end < unit.code.size() && codes[end];
      saved += Line(unit, first, end, wanted).run();
    }
    for (first = std::max(end, first + 1); end != first && goes_on(unit, first);)
      ++first; // skip continuations of an excluded word, such as a clock read
  }
  unit.place_labels();
  return saved;
}

} // namespace mecc::codegen
