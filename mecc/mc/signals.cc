// Allocates signal numbers 1 to 15. Commands that complete with two signals get an even number and
// the odd one above it. Every signal has its own number while there are enough; beyond that,
// signals that are never in flight at the same time share one.
#include "mecc/mc/passes.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

constexpr unsigned kSignals = 15;

class SignalAllocator {
public:
  SignalAllocator(Unit& unit, const Liveness& live) : unit_(unit), live_(live) {}

  bool run() {
    const size_t n = unit_.signals.size();
    used_.assign(n, false);
    sent_.assign(n, false);
    for (const Instr& i : unit_.code) {
      note_use(i.signal, i.info().is_command);
      for (const SignalRef& s : i.waits)
        note_use(s, false);
    }
    if (!check_pairs()) return false;
    collect_physical_names();
    find_overlaps();
    std::vector<SignalId> order;
    for (SignalId s = 0; s < n; ++s)
      if (used_[s] || unit_.signals[s].everywhere() || unit_.signals[s].pinned) order.push_back(s);
    std::sort(order.begin(), order.end(), [&](SignalId a, SignalId b) {
      return std::pair(rank(a), a) < std::pair(rank(b), b);
    });
    for (SignalId s : order)
      if (!place(s, false) && !place(s, true)) return report(s), false;
    return true;
  }

private:
  int rank(SignalId s) const { // hardest first
    const Signal& g = unit_.signals[s];
    return g.pinned ? 0 : g.pair ? 1 : lives_everywhere(s) ? 2 : 3;
  }
  // Set from outside the program: by another context, another microengine, a timer.
  bool lives_everywhere(SignalId s) const { return unit_.signals[s].everywhere() || !sent_[s]; }

  void note_use(const SignalRef& s, bool by_command) {
    if (s.kind != SignalRef::Kind::Virtual) return;
    used_[s.id] = true;
    if (by_command) sent_[s.id] = true;
  }

  bool check_pairs() {
    bool good = true;
    for (SignalId s = 0; s < unit_.signals.size(); ++s) {
      const Instr *two = nullptr, *one = nullptr;
      for (const Instr& i : unit_.code) {
        if (!i.info().is_command || i.signal.kind != SignalRef::Kind::Virtual || i.signal.id != s)
          continue;
        (i.info().two_signals ? two : one) = &i;
      }
      unit_.signals[s].pair = two != nullptr;
      if (!two || !one) continue;
      unit_.error(two->at, fmt::format("signal {} completes this command, which sends two signals, "
                                       "and another one, which sends one; "
                                       "use a second signal",
                                       unit_.signals[s].name));
      unit_.note_place("the command that sends one signal", one->at);
      good = false;
    }
    return good;
  }

  void collect_physical_names() {
    for (const Instr& i : unit_.code) {
      std::vector<SignalRef> all = i.waits;
      all.push_back(i.signal);
      for (const SignalRef& s : all)
        if (s.kind == SignalRef::Kind::Fixed) {
          owners_[s.id].push_back(kNothing);
          if (i.info().two_signals) owners_[s.id | 1].push_back(kNothing);
        }
    }
  }

  // Two signals overlap if commands of both are in flight at the same time.
  void find_overlaps() {
    const size_t n = unit_.signals.size();
    overlap_.assign(n, Bits(n));
    for (uint32_t k = 0; k < unit_.code.size(); ++k) {
      Bits here(n);
      live_.commands_out[k].each([&](size_t command) {
        const SignalRef& s = unit_.code[command].signal;
        if (s.kind == SignalRef::Kind::Virtual) here.set(s.id);
      });
      for (const Hint& h : unit_.code[k].hints)
        if (h.is_signal) here.set(h.id);
      here.each([&](size_t s) { overlap_[s].merge(here); });
    }
  }

  bool free_for(unsigned number, SignalId s, bool share) const {
    const auto it = owners_.find(number);
    if (it == owners_.end()) return true;
    if (!share) return false;
    return std::all_of(it->second.begin(), it->second.end(), [&](SignalId other) {
      return other != kNothing && !lives_everywhere(other) && !lives_everywhere(s) &&
             !overlap_[s].test(other);
    });
  }

  bool place(SignalId s, bool share) {
    Signal& g = unit_.signals[s];
    for (unsigned number = 1; number <= kSignals; ++number) {
      if (g.pinned && number != *g.pinned) continue;
      if (g.pair && (number % 2 != 0 || number + 1 > kSignals)) continue;
      if (!free_for(number, s, share) || (g.pair && !free_for(number + 1, s, share))) continue;
      g.number = static_cast<int>(number);
      owners_[number].push_back(s);
      if (g.pair) owners_[number + 1].push_back(s);
      return true;
    }
    return false;
  }

  void report(SignalId s) const {
    const Signal& g = unit_.signals[s];
    if (g.pinned) {
      unit_.error(g.declared,
                  fmt::format("signal {} cannot be number {}: {}", g.name, *g.pinned,
                              g.pair && *g.pinned % 2
                                  ? "its commands send two signals, so it needs an even number"
                                  : "that number is taken"));
      return;
    }
    std::string list;
    for (const auto& [number, owners] : owners_)
      for (SignalId o : owners)
        if (o != kNothing && unit_.signals[o].number == static_cast<int>(number))
          list += fmt::format("{}{}={}{}", list.empty() ? "" : ", ", unit_.signals[o].name, number,
                              unit_.signals[o].pair ? "+" + std::to_string(number + 1) : "");
    unit_.error(
        g.declared,
        fmt::format(
            "no signal number is left for {}: a context has 15 (a command that sends two signals "
            "takes two), "
            "and these are in use at the same time: {}; wait for some earlier, or share one signal",
            g.name, list));
  }

  Unit& unit_;
  const Liveness& live_;
  std::vector<bool> used_, sent_;
  std::map<unsigned, std::vector<SignalId>> owners_;
  std::vector<Bits> overlap_;
};

} // namespace

bool allocate_signals(Unit& unit, const Liveness& live) {
  return SignalAllocator(unit, live).run();
}

} // namespace mecc::mc
