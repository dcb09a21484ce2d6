#include "mecc/lower/debug_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

using namespace llvm;

namespace mecc::lower {

namespace {

// A phi at the only exit has the value after the loop, and LLVM moves debug records to it.
bool has_phi(const Instruction& value, const Loop& loop) {
  return loop.getUniqueExitBlock() &&
         any_of(value.users(), [&](const User* u) { return !loop.contains(cast<Instruction>(u)); });
}

// The loop that LLVM may unroll around `value`, but not around the record; null: none.
const Loop* unrollable(const Instruction& value, const BasicBlock& record, const LoopInfo& loops,
                       ScalarEvolution& evolution) {
  for (const Loop* loop = loops.getLoopFor(value.getParent()); loop && !loop->contains(&record);
       loop = loop->getParentLoop())
    if (evolution.getSmallConstantMaxTripCount(loop) && !has_phi(value, *loop)) return loop;
  return nullptr;
}

void end(DbgVariableRecord& record, Instruction& value, const Loop& loop, const LoopInfo& loops,
         ScalarEvolution& evolution) {
  const BasicBlock* block = record.getParent();
  const SCEV* last =
      loop.getExitingBlock() && evolution.isSCEVable(value.getType())
          ? evolution.getSCEVAtScope(evolution.getSCEV(&value), loops.getLoopFor(block))
          : nullptr;
  if (const auto* constant = dyn_cast_or_null<SCEVConstant>(last))
    record.replaceVariableLocationOp(&value, constant->getValue());
  else
    record.setKillLocation();
}

} // namespace

PreservedAnalyses EndLoopValues::run(Function& f, FunctionAnalysisManager& analyses) {
  if (!f.getSubprogram()) return PreservedAnalyses::all();
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(f);
  if (loops.empty()) return PreservedAnalyses::all();
  ScalarEvolution& evolution = analyses.getResult<ScalarEvolutionAnalysis>(f);
  for (Instruction& i : instructions(f))
    for (DbgVariableRecord& r : filterDbgVars(i.getDbgRecordRange())) {
      if (!r.isDbgValue() || r.isKillLocation()) continue;
      const std::vector<Value*> values(r.location_ops().begin(), r.location_ops().end());
      for (Value* v : values)
        if (auto* value = dyn_cast<Instruction>(v))
          if (const Loop* loop = unrollable(*value, *i.getParent(), loops, evolution))
            end(r, *value, *loop, loops, evolution);
    }
  return PreservedAnalyses::all();
}

namespace {

std::vector<DbgRecord*> records_of(BasicBlock& block) {
  std::vector<DbgRecord*> out;
  for (Instruction& i : block)
    for (DbgRecord& r : i.getDbgRecordRange())
      out.push_back(&r);
  return out;
}

} // namespace

PreservedAnalyses RotateLoops::run(Loop& loop, LoopAnalysisManager& analyses,
                                   LoopStandardAnalysisResults& results, LPMUpdater& updater) {
  BasicBlock* latch = loop.getLoopLatch();
  BasicBlock* branch = latch ? latch->getSinglePredecessor() : nullptr;
  if (!branch || succ_size(branch) < 2) return pass_.run(loop, analyses, results, updater);
  const WeakVH kept = latch;
  const size_t own = records_of(*branch).size();
  PreservedAnalyses preserved = pass_.run(loop, analyses, results, updater);
  if (kept) return preserved;
  const std::vector<DbgRecord*> records = records_of(*branch); // the latch's are the last ones
  for (size_t n = own; n < records.size(); ++n)
    if (auto* value = dyn_cast<DbgVariableRecord>(records[n]))
      value->setKillLocation();
    else
      records[n]->eraseFromParent();
  return preserved;
}

} // namespace mecc::lower
