// General-purpose registers: one colouring per bank, after the banks are decided.
//
// An absolute register is the same storage as a relative register of some context (absolute 16c + r
// is register r of context c). So for every 8 (4) absolute registers in a bank, one relative number
// is reserved in all contexts, from the top.
#include "mecc/mc/passes.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

Interference::Interference(const Unit& unit, const Liveness& live) : unit_(unit) {
  const size_t n = 2 * unit.registers.size();
  rows_.assign(n, Bits(n));
  used_ = Bits(n);
  for (const Bits& together : live.occupied) {
    together.each([&](size_t v) { rows_[v].merge(together); });
    used_.merge(together);
  }
  for (const auto& accesses : live.accesses)
    for (const Access& a : accesses)
      used_.set(variable(a.reg, a.side));
  if (live.in.empty()) return;
  Bits at_start = live.in[unit.entry_node()]; // includes registers initialised by the loader
  for (RegisterId r = 0; r < unit.registers.size(); ++r)
    if (unit.registers[r].initial)
      for (const Side side : {Side::In, Side::Out})
        at_start.set(variable(r, side));
  at_start.each([&](size_t v) { rows_[v].merge(at_start); });
}

bool Interference::between(RegisterId a, RegisterId b) const {
  if (a == b) return false;
  if (unit_.registers[a].everywhere() || unit_.registers[b].everywhere()) return true;
  for (const Side side : {Side::In, Side::Out})
    if (rows_[variable(a, side)].test(variable(b, side))) return true;
  return false;
}

using mev2::Bank;
using mev2::OperandKind;

namespace {

struct BankAllocator {
  Unit& unit;
  const Liveness& live;
  const Interference& interference;
  Bank bank;
  std::vector<bool> taken; // relative numbers that are reserved

  unsigned limit() const { return unit.registers_per_bank(); }

  void take_physical_names() {
    for (const Instr& i : unit.code)
      for (const Slot* s : {&i.dst, &i.left, &i.right}) {
        if (s->kind != Slot::Kind::Fixed || s->fixed.bank != bank) continue;
        if (s->fixed.kind == OperandKind::Gpr) taken[s->fixed.number] = true;
        if (s->fixed.kind == OperandKind::AbsGpr) taken[s->fixed.number % limit()] = true;
      }
  }

  // Relative registers with a number given by .addr.
  std::vector<RegisterId> pinned() const {
    std::vector<RegisterId> out;
    for (RegisterId r = 0; r < unit.registers.size(); ++r) {
      const Register& reg = unit.registers[r];
      if (reg.file == File::Gpr && !reg.absolute && reg.bank == bank && reg.pinned)
        out.push_back(r);
    }
    return out;
  }

  bool absolutes() {
    std::vector<RegisterId> wanted;
    std::vector<bool> closed = taken; // to new rows of absolute registers
    for (RegisterId r : pinned())
      closed[*unit.registers[r].pinned] = true;
    for (RegisterId r = 0; r < unit.registers.size(); ++r) {
      Register& reg = unit.registers[r];
      if (reg.file != File::Gpr || !reg.absolute || reg.bank != bank) continue;
      if (reg.pinned) {
        reg.number = static_cast<int>(*reg.pinned);
        taken[*reg.pinned % limit()] = closed[*reg.pinned % limit()] = true;
      } else if (interference.used(r) || reg.initial || reg.visible || reg.is_volatile) {
        wanted.push_back(r);
      }
    }
    unsigned context = unit.contexts();
    int row = -1;
    for (RegisterId r : wanted) {
      if (context == unit.contexts()) { // a new relative number for the next 8 (4)
        context = 0;
        row = static_cast<int>(limit()) - 1;
        while (row >= 0 && closed[static_cast<size_t>(row)])
          --row;
        if (row < 0) return false;
        taken[static_cast<size_t>(row)] = closed[static_cast<size_t>(row)] = true;
      }
      unit.registers[r].number = static_cast<int>(limit() * context++) + row;
    }
    return true;
  }

  bool pins_agree() {
    bool good = true;
    const std::vector<RegisterId> all = pinned();
    for (size_t k = 0; k < all.size(); ++k) {
      const Register& r = unit.registers[all[k]];
      const auto absolute =
          std::find_if(unit.registers.begin(), unit.registers.end(), [&](const Register& a) {
            return a.file == File::Gpr && a.absolute && a.bank == bank && a.number >= 0 &&
                   static_cast<unsigned>(a.number) % limit() == *r.pinned;
          });
      const auto other =
          std::find_if(all.begin(), all.begin() + static_cast<long>(k), [&](RegisterId o) {
            return unit.registers[o].pinned == r.pinned && interference.between(o, all[k]);
          });
      const Register* in_the_way = absolute != unit.registers.end() ? &*absolute
                                   : other != all.begin() + static_cast<long>(k)
                                       ? &unit.registers[*other]
                                       : nullptr;
      if (!in_the_way) continue;
      unit.error(r.declared,
                 fmt::format("{} cannot be register {} of bank {}: {} is there at the same time",
                             r.name, *r.pinned, bank == Bank::A ? 'A' : 'B', in_the_way->name));
      unit.note_place("declared here", in_the_way->declared);
      good = false;
    }
    return good;
  }

