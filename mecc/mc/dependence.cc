#include "mecc/mc/dependence.h"

namespace mecc::mc {

using mev2::InstrClass;
using mev2::Opcode;
using mev2::OperandKind;

namespace {

bool is_pointer(const Slot& s) {
  if (s.kind != Slot::Kind::Fixed) return false;
  switch (s.fixed.kind) {
  case OperandKind::Lm0:
  case OperandKind::Lm1:
  case OperandKind::SIndex:
  case OperandKind::DIndex:
  case OperandKind::NnRing: return true;
  default: return false;
  }
}

bool is_neighbour(const Unit& unit, const Slot& s) {
  return (s.kind == Slot::Kind::Fixed && s.fixed.kind == OperandKind::Nn) ||
         (s.is_register() && unit.registers[s.reg].file == File::Neighbour);
}

bool same_fixed(const Slot& a, const Slot& b) {
  return a.kind == Slot::Kind::Fixed && b.kind == Slot::Kind::Fixed &&
         a.fixed.kind == b.fixed.kind && a.fixed.bank == b.fixed.bank &&
         a.fixed.number == b.fixed.number;
}

// A command with a physical transfer register may move any that is named physically.
bool physical_transfer(const Instr& command, const Instr& other) {
  if (command.xfer.kind != Slot::Kind::Fixed) return false;
  for (const Slot* s : {&other.dst, &other.left, &other.right, &other.xfer})
    if (s->kind == Slot::Kind::Fixed &&
        (s->fixed.kind == OperandKind::SXfer || s->fixed.kind == OperandKind::DXfer))
      return true;
  return false;
}

} // namespace

bool depends(const Unit& unit, const Instr& first, const Instr& second) {
  const std::vector<Access> a = accesses(unit, first), b = accesses(unit, second);
  for (const Access& x : a)
    for (const Access& y : b)
      if (x.reg == y.reg && x.side == y.side && (x.write || y.write)) return true;
  const auto touches = [](const Instr& i, const Slot& s) {
    return same_fixed(i.dst, s) || same_fixed(i.left, s) || same_fixed(i.right, s);
  };
  if (first.dst.kind == Slot::Kind::Fixed && touches(second, first.dst)) return true;
  if (second.dst.kind == Slot::Kind::Fixed && touches(first, second.dst)) return true;
  return physical_transfer(first, second) || physical_transfer(second, first);
}

bool keeps_distance(const Unit& unit, const Instr& i) {
  for (const Slot* s : {&i.dst, &i.left, &i.right})
    if (is_pointer(*s) || is_neighbour(unit, *s)) return true;
  return i.op() == Opcode::CRC || i.info().cls == InstrClass::LocalCsr ||
         i.info().cls == InstrClass::Mult || i.info().mnemonic.starts_with("cam_") ||
         i.info().mnemonic.starts_with("pop_count");
}

} // namespace mecc::mc
