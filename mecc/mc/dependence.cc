#include "mecc/mc/dependence.h"

#include "mecc/mc/distance.h"

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

// A command with a physical transfer register may move any register given by physical name.
bool physical_transfer(const Instr& command, const Instr& other) {
  if (command.xfer.kind != Slot::Kind::Fixed) return false;
  for (const Slot* s : {&other.dst, &other.left, &other.right, &other.xfer})
    if (s->kind == Slot::Kind::Fixed &&
        (s->fixed.kind == OperandKind::SXfer || s->fixed.kind == OperandKind::DXfer))
      return true;
  return false;
}

// Dependence through registers given by physical name, including those moved by a command.
bool depends_physically(const Instr& first, const Instr& second) {
  const auto touches = [](const Instr& i, const Slot& s) {
    return same_fixed(i.dst, s) || same_fixed(i.left, s) || same_fixed(i.right, s);
  };
  if (first.dst.kind == Slot::Kind::Fixed && touches(second, first.dst)) return true;
  if (second.dst.kind == Slot::Kind::Fixed && touches(first, second.dst)) return true;
  return physical_transfer(first, second) || physical_transfer(second, first);
}

TransferWrite transfer_write(const Unit& unit, const Slot& dst) {
  if (dst.is_register()) {
    const File file = unit.registers[dst.reg].file;
    return file == File::S || file == File::D ? TransferWrite::Named : TransferWrite::None;
  }
  if (dst.kind != Slot::Kind::Fixed) return TransferWrite::None;
  switch (dst.fixed.kind) {
  case OperandKind::SXfer:
  case OperandKind::DXfer: return TransferWrite::Named;
  case OperandKind::SIndex:
  case OperandKind::DIndex: return TransferWrite::Indexed;
  default: return TransferWrite::None;
  }
}

// Both may write the same transfer register, one of them by index.
bool clash(TransferWrite a, TransferWrite b) {
  return a != TransferWrite::None && b != TransferWrite::None &&
         (a == TransferWrite::Indexed || b == TransferWrite::Indexed);
}

} // namespace

bool depends(const Unit& unit, const Instr& first, const Instr& second) {
  const std::vector<Access> a = accesses(unit, first), b = accesses(unit, second);
  for (const Access& x : a)
    for (const Access& y : b)
      if (x.reg == y.reg && x.side == y.side && (x.write || y.write)) return true;
  return clash(transfer_write(unit, first.dst), transfer_write(unit, second.dst)) ||
         depends_physically(first, second);
}

bool keeps_distance(const Unit& unit, const Instr& i) {
  for (const Slot* s : {&i.dst, &i.left, &i.right})
    if (is_pointer(*s) || is_neighbour(unit, *s)) return true;
  return i.op() == Opcode::CRC || i.info().cls == InstrClass::LocalCsr ||
         i.info().cls == InstrClass::Mult || i.info().mnemonic.starts_with("cam_") ||
         i.info().mnemonic.starts_with("pop_count");
}

// ---- Effects

namespace {

bool is_local(const Slot& s) {
  return s.kind == Slot::Kind::Fixed &&
         (s.fixed.kind == OperandKind::Lm0 || s.fixed.kind == OperandKind::Lm1);
}

// A physically named register of the context, or a constant.
bool is_plain(const Slot& s) {
  switch (s.fixed.kind) {
  case OperandKind::None:
  case OperandKind::Const:
  case OperandKind::Gpr:
  case OperandKind::SXfer:
  case OperandKind::DXfer: return true;
  default: return false;
  }
}

bool clash(const LocalUse& a, const LocalUse& b) {
  if (a.pointer == b.pointer)
    return a.steps || b.steps || (a.word == b.word && (a.write || b.write));
  return a.write || b.write; // both pointers may address the same longword
}

} // namespace

std::optional<unsigned> pointer_set_by(const Instr& i) {
  if (i.op() != Opcode::LOCAL_CSR_WR) return std::nullopt;
  if (i.word.csr == *mev2::local_csr_address("active_lm_addr_0")) return 0;
  if (i.word.csr == *mev2::local_csr_address("active_lm_addr_1")) return 1;
  return std::nullopt;
}

Effects effects_of(const Unit& unit, const Instr& i) {
  Effects e;
  e.instr = &i;
  e.registers = accesses(unit, i);
  e.sets_pointer = pointer_set_by(i);
  e.transfer_write = transfer_write(unit, i.dst);
  for (const Slot* s : {&i.dst, &i.left, &i.right})
    if (is_local(*s))
      e.local.push_back({s->fixed.kind == OperandKind::Lm1, s->fixed.number, s == &i.dst,
                         s->fixed.step != mev2::Step::Keep});
    else // a register of another microengine, or an unnamed one
      e.special |= (s->kind == Slot::Kind::Fixed && !is_plain(*s)) || is_neighbour(unit, *s);
  e.special |= i.info().is_command || i.op() == Opcode::CRC ||
               (i.info().cls == InstrClass::LocalCsr && !e.sets_pointer) ||
               i.info().mnemonic.starts_with("cam_");
  return e;
}

bool keep_order(const Effects& a, const Effects& b) {
  if (a.special && b.special) return true;
  if (clash(a.transfer_write, b.transfer_write)) return true;
  if (depends_physically(*a.instr, *b.instr)) return true;
  // Instructions with a required distance use the same pointer, index or unit.
  if (least_distance(*a.instr, *b.instr) > 1 || least_distance(*b.instr, *a.instr) > 1) return true;
  for (const Access& x : a.registers)
    for (const Access& y : b.registers)
      if (x.reg == y.reg && x.side == y.side && (x.write || y.write)) return true;
  for (const LocalUse& x : a.local) {
    if (b.sets_pointer == x.pointer) return true;
    for (const LocalUse& y : b.local)
      if (clash(x, y)) return true;
  }
  for (const LocalUse& y : b.local)
    if (a.sets_pointer == y.pointer) return true;
  return a.sets_pointer && a.sets_pointer == b.sets_pointer;
}

bool only_local_memory(const Unit& unit, const Instr& i) {
  const Effects e = effects_of(unit, i);
  return !e.local.empty() && !e.special && !e.sets_pointer;
}

} // namespace mecc::mc
