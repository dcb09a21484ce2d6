// Measures functions on their final words.
//
// A stretch is the code that a context executes between two points at which it may be swapped out.
// A longest path exists only without loops, so a strongly connected component is one node that
// counts once, and the stretch is marked as repeating. A call costs the longest stretch of its
// callee.
#include "mecc/codegen/report.h"

#include <algorithm>
#include <set>

namespace mecc::codegen {

using mc::Flow;
using mc::Instr;
using mc::Unit;

namespace {

uint32_t function_label(const Unit& unit, const std::string& name) {
  for (const mc::LabelDefinition& l : unit.labels)
    if (l.name == name + "#") return l.node;
  return mc::kNothing;
}

class Paths {
public:
  Paths(const Unit& unit, const Flow& flow, FunctionReports& reports)
      : unit_(unit), flow_(flow), reports_(reports), done_(reports.size()) {}

  void run() {
    for (size_t f = 0; f < reports_.size(); ++f)
      measure(f);
  }

  // Edges of the word that stay in its function; a call leads to its return point.
  std::vector<mc::Edge> inside(const FunctionReport& f, uint32_t n) const {
    std::vector<mc::Edge> next;
    for (mc::Edge e : flow_.next[n]) {
      if (const FunctionReport* other = function_at(e.to); other && other != &f)
        e.to = calls(n) ? returns_to(f, flow_.decides[n]) : mc::kNothing;
      if (e.to != mc::kNothing) next.push_back(e);
    }
    return next;
  }

private:
  // True if the branch behind the word, which leads to another function, is no return. Copies of
  // the callee's first words may be in its slots.
  bool calls(uint32_t n) const {
    return flow_.decides[n] == mc::kNothing ||
           unit_.code[flow_.decides[n]].op() != mev2::Opcode::JUMP;
  }

  struct Way { // an edge inside the function
    uint32_t to;
    unsigned cycles; // on the edge: aborted slots, functions called
    bool repeats;
  };

  const FunctionReport* function_at(uint32_t word) const {
    for (const FunctionReport& r : reports_)
      if (word >= r.first && word < r.end) return &r;
    return nullptr;
  }

  // True if the context may be swapped out after this word.
  bool swaps_behind(uint32_t n) const {
    return flow_.decides[n] != mc::kNothing && mc::swaps_context(unit_.code[flow_.decides[n]]);
  }

  unsigned aborted(uint32_t n, uint32_t to) const {
    const uint32_t owner = flow_.decides[n];
    if (owner == mc::kNothing || to == n + 1) return 0;
    const Instr& i = unit_.code[owner];
    return i.info().lost_slots > i.word.defer ? i.info().lost_slots - i.word.defer : 0u;
  }

  // Return point of the call by the branch at `owner`: the address loaded last. Code that ends in
  // an unreachable point runs into the next function without a branch, and has no return point.
  uint32_t returns_to(const FunctionReport& f, uint32_t owner) const {
    if (owner == mc::kNothing) return mc::kNothing;
    for (uint32_t n = owner + 1 + unit_.code[owner].word.defer; n-- > f.first;) {
      const Instr& i = unit_.code[n];
      if (i.op() != mev2::Opcode::IMMED || i.target == mc::kNothing) continue;
      const uint32_t back = unit_.labels[unit_.label_uses[i.target].label].node;
      return back >= f.first && back < f.end ? back : mc::kNothing;
    }
    return mc::kNothing;
  }

  // Edges inside the function; calls and swaps count as single steps.
  std::vector<std::vector<uint32_t>> inside(const FunctionReport& f) const {
    std::vector<std::vector<uint32_t>> next(f.end - f.first);
    for (uint32_t n = f.first; n < f.end; ++n)
      for (const mc::Edge& e : inside(f, n))
        next[n - f.first].push_back(e.to - f.first);
    return next;
  }

