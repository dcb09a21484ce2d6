// Allocates transfer registers. Each .xfer_order (or single register) is a group of consecutive
// numbers. Groups are allocated largest first, at a position where no member meets a register with
// which it interferes. The two sides of a number are different storage, so registers live on
// different sides share it.
#include "mecc/mc/passes.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace mecc::mc {

using mev2::InstrClass;
using mev2::OperandKind;

namespace {

struct Group {
  std::vector<RegisterId> members;   // kNothing: gap
  unsigned alignment = 1, phase = 0; // first number % alignment == phase
  std::optional<int> pinned;         // first number
};

class TransferPlacer {
public:
  TransferPlacer(Unit& unit, const Interference& interference, File file)
      : unit_(unit), interference_(interference), file_(file) {}

  bool run() {
    collect();
    reserve_physical_names();
    std::sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
      return std::tuple(!a.pinned, b.members.size(), a.members[0]) <
             std::tuple(!b.pinned, a.members.size(), b.members[0]);
    });
    for (const Group& g : groups_)
      if (!place(g)) return false;
    return true;
  }

private:
  bool belongs(RegisterId r) const { return unit_.registers[r].file == file_; }
  bool wanted(RegisterId r) const {
    const Register& reg = unit_.registers[r];
    return interference_.used(r) || reg.everywhere() || reg.pinned || reg.initial;
  }

  void collect() {
    for (const Order& o : unit_.orders) {
      if (o.members.empty() || !belongs(o.members[0])) continue;
      add(o.members);
    }
    for (RegisterId r = 0; r < unit_.registers.size(); ++r)
      if (belongs(r) && unit_.registers[r].order == kNothing) add({r});
  }

  // Only the used span needs room.
  void add(const std::vector<RegisterId>& members) {
    size_t first = members.size(), last = 0;
    for (size_t k = 0; k < members.size(); ++k)
      if (members[k] != kNothing && wanted(members[k])) {
        first = std::min(first, k);
        last = k;
      }
    if (first == members.size()) return;
    Group g;
    g.members.assign(members.begin() + static_cast<long>(first),
                     members.begin() + static_cast<long>(last) + 1);
    for (size_t k = 0; k < g.members.size(); ++k) {
      if (g.members[k] == kNothing) continue;
      const Register& reg = unit_.registers[g.members[k]];
      if (reg.pinned) g.pinned = static_cast<int>(*reg.pinned) - static_cast<int>(k);
      if (starts_quadword(g.members[k])) {
        g.alignment = 2;
        g.phase = k % 2;
      }
    }
    groups_.push_back(std::move(g));
  }

  bool starts_quadword(RegisterId r) const {
    return std::any_of(unit_.code.begin(), unit_.code.end(), [&](const Instr& i) {
      return i.info().cls == InstrClass::Dram && i.xfer.is_register() && i.xfer.reg == r;
    });
  }

  void reserve_physical_names() {
    physical_.assign(unit_.registers_per_bank(), false);
    const OperandKind kind = file_ == File::S ? OperandKind::SXfer : OperandKind::DXfer;
    for (const Instr& i : unit_.code) {
      for (const Slot* s : {&i.dst, &i.left, &i.right})
        if (s->kind == Slot::Kind::Fixed && s->fixed.kind == kind)
          physical_[s->fixed.number] = true;
      if (i.xfer.kind == Slot::Kind::Fixed && i.xfer.fixed.kind == kind)
        for (unsigned k = 0; k < transfer_count(i) && i.xfer.fixed.number + k < physical_.size();
             ++k)
          physical_[i.xfer.fixed.number + k] = true;
    }
  }

  bool fits(const Group& g, unsigned first) const {
    for (size_t k = 0; k < g.members.size(); ++k) {
      if (g.members[k] == kNothing) continue;
      const auto number = static_cast<int>(first + k);
      if (physical_[first + k]) return false;
      for (RegisterId r : placed_)
        if (unit_.registers[r].number == number && interference_.between(r, g.members[k]))
          return false;
    }
    return true;
  }

  bool place(const Group& g) {
    const unsigned limit = unit_.registers_per_bank();
    const auto size = static_cast<unsigned>(g.members.size());
    for (unsigned first = 0; first + size <= limit; ++first) {
      if (g.pinned && static_cast<int>(first) != *g.pinned) continue;
      if (first % g.alignment != g.phase || !fits(g, first)) continue;
      for (unsigned k = 0; k < size; ++k)
        if (g.members[k] != kNothing) {
          unit_.registers[g.members[k]].number = static_cast<int>(first + k);
          placed_.push_back(g.members[k]);
        }
      return true;
    }
    report(g);
    return false;
  }

  void report(const Group& g) const {
    const Register& first = unit_.registers[g.members[0]];
    std::string list;
    for (RegisterId r : placed_)
      list += fmt::format("{}{}={}", list.empty() ? "" : ", ", unit_.registers[r].name,
                          unit_.registers[r].number);
    unit_.error(first.declared,
                fmt::format("no {} consecutive transfer register{} for {}{}: a context has {}, and "
                            "others are in use at the "
                            "same time; use fewer at once",
                            g.members.size(), g.members.size() == 1 ? " is left" : "s are left",
                            first.name,
                            g.members.size() > 1 ? " and those that follow it in its order" : "",
                            unit_.registers_per_bank()));
    if (!list.empty())
      unit_.diagnostics.back().notes.push_back(
          {ixp::Severity::Note, unit_.where(first.declared), "placed so far: " + list});
  }

  Unit& unit_;
  const Interference& interference_;
  File file_;
  std::vector<Group> groups_;
  std::vector<RegisterId> placed_;
  std::vector<bool> physical_;
};

} // namespace

bool allocate_transfers(Unit& unit, const Interference& interference) {
  const bool s = TransferPlacer(unit, interference, File::S).run();
  return TransferPlacer(unit, interference, File::D).run() && s;
}

// Next-neighbour registers are written by another microengine. Every declared one has its own
// number, in the order of declaration, so that both microengines agree if their declarations do.
bool allocate_neighbours(Unit& unit) {
  std::vector<bool> taken(unit.registers_per_bank());
  for (const Register& r : unit.registers)
    if (r.file == File::Neighbour && r.pinned) taken[*r.pinned] = true;
  for (const Instr& i : unit.code)
    for (const Slot* s : {&i.dst, &i.left, &i.right})
      if (s->kind == Slot::Kind::Fixed && s->fixed.kind == OperandKind::Nn)
        taken[s->fixed.number] = true;
  size_t next = 0;
  for (Register& r : unit.registers) {
    if (r.file != File::Neighbour) continue;
    if (r.pinned) {
      r.number = static_cast<int>(*r.pinned);
      continue;
    }
    while (next < taken.size() && taken[next])
      ++next;
    if (next == taken.size()) {
      unit.error(r.declared,
                 fmt::format("no next-neighbour register is left for {}: a context has {}", r.name,
                             taken.size()));
      return false;
    }
    r.number = static_cast<int>(next++);
  }
  return true;
}

} // namespace mecc::mc
