#include "mecc/codegen/objects_table.h"

#include "mecc/mc/ir.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

namespace mecc::codegen {

namespace Name = MEv2::OpName;

bool has_side(ObjectKind k, Side side) {
  switch (k) {
  case ObjectKind::SBoth:
  case ObjectKind::DBoth: return true;
  case ObjectKind::SIn:
  case ObjectKind::DIn:
  case ObjectKind::NnIn: return side == Side::In;
  case ObjectKind::SOut:
  case ObjectKind::DOut:
  case ObjectKind::NnOut: return side == Side::Out;
  default: return false;
  }
}

static int operand_index(const MachineInstr& mi, unsigned name) {
  return MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()),
                                  static_cast<uint16_t>(name));
}

const MachineOperand& operand(const MachineInstr& mi, unsigned name) {
  return mi.getOperand(static_cast<unsigned>(operand_index(mi, name)));
}

MachineOperand& operand(MachineInstr& mi, unsigned name) {
  return mi.getOperand(static_cast<unsigned>(operand_index(mi, name)));
}

unsigned number(const MachineInstr& mi, unsigned name) {
  return static_cast<unsigned>(operand(mi, name).getImm());
}

// Number of registers that a command moves, as the assembler computes it.
static unsigned words_moved(mev2::Opcode op, unsigned count) {
  mc::Instr i;
  i.word.opcode = op;
  i.word.count = static_cast<uint8_t>(count);
  i.xfer.kind = mc::Slot::Kind::Fixed;
  return mc::transfer_count(i);
}

ObjectTable::ObjectTable(const MachineFunction& mf) {
  const MachineFrameInfo& frame = mf.getFrameInfo();
  for (int i = frame.getObjectIndexBegin(); i < frame.getObjectIndexEnd(); ++i) {
    ObjectInfo info = object_info(mf, i);
    if (!is_signal(info.kind) && !is_transfer(info.kind) && !is_neighbour(info.kind)) continue;
    by_frame_index_[i] = static_cast<int>(objects_.size());
    Object o;
    o.frame_index = i;
    o.first_variable = variables_;
    o.pin = info.pin;
    o.pair = info.kind == ObjectKind::SignalPair;
    variables_ += is_signal(info.kind) ? 1 : 2 * info.words;
    owners_.resize(variables_, static_cast<unsigned>(objects_.size()));
    o.info = std::move(info);
    objects_.push_back(std::move(o));
  }
  for (const MachineBasicBlock& mbb : mf)
    for (const MachineInstr& mi : mbb)
      collect(mi);
  collect_waits();
  decide_everywhere();
}

int ObjectTable::object_of(const MachineOperand& o) const {
  if (!o.isFI()) return -1;
  const auto i = by_frame_index_.find(o.getIndex());
  return i == by_frame_index_.end() ? -1 : i->second;
}

// Guaranteed count of a command, at most `most`: an indirect_ref count is either a constant or
// unknown.
static unsigned least_count(const MachineInstr& mi, unsigned most) {
  if (operand_index(mi, Name::indirect) < 0) return most;
  const MachineOperand& word = operand(mi, Name::indirect);
  const MachineInstr* source = word.isReg() && word.getReg().isVirtual()
                                   ? mi.getMF()->getRegInfo().getUniqueVRegDef(word.getReg())
                                   : nullptr;
  if (!source || source->getOpcode() != MEv2::CgImm) return 1;
  const int64_t value = source->getOperand(1).getImm();
  return value >> 25 & 1 ? static_cast<unsigned>(value >> 21 & 15) + 1 : most;
}

