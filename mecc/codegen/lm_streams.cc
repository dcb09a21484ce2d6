// Loops that traverse local memory longword by longword: the pointer is set before the loop and
// steps with it (*l$index1++). Otherwise each iteration would compute an address, write it to
// LM_ADDR_1 and wait.
//
//   %p = phi [%array, ...], [%next, ...]           call @__me_lm_point(1, %array)
//   %v = load i32, %p                              %v = call @__me_lm_load(1, 0, 1)
//   %next = %p + 4
//
// A loop qualifies if all its local-memory accesses advance in the same direction at fixed
// distances, so that the pointer's position is known at each point of an iteration. A conditional
// access must find the pointer at its address. With both pointers there may be a second stream, or
// other accesses.
#include "mecc/codegen/improve.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

constexpr int64_t kWord = 4;
constexpr int64_t kMostSteps = 2; // per iteration, in instructions of their own

struct Access {
  Instruction* at;
  int64_t place;                 // in longwords from the start of its stream
  bool always;                   // executed in each iteration
  int64_t before = 0, along = 0; // steps before it, and as part of it
};

struct Stream {
  const SCEVAddRecExpr* first; // address of the first access
  std::vector<Access> accesses;
  int64_t stride;   // longwords per iteration
  int64_t rest = 0; // steps at the end of an iteration
};

class LoopStreams {
public:
  LoopStreams(Loop& loop, LoopInfo& loops, ScalarEvolution& evolution,
              const DominatorTree& dominators, const Settings& settings)
      : loop_(loop), loops_(loops), evolution_(evolution), dominators_(dominators),
        settings_(settings), expander_(evolution, loop.getHeader()->getDataLayout(), "stream") {}

  // Returns the number of accesses that use a stepping pointer now.
  unsigned run() {
    if (!loop_.isInnermost() || !loop_.getLoopPreheader() || !loop_.getLoopLatch() || !collect())
      return 0;
    const unsigned pointers = settings_.second_pointer ? 2 : 1;
    std::vector<Stream*> good;
    for (Stream& s : streams_)
      if (plan(s))
        good.push_back(&s);
      else
        others_ = true;
    if (good.empty() || good.size() + others_ > pointers) return 0;
    unsigned changed = 0;
    for (size_t n = 0; n < good.size(); ++n) // other accesses go through LM_ADDR_1
      changed += rewrite(*good[n], pointers == 2 && n == 0 ? 0 : 1);
    return changed;
  }

private:
  // False if an instruction may move the pointers, or the body contains another cycle.
  bool collect() {
    LoopBlocksRPO order(&loop_);
    order.perform(&loops_);
    SmallPtrSet<const BasicBlock*, 8> passed;
    for (BasicBlock* block : order) {
      passed.insert(block);
      for (const BasicBlock* next : successors(block))
        if (passed.contains(next) && next != loop_.getHeader()) return false;
      for (Instruction& i : *block) {
        if (const auto* call = dyn_cast<CallBase>(&i); call && !keeps_pointers(*call)) return false;
        Value* pointer = getLoadStorePointerOperand(&i);
        if (pointer) add(i, *pointer);
      }
    }
    return true;
  }
  static bool keeps_pointers(const CallBase& call) {
    const Function* f = call.getCalledFunction();
    return f && f->isDeclaration() && f->getName() != "__me_csr_wr";
  }

