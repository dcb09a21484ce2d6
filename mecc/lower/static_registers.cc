// Keeps variables of the file that several functions use in registers of the context. They would
// live in local memory otherwise, because no function may assume which registers its callers use.
// All code is known here, so registers can be set aside in the whole program:
//
//   static unsigned total;                    local_csr_wr[ACTIVE_LM_ADDR_0, a1]
//   total += bytes;                           ...                          alu[b13, b13, +, a2]
//                                             alu[*l$index0, *l$index0, +, a2]
//
// Only variables that code loads and stores as a whole qualify: their address is never needed.
// Those with the most accesses, weighted by the depth of loops, come first. Registers that the
// busiest function needs stay free.
#include "base/dataflow.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/mc/calling.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

using namespace llvm;

namespace mecc::lower {

namespace {

// Registers of a bank between those for arguments and those for frames. Shared variables may take
// two of them, which provide a register for each of at least four contexts.
constexpr uint64_t kBetween = kLastVariableRegister + 1 - kArgumentWords / 2, kForShared = 2;
constexpr uint64_t kMostWords = 2 * (kBetween - kForShared), kMostSharedWords = 2 * kForShared * 4;
// Registers left to a function beyond the values it holds at once: frames, addresses, results.
constexpr uint64_t kSpare = 8;

uint64_t words_of(const Type* type, const DataLayout& dl) {
  return type->isVoidTy() ? 0 : divideCeil(dl.getTypeSizeInBits(const_cast<Type*>(type)), 32);
}

bool is_scalar(const GlobalVariable& g, const DataLayout& dl) {
  Type* type = g.getValueType();
  return (type->isIntegerTy() || type->isPointerTy()) && words_of(type, dl) <= 2;
}

// True if code loads and stores the whole variable only.
bool is_plain(const GlobalVariable& g) {
  return all_of(g.users(), [&](const User* user) {
    const auto* i = dyn_cast<Instruction>(user);
    const auto* store = dyn_cast<StoreInst>(user);
    if (!i || (!store && !isa<LoadInst>(i)) || i->isVolatile()) return false;
    return getLoadStoreType(const_cast<Instruction*>(i)) == g.getValueType() &&
           (!store || store->getValueOperand() != &g);
  });
}

bool is_candidate(const GlobalVariable& g, const DataLayout& dl) {
  return g.hasLocalLinkage() && g.hasInitializer() && !g.isConstant() && !g.use_empty() &&
         g.getAddressSpace() == 0 && !kind_of(&g) && !has_flag(g, "visible") && is_scalar(g, dl) &&
         is_plain(g) && !isa<ConstantExpr>(g.getInitializer()) &&
         !isa<GlobalValue>(g.getInitializer());
}

// Registers that values of a function occupy at most, by liveness of IR.
class Pressure {
public:
  explicit Pressure(const Function& f) : f_(f), dl_(f.getDataLayout()) {}

  uint64_t most() {
    for (const Argument& a : f_.args())
      number(a);
    for (const Instruction& i : instructions(f_))
      if (!i.getType()->isVoidTy() && !isa<AllocaInst>(i)) number(i);
    ixp::until_stable(reverse(f_), [&](const BasicBlock& b) {
      BitVector live = walk(b);
      if (live == in_[&b]) return false;
      in_[&b] = std::move(live);
      return true;
    });
    return most_;
  }

private:
  void number(const Value& v) { values_.insert({&v, words_of(v.getType(), dl_)}); }

  void add(BitVector& live, const Value* v) const {
    if (const auto* n = values_.find(v); n != values_.end())
      live.set(static_cast<unsigned>(n - values_.begin()));
  }

  uint64_t words(const BitVector& live) const {
    uint64_t sum = 0;
    for (const unsigned n : live.set_bits())
      sum += values_.begin()[n].second;
    return sum;
  }