  std::vector<RegisterId> members() const {
    std::vector<RegisterId> out;
    for (RegisterId r = 0; r < unit.registers.size(); ++r) {
      const Register& reg = unit.registers[r];
      if (reg.file == File::Gpr && !reg.absolute && reg.bank == bank &&
          (interference.used(r) || reg.pinned || reg.initial || reg.everywhere()))
        out.push_back(r);
    }
    return out;
  }

  // Chaitin-Briggs without spilling: removes registers with few neighbours first, and colours in
  // the opposite order. Returns the register for which no number was left.
  RegisterId colour() {
    const std::vector<RegisterId> all = members();
    const auto k = static_cast<unsigned>(std::count(taken.begin(), taken.end(), false));
    std::map<RegisterId, std::vector<RegisterId>> neighbours;
    for (RegisterId a : all)
      for (RegisterId b : all)
        if (interference.between(a, b)) neighbours[a].push_back(b);
    std::vector<RegisterId> stack, left;
    std::map<RegisterId, size_t> degree;
    for (RegisterId r : all) {
      unit.registers[r].number = -1;
      degree[r] = neighbours[r].size();
      if (!unit.registers[r].pinned) left.push_back(r);
    }
    while (!left.empty()) {
      auto pick =
          std::find_if(left.begin(), left.end(), [&](RegisterId r) { return degree[r] < k; });
      if (pick == left.end())
        pick = std::min_element(left.begin(), left.end(),
                                [&](RegisterId a, RegisterId b) { return degree[a] < degree[b]; });
      for (RegisterId n : neighbours[*pick])
        --degree[n];
      stack.push_back(*pick);
      left.erase(pick);
    }
    for (RegisterId r : all)
      if (unit.registers[r].pinned)
        unit.registers[r].number = static_cast<int>(*unit.registers[r].pinned);
    while (!stack.empty()) {
      const RegisterId r = stack.back();
      stack.pop_back();
      std::vector<bool> free(limit());
      for (unsigned c = 0; c < limit(); ++c)
        free[c] = !taken[c];
      for (RegisterId n : neighbours[r])
        if (unit.registers[n].number >= 0)
          free[static_cast<size_t>(unit.registers[n].number)] = false;
      const auto c = std::find(free.begin(), free.end(), true);
      if (c == free.end()) return r;
      unit.registers[r].number = static_cast<int>(c - free.begin());
    }
    return kNothing;
  }

  void report(RegisterId culprit) const {
    const unsigned available = static_cast<unsigned>(std::count(taken.begin(), taken.end(), false));
    uint32_t worst = 0;
    std::vector<std::string> names;
    for (uint32_t n = 0; n < unit.code.size(); ++n) {
      std::vector<std::string> here;
      live.occupied[n].each([&](size_t v) {
        const Register& r = unit.registers[v / 2];
        if (v % 2 == 0 && r.file == File::Gpr && !r.absolute && r.bank == bank)
          here.push_back(r.name);
      });
      if (here.size() > names.size()) {
        names = std::move(here);
        worst = n;
      }
    }
    std::string list;
    for (const std::string& s : names)
      list += (list.empty() ? "" : ", ") + s;
    unit.error(unit.registers[culprit].declared,
               fmt::format("no register of bank {} is left for {}: {} are available to a context, "
                           "and {} are wanted at once; "
                           "shorten their lives, share them, or keep some in local memory",
                           bank == Bank::A ? 'A' : 'B', unit.registers[culprit].name, available,
                           names.size()));
    if (!names.empty()) unit.note_place("most are alive here", unit.code[worst].at);
    unit.diagnostics.back().notes.push_back(
        {ixp::Severity::Note, unit.where(unit.code[worst].at), "alive: " + list});
  }
};

} // namespace

bool allocate_gprs(Unit& unit, const Liveness& live, const Interference& interference) {
  for (const Bank bank : {Bank::A, Bank::B}) {
    BankAllocator a{unit, live, interference, bank, std::vector<bool>(unit.registers_per_bank())};
    a.take_physical_names();
    if (!a.absolutes()) {
      unit.error({kNothing, 0}, "too many absolute registers: no relative register number is left");
      return false;
    }
    if (!a.pins_agree()) return false;
    if (const RegisterId culprit = a.colour(); culprit != kNothing) {
      a.report(culprit);
      return false;
    }
  }
  return true;
}

mev2::Operand location(const Unit& unit, RegisterId r) {
  const Register& reg = unit.registers[r];
  mev2::Operand o;
  o.number = static_cast<uint16_t>(std::max(reg.number, 0));
  switch (reg.file) {
  case File::Gpr:
    o.kind = reg.absolute ? OperandKind::AbsGpr : OperandKind::Gpr;
    o.bank = reg.bank;
    break;
  case File::S: o.kind = OperandKind::SXfer; break;
  case File::D: o.kind = OperandKind::DXfer; break;
  case File::Neighbour: o.kind = OperandKind::Nn; break;
  }
  return o;
}

} // namespace mecc::mc
