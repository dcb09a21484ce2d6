// Loads and stores of memories outside the microengine become commands that swap the context out:
//
//   %v = load i32, ptr addrspace(1) %p    call @__me_cmd_SRAM_READ(%in, %p, 0, 2, ctx_swap, %done)
//   %w = load i32, ptr addrspace(1) %p+4  %v = load i32, %in;  %w = load i32, %in + 4
//
// Neighbouring accesses of a block through the same root pointer become one burst: loads move up to
// the first of them, stores down to the last. Parts of a granule are extracted from it, or written
// with a byte mask. The scratchpad has no masks: there, bits are cleared and set, so that
// concurrent changes to neighbouring bytes are not lost.
#include "mecc/lower/access.h"
#include "mecc/lower/group.h"
#include "mecc/lower/memory_choice.h"
#include "mecc/lower/pipeline.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

class BlockRewriter {
public:
  BlockRewriter(Job& job, Commands& commands) : job_(job), commands_(commands) {}

  void run(BasicBlock& block) {
    std::vector<Instruction*> instructions;
    for (Instruction& i : block)
      instructions.push_back(&i);
    for (Instruction* i : instructions)
      visit(*i);
    flush();
  }

private:
  void visit(Instruction& i) {
    if (const std::optional<Access> a = access_of(i, job_.options.data_in_sram)) {
      if (!can(*a)) return;
      return a->is_store ? visit_store(*a) : visit_load(*a);
    }
    // Commands and calls may read and change memory; other contexts run meanwhile.
    if ((i.mayWriteToMemory() || i.mayReadFromMemory()) && !isa<DbgInfoIntrinsic>(i) &&
        !is_private(i))
      flush();
  }

  // True for accesses of the microengine's own registers and local memory, and for pure intrinsics.
  static bool is_private(const Instruction& i) {
    if (isa<LoadInst, StoreInst>(i)) return !i.isVolatile();
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    return call && call->onlyAccessesInaccessibleMemory();
  }

  bool can(const Access& a) {
    if (a.is_store ? a.unit->write : a.unit->read) return true;
    job_.report.error(*a.at, fmt::format("{} cannot be {}; microengines only {} it",
                                         name_of(a.unit->region), a.is_store ? "written" : "read",
                                         a.is_store ? "read" : "write"));
    return false;
  }

  // Moves the load up to the first one of its group, past stores to disjoint bytes.
  void visit_load(const Access& a) {
    if (a.is_volatile || !all_of(passed_, [&](const Access& s) { return are_disjoint(a, s); }))
      flush();
    const auto group = find_if(loads_, [&](const Group& g) { return g.takes(a); });
    if (group == loads_.end())
      loads_.emplace_back(a);
    else
      group->add(a);
    if (a.is_volatile) flush();
  }

  // Moves the store down to the last one of its group; later loads check for an overlap.
  void visit_store(const Access& a) {
    if (a.is_volatile) flush();
    if (!stores_.empty() && !stores_.back().takes(a)) flush_stores();
    if (stores_.empty())
      stores_.emplace_back(a);
    else
      stores_.back().add(a);
    passed_.push_back(a);
    if (a.is_volatile) flush();
  }

  void flush_stores() {
    for (Group& g : stores_)
      write_group(job_, commands_, g);
    stores_.clear();
  }

  void flush() {
    for (Group& g : loads_)
      read_group(commands_, g);
    loads_.clear();
    flush_stores();
    passed_.clear();
  }

  Job& job_;
  Commands& commands_;
  std::vector<Group> loads_;
  std::vector<Group> stores_;  // at most one
  std::vector<Access> passed_; // every store since the last flush
};

bool touches_memory_outside(Function& f, bool data_in_sram) {
  return any_of(instructions(f),
                [&](Instruction& i) { return access_of(i, data_in_sram).has_value(); });
}

} // namespace

void expand_implicit_io(Job& job) {
  for (Function& f : job.module)
    if (touches_memory_outside(f, job.options.data_in_sram)) split_addresses(f);
  tidy(job);
  choose_memories(job);
  for (Function& f : job.module) {
    Commands commands(f);
    for (BasicBlock& block : f)
      BlockRewriter(job, commands).run(block);
  }
  forget_memories(job.module);
}

} // namespace mecc::lower
