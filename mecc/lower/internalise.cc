// The whole program of a microengine is known: everything but main becomes private to it, so that
// LLVM may change it. Variables that others change too, or may look at, stay public until they are
// placed: shared ones, exports, and what the user put into a memory outside the microengine.
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

bool others_touch(const GlobalVariable& g) {
  return has_flag(g, "shared") || has_flag(g, "export") ||
         (g.getAddressSpace() != 0 && !g.isConstant());
}

// Other contexts of this microengine change it whenever this one swaps out.
void make_accesses_volatile(Value& pointer) {
  for (User* user : pointer.users()) {
    if (auto* load = dyn_cast<LoadInst>(user))
      load->setVolatile(true);
    else if (auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getPointerOperand() == &pointer) store->setVolatile(true);
    } else if (isa<GEPOperator>(user))
      make_accesses_volatile(*user);
  }
}

void settle_variable(GlobalVariable& g) {
  g.setComdat(nullptr);
  g.setVisibility(GlobalValue::DefaultVisibility);
  if (has_flag(g, "import")) { // also when the user left out 'extern'
    g.setInitializer(nullptr);
    g.setLinkage(GlobalValue::ExternalLinkage);
  }
  if (g.isDeclaration()) return;
  g.setLinkage(others_touch(g) ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
  if (g.getAddressSpace() == 0 && has_flag(g, "shared")) make_accesses_volatile(g);
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