std::optional<Command> ObjectTable::command(const MachineInstr& mi) const {
  switch (mi.getOpcode()) {
  case MEv2::CgCommandrr:
  case MEv2::CgCommandri:
  case MEv2::CgCommandIndrr:
  case MEv2::CgCommandIndri:
  case MEv2::CgCommandCsr: break;
  default: return std::nullopt;
  }
  const auto op = static_cast<mev2::Opcode>(number(mi, Name::op));
  Command c;
  c.info = &mev2::info(op);
  c.xfer = object_of(operand(mi, Name::xfer));
  c.signal = object_of(operand(mi, Name::sig));
  c.offset = number(mi, Name::offset);
  c.words = words_moved(op, number(mi, Name::count));
  c.least_words =
      c.info->has_count ? words_moved(op, least_count(mi, number(mi, Name::count))) : c.words;
  c.swaps = number(mi, Name::sync) == 1;
  return c;
}

const Effects* ObjectTable::effects(const MachineInstr& mi) const {
  const auto i = effects_.find(&mi);
  return i == effects_.end() ? nullptr : &i->second;
}

void ObjectTable::use(int object, const MachineInstr& mi) {
  Object& o = at(object);
  o.used = true;
  if (!o.first_use) o.first_use = mi.getDebugLoc();
}

SmallVector<unsigned, 16> ObjectTable::range(int object, unsigned first, unsigned count,
                                             Side side) const {
  SmallVector<unsigned, 16> found;
  const unsigned words = objects_[static_cast<size_t>(object)].info.words;
  for (unsigned w = first; w < std::min(first + count, words); ++w)
    found.push_back(variable(object, w, side));
  return found;
}

int ObjectTable::start(int signal, bool two_signals, ArrayRef<unsigned> variables) {
  Activity a;
  a.signal = signal;
  a.two_signals = two_signals;
  a.variables.resize(variables_);
  for (const unsigned v : variables)
    a.variables.set(v);
  if (signal >= 0) a.variables.set(variable_of_signal(signal));
  activities_.push_back(std::move(a));
  return static_cast<int>(activities_.size()) - 1;
}

void ObjectTable::collect(const MachineInstr& mi) {
  if (const auto c = command(mi)) return collect_command(mi, *c);
  switch (mi.getOpcode()) {
  case MEv2::CgWait:
    for (const MachineOperand& o : mi.explicit_operands())
      if (const int s = object_of(o); s >= 0) {
        use(s, mi);
        at(s).waited = true;
        if (!number(mi, Name::any)) of(mi).consumes.push_back(s);
      }
    return;
  case MEv2::CgBrSignal:
  case MEv2::CgBrNotSignal:
    if (const int s = object_of(operand(mi, Name::sig)); s >= 0) {
      use(s, mi);
      at(s).waited = true;
      of(mi).tests = s;
    }
    return;
  case MEv2::CgObjNumber:
  case MEv2::CgSignalMask:
    for (const MachineOperand& o : mi.explicit_operands())
      if (const int s = object_of(o); s >= 0) {
        use(s, mi);
        at(s).number_taken = true;
      }
    return;
  case MEv2::CgObjHint: return collect_hint(mi);
  default: return collect_access(mi);
  }
}

void ObjectTable::collect_command(const MachineInstr& mi, const Command& c) {
  Effects& e = of(mi);
  SmallVector<unsigned, 16> moved;
  if (c.xfer >= 0) {
    use(c.xfer, mi);
    Object& o = at(c.xfer);
    if (c.info->pulls) {
      o.moved_out = true;
      for (const unsigned v : range(c.xfer, c.offset, c.words, Side::Out)) {
        e.reads.push_back(v);
        moved.push_back(v);
      }
    }
    if (c.info->pushes) {
      o.moved_in = true;
      for (const unsigned v : range(c.xfer, c.offset, c.words, Side::In)) {
        (word(v) < c.offset + c.least_words ? e.writes : e.may_write).push_back(v);
        moved.push_back(v);
      }
    }
  }
  e.occupies.append(moved.begin(), moved.end());
  if (c.signal >= 0) {
    use(c.signal, mi);
    Object& s = at(c.signal);
    s.sent = true;
    s.pair |= c.info->two_signals;
    e.occupies.push_back(variable_of_signal(c.signal));
  }
  if (!c.swaps && (c.signal >= 0 || !moved.empty()))
    e.starts = start(c.signal, c.info->two_signals, moved);
}

