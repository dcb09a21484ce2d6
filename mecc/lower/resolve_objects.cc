// After optimisation every pointer to a register object is the object plus an offset. Pointers that
// advance through an object become the object plus an advancing integer:
//
//   %p = phi ptr [ %x, .. ], [ %next, .. ]       %o = phi i32 [ 0, .. ], [ %o.next, .. ]
//   %next = getelementptr i8, ptr %p, 4          %p = getelementptr i8, ptr %x, i32 %o
//
// Pointers that cannot be resolved are reported with their object.
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/offsets.h"
#include "mecc/lower/pipeline.h"
#include "mecc/lower/primitives.h"
#include "mecc/lower/signals.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// The variable with this constant in its initialiser, or null.
const GlobalVariable* initialised_with(const User* user) {
  if (const auto* g = dyn_cast<GlobalVariable>(user)) return g;
  if (isa<Constant>(user))
    for (const User* next : user->users())
      if (const GlobalVariable* g = initialised_with(next)) return g;
  return nullptr;
}

class Checker {
public:
  Checker(Job& job, Value* object) : job_(job), object_(object), kind_(*kind_of(object)) {}

  void run() { check_uses(object_, /*constant=*/true); }

private:
  void unresolved(const User* user, const char* why) {
    const auto* at = dyn_cast<Instruction>(user);
    const std::string text =
        fmt::format("pointer to register object '{}' does not resolve at compile time: {}; use the "
                    "object by name, or put it into memory",
                    user_name(object_), why);
    const auto* variable = initialised_with(user);
    at         ? job_.report.error(*at, text)
    : variable ? job_.report.error(*variable, text)
               : job_.report.error(text);
  }

  void check_uses(Value* pointer, bool constant) {
    for (User* user : pointer->users())
      check_use(pointer, user, constant);
  }

  void check_use(Value* pointer, User* user, bool constant) {
    if (auto* gep = dyn_cast<GEPOperator>(user))
      return check_uses(gep, constant && gep->hasAllConstantIndices());
    if (isa<LoadInst>(user)) return check_access(*cast<Instruction>(user), constant);
    if (auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getPointerOperand() == pointer) return check_access(*store, constant);
      return unresolved(user, "it is stored in memory");
    }
    if (auto* call = dyn_cast<CallBase>(user)) return check_call(*call, constant);
    if (isa<PHINode, SelectInst>(user))
      return unresolved(user, "it depends on the path taken which object it means");
    unresolved(user, initialised_with(user) ? "it is the initial value of a variable in memory"
                     : isa<ICmpInst>(user)  ? "it is compared"
                                            : "it is used as a number");
  }

  void check_access(const Instruction& i, bool constant) {
    if (is_signal(kind_))
      return job_.report.error(i, fmt::format("signal '{}' is used as a variable, but signals only "
                                              "have addresses; use signal_test() or a wait",
                                              user_name(object_)));
    if (!constant && (kind_ == Kind::Gpr || kind_ == Kind::SharedGpr))
      job_.report.error(i,
                        fmt::format("'{}' is indexed by a variable, but general-purpose registers "
                                    "have no index; use constants (unroll the loop), or put the "
                                    "array into local memory with __declspec(local_mem)",
                                    user_name(object_)));
  }

  void check_call(const CallBase& call, bool constant) {
    if (call.isInlineAsm()) return;
    if (primitive_of(call).empty()) return unresolved(&call, "it is passed to a function");
    if (constant) return;
    if (!is_signal(kind_)) return unresolved(&call, "the instruction needs a constant index");
    job_.report.error(call,
                      fmt::format("'{0}' is indexed by a variable, but the number of a signal is "
                                  "part of the instruction; use constants, a loop whose count is "
                                  "constant, or a switch: case 0: ... &{0}[0] ...",
                                  user_name(object_)));
  }

  Job& job_;
  Value* object_;
  Kind kind_;
};

std::vector<Value*> register_objects(Module& m) {
  std::vector<Value*> objects;
  for (GlobalVariable& g : m.globals())
    if (register_object_of(&g)) objects.push_back(&g);
  for (Function& f : m)
    for (Instruction& i : instructions(f))
      if (isa<AllocaInst>(i) && register_object_of(&i)) objects.push_back(&i);
  return objects;
}

// Releases register objects; local memory stays marked until the last scalar replacement.
void release_registers(Module& m) {
  Function* keep = m.getFunction(kKeep);
  if (!keep) return;
  for (User* user : make_early_inc_range(keep->users()))
    if (register_object_of(cast<CallInst>(user)->getArgOperand(0)))
      cast<Instruction>(user)->eraseFromParent();
}

// Converts general-purpose objects to scalars, now that they are released.
void promote_registers(Job& job) {
  const bool any =
      any_of(register_objects(job.module), [](Value* v) { return kind_of(v) == Kind::Gpr; });
  if (any) Pipeline().run(job.module, functions_pipeline("PROMOTE,instsimplify,adce"));
}

} // namespace

void resolve_objects(Job& job) {
  release_registers(job.module);
  unroll_objects(job);
  if (job.report.failed()) return;
  promote_registers(job);
  for (Function& f : job.module) {
    replace_walking_pointers(f);
    replace_chosen_loads(f);
    index_commands(f);
  }
  split_signals(job);
  for (Value* object : register_objects(job.module)) {
    Checker(job, object).run();
    auto* local = dyn_cast<AllocaInst>(object);
    if (local && kind_of(local) == Kind::Gpr && !local->use_empty() && !job.report.failed())
      job.report.error(*local, fmt::format("'{}' cannot be kept in general-purpose registers; use "
                                           "constant indices and do not take its address",
                                           user_name(local)));
  }
}

} // namespace mecc::lower
