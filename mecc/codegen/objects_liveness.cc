#include "mecc/codegen/objects_liveness.h"

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
    : mf_(mf), table_(table), blocks_(mf.getNumBlockIDs()) {
  for (Sets& s : blocks_) {
    for (BitVector* v : {&s.wanted_in, &s.wanted_out, &s.set_in, &s.set_out})
      v->resize(table.variables());
    for (BitVector* v : {&s.going_in, &s.going_out})
      v->resize(static_cast<unsigned>(table.activities().size()));
  }
  solve_wanted();
  solve_forward();
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

void ObjectLiveness::forward(const Effects& e, BitVector& set, BitVector& going) const {
  for (const unsigned v : e.forgets)
    set.reset(v);
  for (const auto* some : {&e.writes, &e.may_write})
    for (const unsigned v : *some)
      set.set(v);
  for (const int signal : e.consumes)
    consume(signal, going);
  for (const unsigned a : e.ends)
    going.reset(a);
  if (e.starts >= 0) going.set(static_cast<unsigned>(e.starts));
}

void ObjectLiveness::solve_wanted() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const MachineBasicBlock* mbb : post_order(&mf_)) {
      Sets& s = blocks_[static_cast<size_t>(mbb->getNumber())];
      for (const MachineBasicBlock* next : mbb->successors())
        s.wanted_out |= blocks_[static_cast<size_t>(next->getNumber())].wanted_in;
      BitVector wanted = s.wanted_out;
      for (const MachineInstr& mi : reverse(*mbb))
        if (const Effects* e = table_.effects(mi)) backward(*e, wanted);
      if (wanted == s.wanted_in) continue;
      s.wanted_in = std::move(wanted);
      changed = true;
    }
  }
}

bool ObjectLiveness::flow_over(const MachineBasicBlock& from, const MachineBasicBlock& to) {
  const Sets& a = blocks_[static_cast<size_t>(from.getNumber())];
  Sets& b = blocks_[static_cast<size_t>(to.getNumber())];
  BitVector going = a.going_out;
  for (const MachineInstr& mi : from.terminators())
    if (const Effects* e = table_.effects(mi); e && e->tests >= 0 && set_successor(mi) == &to)
      consume(e->tests, going);
  const bool news = a.set_out.test(b.set_in) || going.test(b.going_in);
  b.set_in |= a.set_out;
  b.going_in |= going;
  return news;
}

void ObjectLiveness::solve_forward() {
  const ReversePostOrderTraversal<const MachineFunction*> order(&mf_);
  for (bool changed = true; changed;) {
    changed = false;
    for (const MachineBasicBlock* mbb : order) {
      Sets& s = blocks_[static_cast<size_t>(mbb->getNumber())];
      s.set_out = s.set_in;
      s.going_out = s.going_in;
      for (const MachineInstr& mi : *mbb)
        if (const Effects* e = table_.effects(mi)) forward(*e, s.set_out, s.going_out);
      for (const MachineBasicBlock* next : mbb->successors())
        changed |= flow_over(*mbb, *next);
    }
  }
}

void ObjectLiveness::note_under_way() {
  for (const MachineBasicBlock& mbb : mf_) {
    Sets s = blocks_[static_cast<size_t>(mbb.getNumber())];
    for (const MachineInstr& mi : mbb) {
      const Effects* e = table_.effects(mi);
      if (mi.getOpcode() == MEv2::CgWait || (e && e->tests >= 0)) under_way_[&mi] = s.going_in;
      if (e) forward(*e, s.set_in, s.going_in);
    }
  }
}

void ObjectLiveness::add_under_way(const BitVector& going, BitVector& variables) const {
  for (const unsigned a : going.set_bits())
    variables |= table_.activities()[a].variables;
}

void ObjectLiveness::each(Moment f) const {
  for (const MachineBasicBlock& mbb : mf_) {
    const Sets& s = blocks_[static_cast<size_t>(mbb.getNumber())];
    std::map<const MachineInstr*, BitVector> wanted_after; // of instructions that affect objects
    BitVector wanted = s.wanted_out;
    for (const MachineInstr& mi : reverse(mbb)) {
      if (mi.isDebugInstr()) continue;
      const Effects* e = table_.effects(mi);
      if (e || mi.isCall()) wanted_after[&mi] = wanted;
      if (e) backward(*e, wanted);
    }
    BitVector set = s.set_in, going = s.going_in;
    for (const MachineInstr& mi : mbb) {
      const Effects* e = table_.effects(mi);
      if (!e && !mi.isCall()) continue;
      BitVector across = set, under_way = going;
      if (e) forward(*e, set, under_way);
      BitVector occupied = set;
      occupied &= wanted_after[&mi];
      across &= wanted_after[&mi];
      add_under_way(going, occupied); // until the very end of the wait for it
      add_under_way(under_way, occupied);
      add_under_way(going, across);
      if (e)
        for (const unsigned v : e->occupies)
          occupied.set(v);
      f(mi, occupied, across);
      going = std::move(under_way);
    }
  }
}

} // namespace mecc::codegen
