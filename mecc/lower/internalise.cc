// The whole program of a microengine is known: everything but main becomes private, so that LLVM
// may change it. Variables that other programs or debuggers access stay public until they get
// addresses: shared ones, exports, and those explicitly put into a memory outside the microengine.
#include "mecc/lower/access.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/runtime.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

void settle_function(Function& f) {
  if (f.hasFnAttribute(Attribute::OptimizeNone)) { // from Clang's -O0; mecc's own levels apply
    f.removeFnAttr(Attribute::OptimizeNone);
    f.removeFnAttr(Attribute::NoInline);
  }
  f.setComdat(nullptr);
  f.setDSOLocal(true);
  f.setVisibility(GlobalValue::DefaultVisibility);
  const bool stays = f.getName() == "main" || is_division_function(f.getName());
  f.setLinkage(stays ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
  f.setDoesNotRecurse(); // check_rules() proved it
}

bool is_shared(const GlobalVariable& g) {
  return has_flag(g, "shared") || has_flag(g, "export") || has_flag(g, "import");
}

bool others_touch(const GlobalVariable& g) {
  return is_shared(g) || (g.getAddressSpace() != 0 && !g.isConstant());
}

// Makes accesses volatile: other contexts change the variable while this one is swapped out. All
// its reads and writes are kept, and none is moved out of a loop. Accesses to memory outside may
// still be combined into a burst.
void make_accesses_volatile(Value& pointer) {
  for (User* user : pointer.users()) {
    if (auto* load = dyn_cast<LoadInst>(user); load && !load->isVolatile()) {
      load->setVolatile(true);
      mark_combinable(*load);
    } else if (auto* store = dyn_cast<StoreInst>(user);
               store && store->getPointerOperand() == &pointer && !store->isVolatile()) {
      store->setVolatile(true);
      mark_combinable(*store);
    } else if (isa<GEPOperator>(user)) {
      make_accesses_volatile(*user);
    }
  }
}

void settle_variable(GlobalVariable& g) {
  g.setComdat(nullptr);
  g.setVisibility(GlobalValue::DefaultVisibility);
  if (has_flag(g, "import")) { // also without 'extern'
    g.setInitializer(nullptr);
    g.setLinkage(GlobalValue::ExternalLinkage);
  }
  if (!g.isConstant() && is_shared(g)) make_accesses_volatile(g);
  if (g.isDeclaration()) return;
  g.setLinkage(others_touch(g) ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
}

} // namespace

void internalise(Job& job) {
  for (const char* list : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable* g = job.module.getGlobalVariable(list)) g->eraseFromParent();
  for (Function& f : job.module)
    if (!f.isDeclaration()) settle_function(f);
  for (GlobalVariable& g : job.module.globals())
    settle_variable(g);
}

} // namespace mecc::lower
