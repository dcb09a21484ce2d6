// Registers have no addresses, so pointers to them must resolve at compile time. Functions that
// take such a pointer, or use a register object of file scope, are inlined at every level. Then
// only main uses objects of file scope, and they become its locals.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/pipeline.h"
#include "mecc/lower/primitives.h"
#include "mecc/lower/signals.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/MathExtras.h>

#include <map>

using namespace llvm;

namespace mecc::lower {

namespace {

// Larger variables stay in memory even if all accesses have constant offsets.
constexpr uint64_t kLargestScalars = 128; // bytes

// Instructions of a function after inlining. A control store has 4096 words.
constexpr unsigned kMostInstructions = 100'000;
// The same before simplification, which removes most of an intrinsic.
constexpr uint64_t kMostUnsimplified = 2'000'000;

// True for a register object with one instance per context.
bool is_private_register(const GlobalVariable& g) {
  const std::optional<Kind> k = kind_of(&g);
  return k && is_register(*k) && *k != Kind::SharedGpr && !has_flag(g, "remote");
}

bool uses_private_register(const Instruction& i) {
  return any_of(i.operands(), [](const Use& u) {
    if (!u->getType()->isPointerTy()) return false;
    const auto* g = dyn_cast_or_null<GlobalVariable>(object_of(u.get()));
    return g && (is_private_register(*g) || is_mixed(g));
  });
}

bool must_inline(Function& f) {
  if (f.getName() == "main") return false;
  if (any_of(instructions(f), uses_private_register)) return true;
  return any_of(f.users(), [](User* user) {
    auto* call = dyn_cast<CallBase>(user);
    return call && any_of(call->args(), [](Use& u) {
             const Value* object = object_of(u.get());
             return leads_to_register_object(u.get()) || (object && is_mixed(object));
           });
  });
}

// LLVM cannot inline some functions, e.g. one that calls a function with `returns_twice`: each is
// marked once.
bool mark_functions(Module& m) {
  bool changed = false;
  for (Function& f : m) {
    if (f.isDeclaration() || f.use_empty() || !must_inline(f)) continue;
    bool marked = f.hasFnAttribute(Attribute::AlwaysInline);
    f.removeFnAttr(Attribute::NoInline);
    for (User* user : f.users())
      if (auto* call = dyn_cast<CallBase>(user)) {
        marked &= !call->hasFnAttr(Attribute::NoInline);
        call->removeFnAttr(Attribute::NoInline);
      }
    f.addFnAttr(Attribute::AlwaysInline);
    changed |= !marked;
  }
  return changed;
}

// The function that is a variable's only user, or null.
Function* only_user(GlobalVariable& g) {
  Function* only = nullptr;
  for (User* user : g.users()) {
    auto* i = dyn_cast<Instruction>(user);
    if (!i || (only && only != i->getFunction())) return nullptr;
    only = i->getFunction();
  }
  return only;
}

// True if all uses are loads or stores at constant offsets.
bool is_scalars(const Value& pointer) {
  return all_of(pointer.users(), [&](const User* user) {
    if (const auto* load = dyn_cast<LoadInst>(user)) return !load->isVolatile();
    if (const auto* store = dyn_cast<StoreInst>(user))
      return !store->isVolatile() && store->getPointerOperand() == &pointer;
    const auto* gep = dyn_cast<GetElementPtrInst>(user);
    return gep && gep->hasAllConstantIndices() && is_scalars(*gep);
  });
}

bool moves(GlobalVariable& g, const DataLayout& dl) {
  if (g.isDeclaration() || g.getAddressSpace() != 0) return false;
  if (is_private_register(g)) return true;
  return g.hasLocalLinkage() && !g.isConstant() && !kind_of(&g) && !has_flag(g, "shared") &&
         dl.getTypeAllocSize(g.getValueType()) <= kLargestScalars && is_scalars(g);
}

void move(GlobalVariable& g, Function& f) {
  BasicBlock& entry = f.getEntryBlock();
  IRBuilder<> b(&entry, entry.getFirstInsertionPt());
  AllocaInst* local = b.CreateAlloca(g.getValueType(), nullptr, g.getName());
  local->setAlignment(std::max(g.getAlign().valueOrOne(), local->getAlign()));
  const std::optional<Kind> k = kind_of(&g);
  for (const char* what : {"mecc.object", "mecc.signals"})
    if (MDNode* node = g.getMetadata(what)) local->setMetadata(what, node);
  b.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  if (k && *k != Kind::Gpr) keep_object(b, local);
  Constant* initial = g.getInitializer();
  // Registers written by the hardware start undefined, signals start clear.
  const bool starts = k ? (is_write_only(*k) && !initial->isNullValue()) || *k == Kind::Gpr : true;
  if (starts && !isa<UndefValue>(initial)) b.CreateStore(initial, local);
  g.replaceAllUsesWith(local);
  g.eraseFromParent();
}

} // namespace

void move_globals_to_main(Job& job) {
  SmallVector<GlobalVariable*, 16> globals;
  SmallVector<Constant*, 16> constants;
  for (GlobalVariable& g : job.module.globals()) {
    g.removeDeadConstantUsers();
    globals.push_back(&g);
    constants.push_back(&g);
  }
  convertUsersOfConstantsToInstructions(constants);
  Function* entry = job.module.getFunction("main");
  for (GlobalVariable* g : globals)
    if (!g->use_empty() && only_user(*g) == entry && moves(*g, job.module.getDataLayout()))
      move(*g, *entry);
}

namespace {

// A read-write register is two registers: reads return data from the hardware, writes store data
// for it. LLVM sees one, and must neither remove x = x nor forward a written value to a read.
// Another microengine writes or reads next-neighbour registers.
bool is_watched(const Value& v) {
  const std::optional<Kind> k = kind_of(&v);
  return k == Kind::SBoth || k == Kind::DBoth || k == Kind::NnIn || k == Kind::NnOut;
}

std::vector<Value*> watched(Module& m) {
  std::vector<Value*> found;
  for (GlobalVariable& g : m.globals())
    if (is_watched(g)) found.push_back(&g);
  for (Function& f : m)
    for (Instruction& i : instructions(f))
      if (isa<AllocaInst>(i) && is_watched(i)) found.push_back(&i);
  return found;
}

void make_volatile(Value& pointer) {
  for (User* user : pointer.users()) {
    if (auto* load = dyn_cast<LoadInst>(user)) load->setVolatile(true);
    auto* store = dyn_cast<StoreInst>(user);
    if (store && store->getPointerOperand() == &pointer) store->setVolatile(true);
    if (isa<GEPOperator>(user)) make_volatile(*user);
  }
}

void inline_and_simplify(Module& m) {
  const std::string inlining = "always-inline,";
  if (!watched(m).empty()) { // resolve pointers to their objects before optimisers remove
                             // accesses
    Pipeline().run(m, inlining + functions_pipeline("PROMOTE"));
    for (Value* object : watched(m))
      make_volatile(*object);
  }
  Pipeline().run(m, inlining + functions_pipeline("PROMOTE,early-cse,instsimplify,CFG"));
}

// Instructions of the function after all calls of always_inline functions in it are inlined.
uint64_t inlined_size(const Function& f, std::map<const Function*, uint64_t>& known) {
  const auto [found, is_new] = known.try_emplace(&f, f.getInstructionCount());
  uint64_t& size = found->second;
  if (!is_new) return size;
  for (const Instruction& i : instructions(f))
    if (const auto* call = dyn_cast<CallBase>(&i); call && call->hasFnAttr(Attribute::AlwaysInline))
      if (const Function* callee = call->getCalledFunction())
        size = SaturatingAdd(size, inlined_size(*callee, known));
  return size;
}

// LLVM inlines always_inline functions without a limit. False after an error.
bool inlines_little(Job& job) {
  std::map<const Function*, uint64_t> known;
  for (const Function& f : job.module)
    if (inlined_size(f, known) > kMostUnsimplified) {
      job.report.error(f, fmt::format("'{}' has more than {} instructions when all always_inline "
                                      "functions in it are inlined; remove always_inline from "
                                      "some, or call them less often",
                                      f.getName().str(), kMostUnsimplified));
      return false;
    }
  return true;
}

} // namespace

// The calls of a chain of functions multiply. False after an error.
static bool is_small(Job& job) {
  for (const Function& f : job.module)
    if (f.getInstructionCount() > kMostInstructions) {
      job.report.error(f,
                       fmt::format("'{}' has more than {} instructions, since functions that get "
                                   "pointers to registers are inlined at each call; give them "
                                   "values, or call them less often",
                                   f.getName().str(), kMostInstructions));
      return false;
    }
  return true;
}

void inline_objects(Job& job) {
  if (!inlines_little(job)) return;
  inline_and_simplify(job.module);
  while (is_small(job) && mark_functions(job.module))
    inline_and_simplify(job.module);
  if (job.report.failed()) return;
  separate_signals(job);
  move_globals_to_main(job);
}

} // namespace mecc::lower
