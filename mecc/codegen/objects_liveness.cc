#include "mecc/codegen/objects_liveness.h"

#include "base/dataflow.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;

namespace mecc::codegen {

namespace Name = MEv2::OpName;

const MachineBasicBlock* set_successor(const MachineInstr& test) {
  const MachineBasicBlock* target = operand(test, Name::label).getMBB();
  const MachineBasicBlock* other = nullptr;
  for (const MachineBasicBlock* s : test.getParent()->successors())
    if (s != target) other = s;
  if (!other) return nullptr;
  return test.getOpcode() == MEv2::CgBrSignal ? target : other;
}

ObjectLiveness::ObjectLiveness(const MachineFunction& mf, const ObjectTable& table)
    : mf_(mf), table_(table) {
  for (const MachineBasicBlock& mbb : mf) {
    wanted_out_[&mbb] = BitVector(table.variables());
    running_in_[&mbb] = {BitVector(table.variables()),
                         BitVector(static_cast<unsigned>(table.activities().size()))};
  }
  solve_wanted();
  solve_running();
  note_under_way();
}

void ObjectLiveness::backward(const Effects& e, BitVector& wanted) const {
  for (const auto* killed : {&e.writes, &e.forgets})
    for (const unsigned v : *killed)
      wanted.reset(v);
  for (const unsigned v : e.reads)
    wanted.set(v);
}

void ObjectLiveness::consume(int signal, BitVector& going) const {
  for (const unsigned a : going.set_bits())
    if (table_.activities()[a].signal == signal) going.reset(a);
}

void ObjectLiveness::forward(const Effects& e, Running& r) const {
  for (const unsigned v : e.forgets)
    r.set.reset(v);
  for (const auto* some : {&e.writes, &e.may_write})
    for (const unsigned v : *some)
      r.set.set(v);
  for (const int signal : e.consumes)
    consume(signal, r.going);
  for (const unsigned a : e.ends)
    r.going.reset(a);
  if (e.starts >= 0) r.going.set(static_cast<unsigned>(e.starts));
}

bool ObjectLiveness::Running::merge(const Running& from) {
  const bool news = from.set.test(set) || from.going.test(going);
  set |= from.set;
  going |= from.going;
  return news;
}

void ObjectLiveness::solve_wanted() {
  const auto targets = [](const MachineBasicBlock* mbb) { return mbb->successors(); };
  std::map<const MachineBasicBlock*, BitVector> wanted_in;
  ixp::solve_backward(post_order(&mf_), targets, wanted_in, BitVector(table_.variables()),
                      [&](const MachineBasicBlock* mbb, BitVector wanted) {
                        wanted_out_[mbb] = wanted;
                        for (const MachineInstr& mi : reverse(*mbb))
                          if (const Effects* e = table_.effects(mi)) backward(*e, wanted);
                        return wanted;
                      });
}

void ObjectLiveness::solve_running() {
  const ReversePostOrderTraversal<const MachineFunction*> order(&mf_);
  const auto transfer = [&](const MachineBasicBlock* mbb, Running r, auto reach) {
    for (const MachineInstr& mi : *mbb)
      if (const Effects* e = table_.effects(mi)) forward(*e, r);
    for (const MachineBasicBlock* next : mbb->successors())
      reach(next, over(*mbb, *next, r));
  };
  ixp::solve_forward(order, running_in_, transfer);
}

// Ends activities that the edge's test ends.
ObjectLiveness::Running ObjectLiveness::over(const MachineBasicBlock& from,
                                             const MachineBasicBlock& to, Running r) const {
  for (const MachineInstr& mi : from.terminators())
    if (const Effects* e = table_.effects(mi); e && e->tests >= 0 && set_successor(mi) == &to)
      consume(e->tests, r.going);
  return r;
}

void ObjectLiveness::note_under_way() {
  for (const MachineBasicBlock& mbb : mf_) {
    Running r = running_in_.at(&mbb);
    for (const MachineInstr& mi : mbb) {
      const Effects* e = table_.effects(mi);
      if (mi.getOpcode() == MEv2::CgWait || (e && e->tests >= 0)) under_way_[&mi] = r.going;
      if (e) forward(*e, r);
    }
  }
}

void ObjectLiveness::add_under_way(const BitVector& going, BitVector& variables) const {
  for (const unsigned a : going.set_bits())
    variables |= table_.activities()[a].variables;
}

void ObjectLiveness::each(Moment f) const {
  for (const MachineBasicBlock& mbb : mf_) {
    std::map<const MachineInstr*, BitVector> wanted_after; // of instructions that affect objects
    BitVector wanted = wanted_out_.at(&mbb);
    for (const MachineInstr& mi : reverse(mbb)) {
      if (mi.isDebugInstr()) continue;
      const Effects* e = table_.effects(mi);
      if (e || mi.isCall()) wanted_after[&mi] = wanted;
      if (e) backward(*e, wanted);
    }
    Running r = running_in_.at(&mbb);
    for (const MachineInstr& mi : mbb) {
      const Effects* e = table_.effects(mi);
      if (!e && !mi.isCall()) continue;
      BitVector across = r.set;
      const BitVector going = r.going;
      if (e) forward(*e, r);
      BitVector occupied = r.set;
      occupied &= wanted_after[&mi];
      across &= wanted_after[&mi];
      add_under_way(going, occupied); // until the very end of the wait for it
      add_under_way(r.going, occupied);
      add_under_way(going, across);
      if (e)
        for (const unsigned v : e->occupies)
          occupied.set(v);
      f(mi, occupied, across);
    }
  }
}

} // namespace mecc::codegen