  std::vector<LoopReport> find_loops(const FunctionReport& f) const {
    std::vector<LoopReport> loops;
    for (const auto& [head, body] : natural_loops(inside(f))) {
      LoopReport loop;
      loop.head = f.first + head;
      loop.words = static_cast<unsigned>(body.size());
      for (uint32_t n : body) {
        loop.references += unit_.code[f.first + n].info().is_command;
        loop.swaps |= swaps_behind(f.first + n);
      }
      loops.push_back(loop);
    }
    return loops;
  }

  std::vector<Way> ways(const FunctionReport& f, uint32_t n) {
    std::vector<Way> out;
    if (swaps_behind(n)) return out;
    for (const mc::Edge& e : flow_.next[n]) {
      if (e.to >= f.first && e.to < f.end) {
        out.push_back({e.to, aborted(n, e.to), false});
        continue;
      }
      const FunctionReport* callee = function_at(e.to);
      if (!callee || !calls(n)) continue;
      const uint32_t back = returns_to(f, flow_.decides[n]);
      measure(static_cast<size_t>(callee - reports_.data()));
      const Stretch& s = callee->longest;
      const unsigned copied = s.first == callee->first ? e.to - s.first : 0; // in the slots
      if (back != mc::kNothing)
        out.push_back({back, aborted(n, e.to) + s.cycles - copied, s.repeats});
    }
    return out;
  }

  void measure(size_t index) {
    if (done_[index]) return;
    done_[index] = true;
    FunctionReport& f = reports_[index];
    count_operands(f);
    f.loops = find_loops(f);
    find_longest(f);
  }

  void count_operands(FunctionReport& f) const {
    std::array<std::set<int>, 2> gprs;
    std::array<std::set<int>, 4> transfer;
    std::set<uint32_t> shared, signals;
    for (uint32_t n = f.first; n < f.end; ++n) {
      const Instr& i = unit_.code[n];
      f.references += i.info().is_command;
      for (const mc::Access& a : mc::accesses(unit_, i)) {
        const mc::Register& r = unit_.registers[a.reg];
        if (r.file == mc::File::Gpr)
          gprs[static_cast<size_t>(r.bank)].insert(r.number);
        else if (r.transfer())
          transfer[(r.file == mc::File::D ? 2u : 0u) + (a.side == mc::Side::Out)].insert(r.number);
      }
      for (const mc::Slot* s : {&i.dst, &i.left, &i.right})
        if (s->kind == mc::Slot::Kind::Fixed && s->fixed.kind == mev2::OperandKind::AbsGpr)
          shared.insert(s->fixed.number | static_cast<uint32_t>(s->fixed.bank) << 8);
      if (i.signal.kind != mc::SignalRef::Kind::None) signals.insert(i.signal.id);
      for (const mc::SignalRef& s : i.waits)
        signals.insert(s.id);
    }
    for (size_t b = 0; b < 2; ++b)
      f.gprs[b] = static_cast<unsigned>(gprs[b].size());
    for (size_t t = 0; t < 4; ++t)
      f.transfer[t] = static_cast<unsigned>(transfer[t].size());
    f.shared_gprs = static_cast<unsigned>(shared.size());
    f.signals = static_cast<unsigned>(signals.size());
  }

  // ---- longest path over strongly connected components (Tarjan, without recursion) ----
  struct Component {
    unsigned words = 0, inner = 0; // cycles of its words and of its edges
    bool cyclic = false;
    unsigned best = 0; // cycles of the longest stretch that starts here
    bool repeats = false;
    uint32_t first = 0, last = 0;
  };

  void find_longest(FunctionReport& f) {
    const uint32_t size = f.end - f.first;
    std::vector<std::vector<Way>> next(size);
    for (uint32_t n = 0; n < size; ++n)
      next[n] = ways(f, f.first + n);
    std::vector<uint32_t> component(size, mc::kNothing);
    std::vector<Component> components; // in reverse topological order: edges lead to earlier
                                       // components
    order(next, f.first, [&](const std::vector<uint32_t>& members) {
      Component c;
      for (uint32_t n : members)
        component[n] = static_cast<uint32_t>(components.size());
      finish(members, next, f.first, component, components, c);
      components.push_back(c);
    });
    for (const Component& c : components)
      if (c.best > f.longest.cycles) f.longest = {c.first, c.last, c.best, c.repeats};
  }

