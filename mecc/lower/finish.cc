// Final changes: widens arguments and results to longwords, removes unused code, and sorts callees
// before callers. Code generation needs that order: at a call it must know the registers that the
// callee changes.
#include "mecc/lower/extra_argument.h"
#include "mecc/lower/job.h"
#include "mecc/lower/pipeline.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

Type* widened(Type* t) {
  if (!t->isIntegerTy()) return t;
  const unsigned bits = t->getIntegerBitWidth();
  return bits < 32                ? Type::getInt32Ty(t->getContext())
         : bits > 32 && bits < 64 ? Type::getInt64Ty(t->getContext())
                                  : t;
}

FunctionType* widened(FunctionType* t) {
  SmallVector<Type*, 8> parameters;
  for (Type* p : t->params())
    parameters.push_back(widened(p));
  return FunctionType::get(widened(t->getReturnType()), parameters, t->isVarArg());
}

void widen_calls(Function& old, Function& wide) {
  for (User* user : make_early_inc_range(old.users())) {
    auto* call = cast<CallInst>(user);
    IRBuilder<> b(call);
    SmallVector<Value*, 8> arguments;
    for (unsigned n = 0; n < call->arg_size(); ++n)
      arguments.push_back(
          b.CreateZExt(call->getArgOperand(n), wide.getFunctionType()->getParamType(n)));
    CallInst* replacement = b.CreateCall(&wide, arguments);
    replacement->setDebugLoc(call->getDebugLoc());
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(b.CreateTrunc(replacement, call->getType()));
    call->eraseFromParent();
  }
}

void widen_results(Function& f) {
  for (BasicBlock& block : f)
    if (auto* ret = dyn_cast<ReturnInst>(block.getTerminator()); ret && ret->getReturnValue()) {
      IRBuilder<> b(ret);
      ret->setOperand(0, b.CreateZExt(ret->getReturnValue(), f.getReturnType()));
    }
}

// Bits above those of the C type are zero; code that needs a sign extends it.
void widen_signature(Function& old) {
  FunctionType* type = widened(old.getFunctionType());
  if (type == old.getFunctionType()) return;
  Function* wide =
      Function::Create(type, old.getLinkage(), old.getAddressSpace(), "", old.getParent());
  wide->takeName(&old);
  wide->copyMetadata(&old, 0);
  old.clearMetadata();
  for (const Attribute& a : old.getAttributes().getFnAttrs())
    wide->addFnAttr(a);
  wide->splice(wide->begin(), &old);
  IRBuilder<> b(&wide->getEntryBlock(), before_debug_records(wide->getEntryBlock()));
  for (Argument& a : old.args()) {
    Argument* argument = wide->getArg(a.getArgNo());
    argument->takeName(&a);
    a.replaceAllUsesWith(b.CreateTrunc(argument, a.getType()));
  }
  widen_results(*wide);
  widen_calls(old, *wide);
  old.eraseFromParent();
}

// Drops LLVM's conclusions about memory and aliases, and calling conventions: they are no longer
// needed, and wrong for accesses that became commands.
void drop_attributes(Function& f) {
  AttrBuilder kept(f.getContext());
  for (const Attribute::AttrKind a :
       {Attribute::NoUnwind, Attribute::NoInline, Attribute::OptimizeForSize, Attribute::Cold})
    if (f.hasFnAttribute(a)) kept.addAttribute(a);
  f.setAttributes(AttributeList::get(f.getContext(), AttributeList::FunctionIndex, kept));
  f.setCallingConv(CallingConv::C);
  for (Instruction& i : instructions(f))
    if (auto* call = dyn_cast<CallBase>(&i); call && !call->isInlineAsm()) {
      call->setAttributes(AttributeList());
      call->setCallingConv(CallingConv::C);
    }
}

// All pointers are 32-bit numbers.
void drop_address_spaces(Function& f) {
  for (Instruction& i : make_early_inc_range(instructions(f)))
    if (auto* cast = dyn_cast<AddrSpaceCastInst>(&i)) {
      IRBuilder<> b(cast);
      Value* number = b.CreatePtrToInt(cast->getPointerOperand(), b.getInt32Ty());
      cast->replaceAllUsesWith(b.CreateIntToPtr(number, cast->getType()));
      cast->eraseFromParent();
    }
}

// Splits phis of structures. Inline assembly returns its results as a structure, and jump threading
// can merge several of these in one phi. Code generation handles only single fields.
class AggregatePhis {
public:
  explicit AggregatePhis(Function& f) {
    for (Instruction& i : instructions(f))
      if (auto* phi = dyn_cast<PHINode>(&i); phi && phi->getType()->isStructTy()) fields_[phi] = {};
  }

  void split() {
    for (auto& [phi, fields] : fields_)
      for (Type* type : cast<StructType>(phi->getType())->elements())
        fields.push_back(IRBuilder<>(phi).CreatePHI(type, phi->getNumIncomingValues()));
    for (auto& [phi, fields] : fields_)
      fill(*phi, fields);
    for (auto& [phi, fields] : fields_)
      for (User* user : make_early_inc_range(phi->users()))
        if (auto* extract = dyn_cast<ExtractValueInst>(user)) {
          extract->replaceAllUsesWith(fields[extract->getIndices()[0]]);
          extract->eraseFromParent();
        }
    for (auto& [phi, fields] : fields_)
      phi->replaceAllUsesWith(PoisonValue::get(phi->getType())); // used by other phis of this kind
    for (auto& [phi, fields] : fields_)
      phi->eraseFromParent();
  }

private:
  void fill(PHINode& phi, const SmallVector<PHINode*, 4>& fields) {
    DenseMap<BasicBlock*, SmallVector<Value*, 4>>
        by_block; // repeated edges from one block have equal values
    for (unsigned n = 0; n < phi.getNumIncomingValues(); ++n) {
      BasicBlock* block = phi.getIncomingBlock(n);
      auto& values = by_block[block];
      for (unsigned k = values.size(); k < fields.size(); ++k)
        values.push_back(field(phi.getIncomingValue(n), k, *block));
      for (unsigned k = 0; k < fields.size(); ++k)
        fields[k]->addIncoming(values[k], block);
    }
  }
  Value* field(Value* aggregate, unsigned k, BasicBlock& block) {
    if (auto* phi = dyn_cast<PHINode>(aggregate)) return fields_[phi][k];
    return IRBuilder<>(block.getTerminator()).CreateExtractValue(aggregate, k);
  }

  MapVector<PHINode*, SmallVector<PHINode*, 4>> fields_;
};

void order_functions(Module& m) {
  CallGraph graph(m);
  std::vector<Function*> order; // callees first
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc)
    for (CallGraphNode* node : *scc)
      if (Function* f = node->getFunction(); f && !f->isDeclaration()) order.push_back(f);
  for (Function* f : order) {
    f->removeFromParent();
    m.getFunctionList().push_back(f);
  }
}

} // namespace

void finish(Job& job) {
  tidy(job);
  Pipeline().run(job.module, functions_pipeline("adce") + ",globaldce,strip-dead-prototypes");
  SmallVector<Function*, 16> functions;
  for (Function& f : job.module)
    if (!f.isDeclaration()) functions.push_back(&f);
  for (Function* f : functions) {
    drop_attributes(*f);
    drop_address_spaces(*f);
    AggregatePhis(*f).split();
    if (f->getName() != "main") widen_signature(*f);
  }
  order_functions(job.module);
}

} // namespace mecc::lower
