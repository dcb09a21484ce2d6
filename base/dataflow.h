// Loops that repeat until nothing changes, and data flow over programs.
//
// The nodes of a data-flow problem are instructions or basic blocks. Each has a state, such as the
// set of live variables, and states of paths that meet are joined. A state joins another by
// `bool merge(const State&)`, which returns true if it changed, or else by `|=`.
//
// The solvers sweep over all nodes until a sweep changes no state. Sweeps against the control flow
// (solve_backward) or along it (solve_forward) need the fewest: the nesting of loops plus two.
// Every order has the same result if a larger input never makes an output smaller. Then states only
// grow, so a solver ends after at most nodes x height of the states sweeps.
#pragma once

#include <type_traits>
#include <utility>

namespace ixp {

// Repeats `step` until it returns false: nothing changed.
template <class Step> void until_stable(Step step) {
  while (step()) {
  }
}

// Repeats sweeps of `visit(node)`, which returns true if it changed something, over all nodes.
template <class Nodes, class Visit> void until_stable(Nodes&& nodes, Visit visit) {
  until_stable([&] {
    bool changed = false;
    for (auto&& node : nodes)
      changed |= visit(node);
    return changed;
  });
}

// Returns true if `into` changed.
template <class State> bool join(State& into, const std::type_identity_t<State>& from) {
  if constexpr (requires { into.merge(from); }) {
    return into.merge(from);
  } else {
    const State before = into;
    into |= from;
    return into != before;
  }
}

// Sets before[n] = transfer(n, after); `after` joins before[m] of every m in next(n) to `none`.
template <class Nodes, class Next, class States, class State, class Transfer>
void solve_backward(Nodes&& nodes, Next next, States& before, const State& none,
                    Transfer transfer) {
  until_stable(nodes, [&](const auto& n) {
    State after = none;
    for (const auto& m : next(n))
      join(after, before[m]);
    State now = transfer(n, std::move(after));
    if (now == before[n]) return false;
    before[n] = std::move(now);
    return true;
  });
}

// Calls transfer(n, before[n], reach), which calls reach(m, state) for every path from n to a node
// m; before[m] joins the state.
template <class Nodes, class States, class Transfer>
void solve_forward(Nodes&& nodes, States& before, Transfer transfer) {
  until_stable(nodes, [&](const auto& n) {
    bool changed = false;
    transfer(n, before[n],
             [&](const auto& m, const auto& state) { changed |= join(before[m], state); });
    return changed;
  });
}

} // namespace ixp