  static void finish(const std::vector<uint32_t>& members,
                     const std::vector<std::vector<Way>>& next, uint32_t base,
                     const std::vector<uint32_t>& component,
                     const std::vector<Component>& components, Component& c) {
    const auto self = static_cast<uint32_t>(components.size());
    c.words = static_cast<unsigned>(members.size());
    unsigned behind = 0;
    c.first = base + *std::ranges::min_element(members);
    c.last = base + *std::ranges::max_element(members);
    for (uint32_t n : members)
      for (const Way& w : next[n]) {
        const uint32_t to = component[w.to - base];
        if (to == self) {
          c.cyclic = true;
          c.inner += w.cycles;
          c.repeats = true;
        } else if (const Component& other = components[to]; other.best + w.cycles > behind) {
          behind = other.best + w.cycles;
          c.last = other.last;
          c.repeats = c.cyclic || other.repeats || w.repeats;
        }
      }
    c.repeats |= c.cyclic;
    c.best = c.words + c.inner + behind;
  }

  template <typename F>
  static void order(const std::vector<std::vector<Way>>& next, uint32_t base, F emit) {
    const auto size = static_cast<uint32_t>(next.size());
    std::vector<uint32_t> index(size, mc::kNothing), low(size), stack;
    std::vector<bool> on_stack(size);
    uint32_t counter = 0;
    struct Visit {
      uint32_t node;
      size_t way;
    };
    for (uint32_t root = 0; root < size; ++root) {
      if (index[root] != mc::kNothing) continue;
      std::vector<Visit> visits{{root, 0}};
      while (!visits.empty()) {
        Visit& v = visits.back();
        const uint32_t n = v.node;
        if (v.way == 0) {
          index[n] = low[n] = counter++;
          stack.push_back(n);
          on_stack[n] = true;
        }
        if (v.way < next[n].size()) {
          const uint32_t to = next[n][v.way++].to - base;
          if (index[to] == mc::kNothing)
            visits.push_back({to, 0});
          else if (on_stack[to])
            low[n] = std::min(low[n], index[to]);
          continue;
        }
        if (low[n] == index[n]) {
          std::vector<uint32_t> members;
          do {
            members.push_back(stack.back());
            on_stack[stack.back()] = false;
            stack.pop_back();
          } while (members.back() != n);
          emit(members);
        }
        visits.pop_back();
        if (!visits.empty()) low[visits.back().node] = std::min(low[visits.back().node], low[n]);
      }
    }
  }

  const Unit& unit_;
  const Flow& flow_;
  FunctionReports& reports_;
  std::vector<bool> done_;
};

} // namespace

Flow flow_inside(const Unit& unit, const Flow& flow, FunctionReports& reports) {
  const Paths paths(unit, flow, reports);
  Flow out;
  out.next.resize(flow.next.size());
  for (const FunctionReport& f : reports)
    for (uint32_t n = f.first; n < f.end; ++n)
      out.next[n] = paths.inside(f, n);
  return out;
}

void measure(const Unit& unit, const Flow& flow, FunctionReports& reports) {
  for (FunctionReport& r : reports)
    r.first = function_label(unit, r.name);
  std::erase_if(reports, [](const FunctionReport& r) { return r.first == mc::kNothing; });
  std::ranges::sort(reports, {}, &FunctionReport::first);
  for (size_t i = 0; i < reports.size(); ++i)
    reports[i].end =
        i + 1 < reports.size() ? reports[i + 1].first : static_cast<uint32_t>(unit.code.size());
  Paths(unit, flow, reports).run();
}

} // namespace mecc::codegen
