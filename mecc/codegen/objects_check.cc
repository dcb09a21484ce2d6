// Checks for misuse of register objects.
#include "mecc/codegen/objects_passes.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"

#include <fmt/format.h>

using namespace llvm;

namespace mecc::codegen {

namespace Name = MEv2::OpName;

namespace {

class Checker {
public:
  Checker(const MachineFunction& mf, const ObjectTable& table) : mf_(mf), table_(table) {}

  void run() {
    for (const MachineBasicBlock& mbb : mf_)
      for (const MachineInstr& mi : mbb) {
        if (const auto c = table_.command(mi)) check_command(mi, *c);
        switch (mi.getOpcode()) {
        case MEv2::CgObjLoad:
        case MEv2::CgObjLoadX: check_access(mi, Side::In); break;
        case MEv2::CgObjStore:
        case MEv2::CgObjStoreX: check_access(mi, Side::Out); break;
        case MEv2::CgSlotAddress: check_address(mi); break;
        case MEv2::CgObjHint: check_number(mi); break;
        default: break;
        }
      }
  }

private:
  void say(const MachineInstr& mi, const std::string& text) { report(mf_, mi.getDebugLoc(), text); }
  const Object* object(int n) const {
    return n < 0 ? nullptr : &table_.objects()[static_cast<size_t>(n)];
  }

  void check_access(const MachineInstr& mi, Side side) {
    const Object* o = object(table_.object_of(operand(mi, Name::object)));
    if (!o) return;
    const std::string& name = o->info.name;
    if (is_signal(o->info.kind))
      say(mi, name + " is a signal and has no value; only its address means something");
    else if (!has_side(o->info.kind, side))
      say(mi, side == Side::In
                  ? name + " is a write register, which instructions cannot read; keep the value "
                           "in a variable besides, or declare a read_write register"
                  : name + " is a read register, which instructions cannot write; declare a write "
                           "or read_write register");
    else if (is_neighbour(o->info.kind) && mi.getOpcode() != MEv2::CgObjLoad &&
             mi.getOpcode() != MEv2::CgObjStore)
      say(mi, name + " consists of next-neighbour registers, whose index must be a constant");
  }

  // The table has the last number that the program gives.
  void check_number(const MachineInstr& mi) {
    if (static_cast<ObjectHint>(number(mi, Name::kind)) != ObjectHint::Pin) return;
    const Object* o = object(table_.object_of(operand(mi, Name::object)));
    const unsigned first = number(mi, Name::count) - number(mi, Name::offset);
    if (o && *o->pin != first)
      say(mi, fmt::format("{} gets number {} here and {} elsewhere", o->info.name, first, *o->pin));
  }

  void check_address(const MachineInstr& mi) {
    if (const Object* o = object(table_.object_of(operand(mi, Name::slot))))
      say(mi, fmt::format("{} consists of registers, which have no address: what is accessed must "
                          "be known here",
                          o->info.name));
  }

  void check_command(const MachineInstr& mi, const Command& c) {
    const Object* x = object(c.xfer);
    if (!x) return;
    const std::string what = fmt::format("{}[{}]", c.info->mnemonic, c.info->token);
    const bool dram = c.info->cls == mev2::InstrClass::Dram;
    if (!is_transfer(x->info.kind) || is_dram(x->info.kind) != dram)
      return say(mi, fmt::format("{} takes a {} transfer register, which {} is not", what,
                                 dram ? "DRAM" : "SRAM", x->info.name));
    if (c.info->pulls && !has_side(x->info.kind, Side::Out))
      return say(mi, fmt::format("{} takes its data from write registers and {} is a read register",
                                 what, x->info.name));
    if (c.info->pushes && !has_side(x->info.kind, Side::In))
      return say(mi, fmt::format("{} delivers into read registers and {} is a write register", what,
                                 x->info.name));
    if (c.offset + c.words > x->info.words)
      return say(mi, fmt::format("{} moves {} longwords and only {} of {} are left there", what,
                                 c.words, x->info.words - std::min(c.offset, x->info.words),
                                 x->info.name));
    if (dram && c.offset % 2)
      say(mi, fmt::format("{} moves quadwords: the first longword of {} must be an even one", what,
                          x->info.name));
  }

  const MachineFunction& mf_;
  const ObjectTable& table_;
};

} // namespace

void check_objects(const MachineFunction& mf, const ObjectTable& table) {
  Checker(mf, table).run();
}

} // namespace mecc::codegen