  // Values live at the block's beginning.
  BitVector walk(const BasicBlock& b) {
    BitVector live(static_cast<unsigned>(values_.size()));
    for (const BasicBlock* next : successors(&b)) {
      live |= in_[next];
      for (const PHINode& phi : next->phis())
        add(live, phi.getIncomingValueForBlock(&b));
    }
    for (const Instruction& i : reverse(b)) {
      most_ = std::max(most_, words(live));
      if (const auto* n = values_.find(&i); n != values_.end())
        live.reset(static_cast<unsigned>(n - values_.begin()));
      if (isa<PHINode>(i)) continue;
      for (const Use& u : i.operands())
        add(live, u);
      // Assembly may write a result before it has read all operands.
      if (const auto* call = dyn_cast<CallBase>(&i); call && call->isInlineAsm())
        most_ = std::max(most_, words(live) + words_of(i.getType(), dl_));
    }
    most_ = std::max(most_, words(live));
    return live;
  }

  const Function& f_;
  const DataLayout& dl_;
  MapVector<const Value*, uint64_t> values_; // longwords of each
  DenseMap<const BasicBlock*, BitVector> in_;
  uint64_t most_ = 0;
};

// Longwords of registers that the program can spare.
uint64_t free_words(const Job& job) {
  const DataLayout& dl = job.module.getDataLayout();
  uint64_t shared = 0;
  for (const GlobalVariable& g : job.module.globals())
    if (kind_of(&g) == Kind::SharedGpr) shared += words_of(g.getValueType(), dl);
  if (shared > kMostSharedWords) return 0;
  const bool four = job.options.mode == mev2::ContextMode::Four;
  const uint64_t registers = four ? 64 : 32;
  uint64_t used = kSpare + divideCeil(shared, four ? 4 : 8);
  uint64_t most = 0;
  for (const Function& f : job.module)
    if (!f.isDeclaration()) most = std::max(most, Pressure(f).most());
  used += most;
  return used < registers ? std::min(kMostWords, registers - used) : 0;
}

// Accesses of each variable; each loop around one counts it kTurns times.
MapVector<GlobalVariable*, uint64_t> weigh(Module& m) {
  constexpr uint64_t kTurns = 8;
  constexpr unsigned kDeepest = 4;
  MapVector<GlobalVariable*, uint64_t> weights;
  for (GlobalVariable& g : m.globals())
    if (is_candidate(g, m.getDataLayout())) weights.insert({&g, 0});
  if (weights.empty()) return weights;
  for (Function& f : m) {
    if (f.isDeclaration()) continue;
    DominatorTree dominators(f);
    LoopInfo loops(dominators);
    for (Instruction& i : instructions(f)) {
      auto* g = dyn_cast_or_null<GlobalVariable>(getLoadStorePointerOperand(&i));
      if (!g || !weights.contains(g)) continue;
      uint64_t times = 1;
      for (unsigned depth = std::min(loops.getLoopDepth(i.getParent()), kDeepest); depth; --depth)
        times *= kTurns;
      weights[g] += times;
    }
  }
  return weights;
}

// Lets values that LLVM keeps beside a variable be read from its register:
//
//   %m = load @minimum                          the register already holds the chosen value:
//   br (icmp ult %x, %m), %less, %join          it is loaded again, which takes no word
//   less:  store %x, @minimum
//   join:  %n = phi [%x, %less], [%m, ...]
//
// A loop that stores the variable only at its end does so at each turn.
class Held {
public:
  Held(Function& f, GlobalVariable& g) : f_(f), g_(g) {}

  void read_again() {
    DominatorTree dominators(f_);
    const LoopInfo loops(dominators);
    for (const Loop* loop : loops.getLoopsInPreorder())
      store_each_turn(*loop);
    for (BasicBlock& b : f_)
      for (PHINode& phi : make_early_inc_range(b.phis()))
        if (phi.getType() == g_.getValueType() && is_held(phi)) replace(phi);
  }

private:
  bool changes(const Instruction& i) const {
    return isa<CallBase>(i) ? i.mayWriteToMemory() : is_store(i);
  }
  bool is_store(const Instruction& i) const {
    return isa<StoreInst>(i) && getLoadStorePointerOperand(&i) == &g_;
  }
  bool reads(const Instruction& i) const {
    return isa<CallBase>(i) ? i.mayReadFromMemory() : is_load(i);
  }
  bool is_load(const Instruction& i) const {
    return isa<LoadInst>(i) && getLoadStorePointerOperand(&i) == &g_;
  }

