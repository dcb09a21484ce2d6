// The whole program of a microengine is known: everything but main becomes private to it, so that
// LLVM may change it. Variables that others change too, or may look at, stay public until they are
// placed: shared ones, exports, and what the user put into a memory outside the microengine.
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
  if (f.hasFnAttribute(Attribute::OptimizeNone)) { // Clang's -O0; our own levels decide
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

// Others change it whenever this context swaps out: what the program reads is read, what it writes
// is written, and neither leaves a loop. Accesses of memory outside may still become one burst.
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
  if (has_flag(g, "import")) { // also when the user left out 'extern'
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