  void add(Instruction& i, Value& pointer) {
    const auto* way = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&pointer));
    const auto* step = way && way->getLoop() == &loop_ && way->isAffine()
                           ? dyn_cast<SCEVConstant>(way->getStepRecurrence(evolution_))
                           : nullptr;
    if (!getLoadStoreType(&i)->isIntegerTy(32) || getLoadStoreAlignment(&i).value() < kWord ||
        !step || step->getAPInt().getSExtValue() % kWord || step->isZero()) {
      others_ = true;
      return;
    }
    const int64_t stride = step->getAPInt().getSExtValue() / kWord;
    const bool always = dominators_.dominates(i.getParent(), loop_.getLoopLatch());
    for (Stream& s : streams_) {
      const auto* distance = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(way, s.first));
      if (s.stride != stride || !distance || distance->getAPInt().getSExtValue() % kWord) continue;
      s.accesses.push_back({&i, distance->getAPInt().getSExtValue() / kWord, always});
      return;
    }
    streams_.push_back({way, {{&i, 0, always}}, stride});
  }

  // Plans the pointer's steps. False if they are unknown or not worthwhile.
  bool plan(Stream& s) {
    int64_t at = 0, alone = 0;
    Access* last = nullptr; // last one that can include a step
    for (Access& a : s.accesses) {
      if (a.place != at && !a.always) return false;
      a.before = a.place - at;
      if (last) take_along(*last, a.before);
      alone += std::abs(a.before);
      at = a.place;
      last = a.always ? &a : nullptr;
    }
    s.rest = s.stride - at;
    if (last) take_along(*last, s.rest);
    return alone + std::abs(s.rest) <= kMostSteps && s.accesses.front().always &&
           expander_.isSafeToExpandAt(s.first->getStart(),
                                      loop_.getLoopPreheader()->getTerminator());
  }
  static void take_along(Access& a, int64_t& steps) {
    if (steps == 0) return;
    a.along = steps > 0 ? 1 : -1;
    steps -= a.along;
  }

  unsigned rewrite(Stream& s, unsigned pointer) {
    Module& m = *loop_.getHeader()->getModule();
    Type *word = Type::getInt32Ty(m.getContext()), *none = Type::getVoidTy(m.getContext());
    FunctionCallee point = m.getOrInsertFunction("__me_lm_point", none, word, word),
                   load = m.getOrInsertFunction("__me_lm_load", word, word, word, word),
                   store = m.getOrInsertFunction("__me_lm_store", none, word, word, word, word),
                   step = m.getOrInsertFunction("__me_lm_step", none, word, word);
    Instruction* front = loop_.getLoopPreheader()->getTerminator();
    Value* start = expander_.expandCodeFor(s.first->getStart(), nullptr, front);
    IRBuilder<> b(front);
    b.SetCurrentDebugLocation(s.accesses.front().at->getDebugLoc());
    if (start->getType()->isPointerTy()) start = b.CreatePtrToInt(start, word);
    Value* which = b.getInt32(pointer);
    b.CreateCall(point, {which, start});
    const auto constant = [&](int64_t n) { return b.getInt32(static_cast<uint32_t>(n)); };
    for (const Access& a : s.accesses) {
      b.SetInsertPoint(a.at);
      b.SetCurrentDebugLocation(a.at->getDebugLoc());
      Value* place = getLoadStorePointerOperand(a.at);
      if (a.before) b.CreateCall(step, {which, constant(a.before)});
      if (auto* put = dyn_cast<StoreInst>(a.at))
        b.CreateCall(store, {which, b.getInt32(0), constant(a.along), put->getValueOperand()});
      else
        a.at->replaceAllUsesWith(b.CreateCall(load, {which, b.getInt32(0), constant(a.along)}));
      evolution_.forgetValue(a.at);
      a.at->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(place);
    }
    if (s.rest) {
      b.SetInsertPoint(loop_.getLoopLatch()->getTerminator());
      b.CreateCall(step, {which, constant(s.rest)});
    }
    DeleteDeadPHIs(loop_.getHeader());
    return static_cast<unsigned>(s.accesses.size());
  }

  Loop& loop_;
  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  const DominatorTree& dominators_;
  const Settings& settings_;
  SCEVExpander expander_;
  std::vector<Stream> streams_;
  bool others_ = false; // some accesses are in no stream
};

} // namespace

PreservedAnalyses LmStreamsPass::run(Function& f, FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(f);
  const auto& dominators = analyses.getResult<DominatorTreeAnalysis>(f);
  auto& loops = analyses.getResult<LoopAnalysis>(f);
  unsigned changed = 0;
  for (Loop* loop : loops.getLoopsInPreorder())
    changed += LoopStreams(*loop, loops, evolution, dominators, settings_).run();
  count(Optimisation::LmStreams, settings_, changed);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace mecc::codegen
