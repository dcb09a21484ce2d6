// Replaces objects in forms by the numbers that colouring assigned.
//
// Commands and waits get implicit operands for the transfer registers they read and write, at the
// point where they do so: LLVM's passes then keep moves in order with them.
#include "mecc/codegen/colour.h"
#include "mecc/codegen/global_registers.h"
#include "mecc/codegen/objects_liveness.h"
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace mecc::codegen {

namespace Name = MEv2::OpName;

namespace {

unsigned register_of(PhysicalFile file, unsigned number) {
  switch (file) {
  case PhysicalFile::SIn: return MEv2::SIn0 + number;
  case PhysicalFile::SOut: return MEv2::SOut0 + number;
  case PhysicalFile::DIn: return MEv2::DIn0 + number;
  case PhysicalFile::DOut: return MEv2::DOut0 + number;
  case PhysicalFile::NnIn: return MEv2::NnIn0 + number;
  default: return MEv2::NnOut0 + number;
  }
}

class Rewriter {
public:
  Rewriter(MachineFunction& mf, const ObjectTable& table, const ObjectLiveness& liveness)
      : mf_(mf), table_(table), liveness_(liveness), tii_(*mf.getSubtarget().getInstrInfo()),
        globals_(global_registers(*mf.getFunction().getParent(), settings(mf).mode)) {}

  BitVector run() {
    if (globals_.homeless && mf_.getName() == "main")
      report(mf_, declaration_of(*globals_.homeless),
             "shared gp_reg variables take more registers than there are: " + globals_.names +
                 "; place some in local memory, __declspec(shared local_mem)");
    for (MachineBasicBlock& mbb : mf_)
      for (MachineInstr& mi : make_early_inc_range(mbb))
        rewrite(mi);
    for (const HalfTest& t : half_tests_)
      wait_for_other_half(t);
    mark_swaps();
    return asynchronous();
  }

private:
  // Location of a variable's declaration, as a debug location in this function.
  DebugLoc declaration_of(const GlobalVariable& g) const {
    SmallVector<DIGlobalVariableExpression*, 1> infos;
    g.getDebugInfo(infos);
    DISubprogram* here = mf_.getFunction().getSubprogram();
    if (infos.empty() || !here) return {};
    const DIGlobalVariable* v = infos[0]->getVariable();
    LLVMContext& context = g.getContext();
    return DILocation::get(context, v->getLine(), 0,
                           DILexicalBlockFile::get(context, here, v->getFile(), 0));
  }

  BitVector asynchronous() const {
    BitVector found(MEv2::NUM_TARGET_REGS);
    for (const Object& o : table_.objects()) {
      if (!o.used || !o.everywhere || is_signal(o.info.kind)) continue;
      for (unsigned w = 0; w < o.info.words; ++w)
        for (const Side side : {Side::In, Side::Out})
          found.set(register_at(o, w, side));
    }
    return found;
  }

  const Object& object(int n) const { return table_.objects()[static_cast<size_t>(n)]; }
  const Object* object(const MachineOperand& o) const {
    const int n = table_.object_of(o);
    return n < 0 ? nullptr : &object(n);
  }

  void rewrite(MachineInstr& mi) {
    if (table_.command(mi)) return command(mi);
    switch (mi.getOpcode()) {
    case MEv2::CgWait: return wait(mi);
    case MEv2::CgBrSignal:
    case MEv2::CgBrNotSignal: return test(mi);
    case MEv2::CgObjNumber: return number(mi);
    case MEv2::CgSignalMask: return mask(mi);
    case MEv2::CgObjHint: return mi.eraseFromParent();
    case MEv2::CgObjLoad: return load(mi);
    case MEv2::CgObjStore: return store(mi);
    case MEv2::CgObjLoadX:
    case MEv2::CgObjStoreX: return indexed(mi);
    default: return;
    }
  }

  static unsigned register_at(const Object& o, unsigned word, Side side) {
    const unsigned n = static_cast<unsigned>(o.number) + word;
    return register_of(file_of(o.info.kind, side), std::min(n, 31u)); // out of range after a
                                                                      // reported error
  }

  // ---- commands and signals

  // Adds the registers of `variables` as implicit operands.
  void moves(MachineInstr& mi, const BitVector& variables) {
    MachineInstrBuilder b(mf_, mi);
    for (const unsigned v : variables.set_bits()) {
      const Object& o = table_.owner(v);
      if (is_signal(o.info.kind)) continue;
      const Side side = table_.side(v);
      b.addReg(register_at(o, table_.word(v), side),
               side == Side::In ? RegState::ImplicitDefine : RegState::Implicit);
    }
  }

  // Records the object for debuggers in a memory operand, which identical instructions keep when
  // they are merged.
  void record(MachineInstr& mi, int n) {
    if (n < 0) return;
    const auto flags =
        MachineMemOperand::MOLoad | MachineMemOperand::MOStore | MachineMemOperand::MOVolatile;
    mi.addMemOperand(
        mf_, mf_.getMachineMemOperand(MachinePointerInfo::getFixedStack(mf_, object(n).frame_index),
                                      flags, LocationSize::beforeOrAfterPointer(), Align(4)));
  }

  void command(MachineInstr& mi) {
    const Command c = *table_.command(mi);
    record(mi, c.xfer);
    record(mi, c.signal);
    if (c.xfer >= 0) {
      operand(mi, Name::xfer).ChangeToImmediate(object(c.xfer).number + c.offset);
      operand(mi, Name::offset).setImm(0);
    }
    if (c.signal >= 0) operand(mi, Name::sig).ChangeToImmediate(object(c.signal).number);
    if (!c.swaps && !c.info->two_signals) commands_[&mi] = c.signal;
    BitVector touched(table_.variables());
    for (const unsigned v : table_.effects(mi)->occupies)
      touched.set(v);
    moves(mi, touched);
  }

  // True if commands in flight raise both halves of the pair; reports an error if only some of them
  // do.
  bool both_halves(const MachineInstr& mi, int signal) const {
    bool one = false, two = false;
    const auto& activities = table_.activities();
    for (const unsigned a : liveness_.under_way(mi).set_bits())
      if (activities[a].signal == signal) (activities[a].two_signals ? two : one) = true;
    if (one && two)
      report(mf_, mi.getDebugLoc(),
             object(signal).info.name + " may have been given to a command that sends two signals "
                                        "and to one that sends one; use a signal for each");
    return two || (!one && object(signal).pair);
  }

  void arrivals(MachineInstr& mi, int signal, BitVector& arrived) const {
    for (const unsigned a : liveness_.under_way(mi).set_bits())
      if (table_.activities()[a].signal == signal) arrived |= table_.activities()[a].variables;
  }

  // Turns a command directly before the wait for its only signal into one that swaps by itself. The
  // swap clears the signal, which "any" leaves set.
  bool command_waits(MachineInstr& mi) {
    if (mi.getNumExplicitOperands() != 2 || operand(mi, Name::any).getImm() != 0) return false;
    const int s = table_.object_of(mi.getOperand(1));
    auto i = mi.getIterator();
    while (i != mi.getParent()->begin() && std::prev(i)->isDebugInstr())
      --i;
    if (s < 0 || i == mi.getParent()->begin()) return false;
    MachineInstr& before = *std::prev(i);
    const auto known = commands_.find(&before);
    if (known == commands_.end() || known->second != s) return false;
    unsigned under_way = 0; // activities in flight with this signal
    for (const unsigned a : liveness_.under_way(mi).set_bits())
      under_way += table_.activities()[a].signal == s;
    if (under_way != 1) return false;
    operand(before, Name::sync).setImm(1);
    mi.eraseFromParent();
    return true;
  }

  void wait(MachineInstr& mi) {
    if (command_waits(mi)) return;
    MachineInstrBuilder fresh =
        BuildMI(*mi.getParent(), mi, mi.getDebugLoc(), tii_.get(MEv2::CgWait));
    const bool any = operand(mi, Name::any).getImm() != 0;
    fresh.addImm(any);
    BitVector arrived(table_.variables());
    for (unsigned n = 1; n < mi.getNumExplicitOperands(); ++n) {
      const int s = table_.object_of(mi.getOperand(n));
      if (s < 0) {
        fresh.add(mi.getOperand(n));
        continue;
      }
      fresh.addImm(object(s).number);
      // "any" wakes with the first half; the following test waits for the other one.
      if (both_halves(mi, s) && !any) fresh.addImm(object(s).number + 1);
      arrivals(mi, s, arrived);
    }
    moves(*fresh, arrived);
    mi.eraseFromParent();
  }

  struct HalfTest {
    MachineBasicBlock* block;
    MachineBasicBlock* if_set;
    int half;
    DebugLoc at;
  };

  void test(MachineInstr& mi) {
    MachineOperand& sig = operand(mi, Name::sig);
    const int s = table_.object_of(sig);
    if (s < 0) return;
    if (both_halves(mi, s))
      if (const MachineBasicBlock* set = set_successor(mi))
        half_tests_.push_back({mi.getParent(), const_cast<MachineBasicBlock*>(set),
                               object(s).number + 1, mi.getDebugLoc()});
    sig.ChangeToImmediate(object(s).number);
  }

  // A branch takes one signal; the other half of the pair follows soon after.
  void wait_for_other_half(const HalfTest& t) {
    MachineBasicBlock* const fresh = mf_.CreateMachineBasicBlock();
    const bool falls = t.block->getFallThrough() == t.if_set;
    mf_.insert(falls ? std::next(t.block->getIterator()) : mf_.end(), fresh);
    t.block->ReplaceUsesOfBlockWith(t.if_set, fresh);
    t.if_set->replacePhiUsesWith(t.block, fresh);
    fresh->addSuccessor(t.if_set);
    BuildMI(fresh, t.at, tii_.get(MEv2::CgWait)).addImm(0).addImm(t.half);
    BuildMI(fresh, t.at, tii_.get(MEv2::CgBr)).addMBB(t.if_set);
  }

  // Other contexts may run during a swap: a register mask says that it preserves only registers
  // that the context itself and its commands change.
  void mark_swaps() {
    uint32_t* const preserved = mf_.allocateRegMask();
    for (const TargetRegisterClass* c :
         {&MEv2::GPRRegClass, &MEv2::SInXferRegClass, &MEv2::SOutXferRegClass,
          &MEv2::DInXferRegClass, &MEv2::DOutXferRegClass})
      for (const MCPhysReg r : *c)
        preserved[r / 32] |= 1u << r % 32;
    for (MachineBasicBlock& mbb : mf_)
      for (MachineInstr& mi : mbb)
        if (swaps(mi)) MachineInstrBuilder(mf_, mi).addRegMask(preserved);
  }
  bool swaps(const MachineInstr& mi) const {
    switch (mi.getOpcode()) {
    case MEv2::CgWait:
    case MEv2::CgWaitMask:
    case MEv2::CgVoluntary:
    case MEv2::CgBpt: return true;
    default: const std::optional<Command> c = table_.command(mi); return c && c->swaps;
    }
  }

  // ---- numbers as values

  void immediate(MachineInstr& mi, uint32_t value) {
    BuildMI(*mi.getParent(), mi, mi.getDebugLoc(), tii_.get(MEv2::CgImm), mi.getOperand(0).getReg())
        .addImm(value);
    mi.eraseFromParent();
  }

  void number(MachineInstr& mi) {
    const Object* o = object(operand(mi, Name::object));
    if (!o) return;
    immediate(mi, static_cast<uint32_t>(o->number + operand(mi, Name::offset).getImm()));
  }

  void mask(MachineInstr& mi) {
    uint32_t m = 0;
    for (const MachineOperand& x : drop_begin(mi.explicit_operands()))
      if (const Object* o = object(x)) m |= (o->pair ? 3u : 1u) << o->number;
    immediate(mi, m);
  }

  // ---- accesses

  // Register of longword `offset` of an object, or NoRegister if there is none.
  unsigned place(const MachineOperand& base, int64_t offset, Side side) const {
    if (base.isGlobal()) {
      const auto i = globals_.places.find(base.getGlobal());
      const auto n = static_cast<size_t>(offset);
      if (i == globals_.places.end() || n >= i->second.size()) return MEv2::NoRegister;
      return i->second[n];
    }
    const Object* o = object(base);
    if (!o || is_signal(o->info.kind)) return MEv2::NoRegister;
    return register_at(*o, static_cast<unsigned>(offset), side);
  }

  void load(MachineInstr& mi) {
    const unsigned from =
        place(operand(mi, Name::object), operand(mi, Name::offset).getImm(), Side::In);
    if (!from) return immediate(mi, 0); // after a reported error
    BuildMI(*mi.getParent(), mi, mi.getDebugLoc(), tii_.get(MEv2::CgMov), mi.getOperand(0).getReg())
        .addReg(from);
    mi.eraseFromParent();
  }

  void store(MachineInstr& mi) {
    const unsigned to =
        place(operand(mi, Name::object), operand(mi, Name::offset).getImm(), Side::Out);
    if (to)
      BuildMI(*mi.getParent(), mi, mi.getDebugLoc(), tii_.get(MEv2::CgMov), to)
          .add(operand(mi, Name::right));
    mi.eraseFromParent();
  }

  // ---- variable indices

  Register fresh_register() { return mf_.getRegInfo().createVirtualRegister(&MEv2::GPRRegClass); }

  // context * 64: the offset in T_INDEX of the context's first register. Computed once per
  // function.
  Register context_part() {
    if (context_part_) return context_part_;
    MachineBasicBlock& entry = mf_.front();
    const auto i = entry.SkipPHIsLabelsAndDebug(entry.begin());
    const Register status = fresh_register(), context = fresh_register();
    context_part_ = fresh_register();
    BuildMI(entry, i, DebugLoc(), tii_.get(MEv2::CgCsrRd), status)
        .addImm(*mev2::local_csr_address("active_ctx_sts"));
    BuildMI(entry, i, DebugLoc(), tii_.get(MEv2::CgAndri), context).addReg(status).addImm(7);
    BuildMI(entry, i, DebugLoc(), tii_.get(MEv2::CgShift), context_part_)
        .addReg(context)
        .addImm(shift_operand(mev2::ShiftKind::Left, 6));
    return context_part_;
  }

  // The form's operands get new meanings: the object is the file (0: $, 1: $$), the index is the
  // value of T_INDEX.
  void indexed(MachineInstr& mi) {
    const Object* o = object(operand(mi, Name::object));
    if (!o || !is_transfer(o->info.kind)) {
      if (mi.getOpcode() == MEv2::CgObjLoadX) return immediate(mi, 0); // after a reported error
      return mi.eraseFromParent();
    }
    const Register context = context_part(), sum = fresh_register();
    Register address = sum;
    MachineBasicBlock& mbb = *mi.getParent();
    const DebugLoc& at = mi.getDebugLoc();
    BuildMI(mbb, mi, at, tii_.get(MEv2::CgAddrr), sum)
        .addReg(context)
        .addReg(operand(mi, Name::index).getReg());
    const int64_t first = 4 * (o->number + operand(mi, Name::offset).getImm());
    if (first) {
      address = fresh_register();
      BuildMI(mbb, mi, at, tii_.get(first > 0 ? MEv2::CgAddri : MEv2::CgSubri), address)
          .addReg(sum)
          .addImm(std::abs(first));
    }
    operand(mi, Name::object).ChangeToImmediate(is_dram(o->info.kind));
    operand(mi, Name::offset).setImm(0);
    operand(mi, Name::index).setReg(address);
    operand(mi, Name::index).setIsKill(false);
    if (mi.getOpcode() == MEv2::CgObjStoreX) // any of them
      for (unsigned word = 0; word < o->info.words; ++word)
        MachineInstrBuilder(mf_, mi).addReg(register_at(*o, word, Side::Out),
                                            RegState::ImplicitDefine);
  }

  MachineFunction& mf_;
  const ObjectTable& table_;
  const ObjectLiveness& liveness_;
  const TargetInstrInfo& tii_;
  const GlobalRegisters globals_;
  std::vector<HalfTest> half_tests_;
  std::map<const MachineInstr*, int> commands_; // rewritten commands with one signal, and that
                                                // signal
  Register context_part_;
};

} // namespace

BitVector rewrite_objects(MachineFunction& mf, const ObjectTable& table,
                          const ObjectLiveness& liveness) {
  return Rewriter(mf, table, liveness).run();
}

} // namespace mecc::codegen