void ObjectTable::collect_access(const MachineInstr& mi) {
  const unsigned form = mi.getOpcode();
  const bool load = form == MEv2::CgObjLoad || form == MEv2::CgObjLoadX,
             indexed = form == MEv2::CgObjLoadX || form == MEv2::CgObjStoreX;
  if (!load && form != MEv2::CgObjStore && form != MEv2::CgObjStoreX) return;
  const int object = object_of(operand(mi, Name::object));
  if (object < 0) return;
  use(object, mi);
  Object& o = at(object);
  (load ? o.loaded : o.stored) = true;
  o.indexed |= indexed;
  if (is_neighbour(o.info.kind)) return;
  Effects& e = of(mi);
  for (const unsigned v : range(object, indexed ? 0 : number(mi, Name::offset),
                                indexed ? o.info.words : 1, load ? Side::In : Side::Out)) {
    (load ? e.reads : indexed ? e.may_write : e.writes).push_back(v);
    if (!load) e.occupies.push_back(v);
  }
}

void ObjectTable::collect_hint(const MachineInstr& mi) {
  const int object = object_of(operand(mi, Name::object));
  if (object < 0) return;
  Object& o = at(object);
  const auto kind = static_cast<ObjectHint>(number(mi, Name::kind));
  const unsigned offset = number(mi, Name::offset), count = number(mi, Name::count);
  if (kind == ObjectHint::Pin) {
    o.pin = count - offset;
    return;
  }
  Effects& e = of(mi);
  if (kind == ObjectHint::Begin) {
    for (const Side side : {Side::In, Side::Out})
      llvm::append_range(e.forgets, range(object, 0, o.info.words, side));
    return;
  }
  use(object, mi);
  if (is_signal(o.info.kind)) {
    if (kind == ObjectHint::Write) {
      o.sent = o.announced = true;
      e.starts = start(object, false, {});
    } else {
      hints_.push_back(&mi);
    }
    return;
  }
  for (const Side side : {Side::In, Side::Out}) {
    if (kind != ObjectHint::Undefined && !has_side(o.info.kind, side)) continue;
    const auto all = range(object, offset, count ? count : o.info.words, side);
    auto& to = kind == ObjectHint::Read    ? e.reads
               : kind == ObjectHint::Write ? e.writes
                                           : e.forgets;
    to.append(all.begin(), all.end());
    if (kind == ObjectHint::Read) (side == Side::In ? o.loaded : o.moved_out) = true;
    if (kind == ObjectHint::Write) o.moved_in = true;
  }
  o.announced = true;
  if (kind == ObjectHint::Read) hints_.push_back(&mi);
}

// A hint that the hardware has read an object ends the commands on it whose signals have no
// explicit wait.
void ObjectTable::collect_waits() {
  for (const MachineInstr* mi : hints_) {
    const int object = object_of(operand(*mi, Name::object));
    for (unsigned n = 0; n < activities_.size(); ++n) {
      const Activity& a = activities_[n];
      if (a.signal >= 0 && at(a.signal).waited) continue;
      bool about = a.signal == object;
      for (const unsigned v : a.variables.set_bits())
        about |= &owner(v) == &at(object);
      if (about) of(*mi).ends.push_back(n);
    }
  }
}

void ObjectTable::decide_everywhere() {
  for (Object& o : objects_) {
    if (is_signal(o.info.kind))
      o.everywhere = !o.sent || o.pin || (o.number_taken && !o.announced);
    else if (is_neighbour(o.info.kind))
      o.everywhere = true;
    else
      o.everywhere = (o.loaded && !o.moved_in) || (o.number_taken && !o.announced) ||
                     (o.stored && !o.moved_out && o.pin.has_value());
    o.everywhere &= o.used;
  }
}

} // namespace mecc::codegen