  // Value of the variable at the end of a block, as far as it and those that lead to it alone show.
  const Value* held_after(const BasicBlock* b) const {
    for (SmallPtrSet<const BasicBlock*, 8> seen; b && seen.insert(b).second;
         b = b->getSinglePredecessor())
      for (const Instruction& i : reverse(*b)) {
        if (is_load(i)) return &i;
        if (changes(i)) return is_store(i) ? i.getOperand(0) : nullptr;
      }
    return nullptr;
  }

  bool is_held(const PHINode& phi) const {
    return all_of(zip(phi.incoming_values(), phi.blocks()), [&](const auto& way) {
      return held_after(std::get<1>(way)) == std::get<0>(way);
    });
  }

  void replace(PHINode& phi) {
    auto* load =
        new LoadInst(phi.getType(), &g_, phi.getName(), phi.getParent()->getFirstInsertionPt());
    load->setDebugLoc(phi.getDebugLoc());
    phi.replaceAllUsesWith(load);
    phi.eraseFromParent();
  }

  // True if the variable is stored before anything reads it.
  bool is_dead(const BasicBlock* from) const {
    SmallSetVector<const BasicBlock*, 8> work;
    work.insert(from);
    for (size_t n = 0; n < work.size(); ++n) {
      bool stored = false;
      for (const Instruction& i : *work[n]) {
        if (isa<ReturnInst>(i) || reads(i)) return false;
        if ((stored = is_store(i))) break;
      }
      if (!stored) work.insert(succ_begin(work[n]), succ_end(work[n]));
    }
    return true;
  }

  void store_each_turn(const Loop& loop) {
    const BasicBlock *front = loop.getLoopPredecessor(), *last = loop.getLoopLatch();
    const auto accesses = [&](const Instruction& i) { return reads(i) || changes(i); };
    SmallVector<BasicBlock*, 4> exits;
    loop.getExitBlocks(exits);
    if (!front || !last ||
        any_of(loop.blocks(), [&](const BasicBlock* b) { return any_of(*b, accesses); }) ||
        !all_of(exits, [&](const BasicBlock* b) { return is_dead(b); }))
      return;
    const Value* before = held_after(front);
    for (PHINode& phi : loop.getHeader()->phis()) {
      auto* next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(last));
      if (phi.getIncomingValueForBlock(front) != before || phi.getType() != g_.getValueType() ||
          !next || isa<PHINode>(next) || !loop.contains(next))
        continue;
      new StoreInst(next, &g_, std::next(next->getIterator()));
      return;
    }
  }

  Function& f_;
  GlobalVariable& g_;
};

} // namespace

void keep_statics_in_registers(Job& job) {
  if (job.options.level == 0 || !job.is_on(Optimisation::StaticRegisters)) return;
  std::multimap<uint64_t, GlobalVariable*, std::greater<>> ranked; // ties keep their order
  for (const auto& [g, weight] : weigh(job.module))
    ranked.insert({weight, g});
  if (ranked.empty()) return;
  uint64_t left = free_words(job);
  for (const auto& [weight, g] : ranked) {
    const uint64_t words = words_of(g->getValueType(), job.module.getDataLayout());
    if (words > left) continue;
    left -= words;
    set_object(g, Kind::StaticGpr, user_name(g));
    job.count(Optimisation::StaticRegisters);
    for (Function& f : job.module)
      if (!f.isDeclaration()) Held(f, *g).read_again();
  }
}

} // namespace mecc::lower
