#include "mecc/mc/liveness.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

void each_hint_variable(const Unit& unit, const Hint& h, auto f) {
  if (h.is_signal) return;
  const bool two_sides = unit.registers[h.id].transfer();
  if (h.side != Hint::Side::Write) f(variable(h.id, Side::In));
  if (two_sides && h.side != Hint::Side::Read) f(variable(h.id, Side::Out));
}

// Variables live before `n`, given those live after it.
Bits transfer(const Unit& unit, const Liveness& l, uint32_t n, Bits wanted) {
  for (const Access& a : l.accesses[n])
    if (a.write) wanted.clear(variable(a.reg, a.side));
  for (const Access& a : l.accesses[n])
    if (!a.write) wanted.set(variable(a.reg, a.side));
  for (const Hint& h : unit.code[n].hints)
    each_hint_variable(unit, h, [&](uint32_t v) {
      if (h.kind == Hint::Kind::Set)
        wanted.clear(v);
      else
        wanted.set(v);
    });
  return wanted;
}

void solve_wanted(const Unit& unit, const Flow& flow, Liveness& l) {
  l.in = solve_backward(flow, Bits(2 * unit.registers.size()), [&](uint32_t n, Bits wanted) {
    return transfer(unit, l, n, std::move(wanted));
  });
}

bool outstanding(const Instr& i) {
  return i.info().is_command && i.signal.kind != SignalRef::Kind::None;
}

void solve_commands(const Unit& unit, const Flow& flow, Liveness& l) {
  const auto n = static_cast<uint32_t>(unit.code.size());
  std::vector<Bits> taken(n, Bits(n)); // by consumer: the commands whose signal it consumes
  for (uint32_t c = 0; c < n; ++c)
    for (const SignalRef& s : consumed_signals(unit.code[c]))
      for (uint32_t k = 0; k < n; ++k)
        if (outstanding(unit.code[k]) && signal_key(unit.code[k].signal) == signal_key(s))
          taken[c].set(k);
  l.commands_in.assign(n, Bits(n));
  l.commands_out = l.commands_in;
  const auto words = std::views::iota(0u, n);
  ixp::solve_forward(words, l.commands_in, [&](uint32_t k, Bits after, auto reach) {
    if (outstanding(unit.code[k])) after.set(k);
    l.commands_out[k] = after;
    for (const Edge& e : flow.next[k]) {
      Bits arriving = after;
      if (e.consumer != kNothing) arriving.remove(taken[e.consumer]);
      reach(e.to, arriving);
    }
  });
}

} // namespace

Liveness compute_liveness(const Unit& unit, const Flow& flow, bool parts_define) {
  Liveness l;
  for (const Instr& i : unit.code) {
    l.accesses.push_back(accesses(unit, i));
    if (parts_define && i.info().cls == mev2::InstrClass::Immed)
      std::erase_if(l.accesses.back(), [](const Access& a) { return !a.write; });
  }
  solve_wanted(unit, flow, l);
  solve_commands(unit, flow, l);
  l.occupied.assign(unit.code.size(), Bits(2 * unit.registers.size()));
  for (uint32_t k = 0; k < unit.code.size(); ++k) {
    for (const Edge& e : flow.next[k])
      l.occupied[k].merge(l.in[e.to]);
    for (const Access& a : l.accesses[k])
      if (a.write) l.occupied[k].set(variable(a.reg, a.side));
    l.commands_out[k].each([&](size_t command) {
      for (const Access& a : l.accesses[command])
        if (a.by_unit) l.occupied[k].set(variable(a.reg, a.side));
    });
    for (const Hint& h : unit.code[k].hints)
      each_hint_variable(unit, h, [&](uint32_t v) { l.occupied[k].set(v); });
  }
  return l;
}

Bits in_use(const Liveness& live, uint32_t n) {
  Bits found = live.in[n];
  live.commands_in[n].each([&](size_t command) {
    for (const Access& a : live.accesses[command])
      if (a.by_unit) found.set(variable(a.reg, a.side));
  });
  return found;
}

std::vector<Bits> registers_wanted(const Unit& unit, const Flow& flow) {
  Liveness l;
  for (const Instr& i : unit.code)
    l.accesses.push_back(accesses(unit, i));
  solve_wanted(unit, flow, l);
  return std::move(l.in);
}

void warn_uninitialised(Unit& unit, const Flow& flow) {
  if (unit.code.empty()) return;
  const Liveness live = compute_liveness(unit, flow, true);
  // After a subroutine's rtn control reaches every return label, including those of other calls. A
  // second analysis assumes that each call returns to its own label; a variable is live only if it
  // is live in both.
  Flow direct = flow;
  for (uint32_t k = 0; k < unit.code.size(); ++k) {
    const Instr& i = unit.code[k];
    if (i.op() == mev2::Opcode::IMMED && i.target != kNothing)
      if (const LabelId l = unit.target_of(i);
          l != kNothing && unit.labels[l].node < unit.code.size())
        direct.next[k].push_back({unit.labels[l].node, kNothing});
    if (i.op() == mev2::Opcode::JUMP && i.target == kNothing) {
      const uint32_t last =
          std::min<uint32_t>(k + i.word.defer, static_cast<uint32_t>(unit.code.size() - 1));
      direct.next[last].clear();
    }
  }
  for (auto& b : direct.before)
    b.clear();
  for (uint32_t from = 0; from < direct.next.size(); ++from)
    for (const Edge& e : direct.next[from])
      direct.before[e.to].push_back(from);
  const Liveness other = compute_liveness(unit, direct, true);
  const uint32_t start = unit.entry_node();
  for (RegisterId r = 0; r < unit.registers.size(); ++r) {
    const Register& reg = unit.registers[r];
    if (reg.everywhere() || reg.initial) continue;
    for (const Side side : {Side::In, Side::Out}) {
      const uint32_t v = variable(r, side);
      if (!live.in[start].test(v) || !other.in[start].test(v)) continue;
      for (uint32_t k = 0; k < unit.code.size(); ++k) {
        const bool reads =
            std::any_of(live.accesses[k].begin(), live.accesses[k].end(),
                        [&](const Access& a) { return a.reg == r && a.side == side && !a.write; });
        if (!reads) continue;
        const char* how = !reg.transfer()    ? "is used before it is set"
                          : side == Side::In ? "is read before a command has filled it"
                                             : "is sent before it is written";
        unit.warning(unit.code[k].at,
                     fmt::format("{} {} on some path: uninitialised; set it first, or say .set {}",
                                 reg.name, how, reg.name));
        unit.note_place("declared here", reg.declared);
        break;
      }
    }
  }
}

} // namespace mecc::mc
