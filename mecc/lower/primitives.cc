#include "mecc/lower/primitives.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Support/ModRef.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr StringLiteral kPrefix = "__me_";

// True if the result depends only on the arguments and the executing context.
bool is_pure(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("ctx", "me", "ffs", "pop_count", "dbl_shr", true)
      .Cases("signal_number", "xfer_number", "signal_mask", "is_ct_const", "object_kind", true)
      .Case("local_address", true)
      .Default(false);
}

// True if it affects only state that no pointer can address.
bool keeps_memory(StringRef name) {
  return name.starts_with("cam_") || name.starts_with("csr_") || name.starts_with("nn_") ||
         StringSwitch<bool>(name)
             .Cases("crc", "inp_state", "cap_fast_wr", "object", "ct_assert", "critical_path", true)
             .Default(false);
}

void describe(Function& f, StringRef name) {
  f.setDoesNotThrow();
  f.addFnAttr(Attribute::NoCallback);
  f.addFnAttr(Attribute::NoFree);
  f.setDoesNotRecurse();
  if (name == "ctx_kill") return f.setDoesNotReturn();
  f.addFnAttr(Attribute::WillReturn);
  if (is_pure(name)) return f.setMemoryEffects(MemoryEffects::none());
  // Two commands must not be merged into one with a select of register objects.
  f.addFnAttr(Attribute::NoMerge);
  if (name == "object_begin") f.setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Mod));
  if (keeps_memory(name)) f.setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

} // namespace

StringRef primitive_of(const Instruction& i) {
  const auto* call = dyn_cast<CallBase>(&i);
  const Function* f = call ? call->getCalledFunction() : nullptr;
  if (!f || !f->isDeclaration()) return {};
  StringRef name = f->getName();
  return name.consume_front(kPrefix) ? name : StringRef();
}

std::optional<CommandArguments> command_arguments(StringRef primitive) {
  if (primitive.starts_with("cmd_")) return CommandArguments{0, 3, 4, 5};
  if (primitive.starts_with("cmdi_")) return CommandArguments{0, 3, 5, 6};
  if (primitive == "cap_read" || primitive == "cap_write") return CommandArguments{0, 2, 3, 4};
  return std::nullopt;
}

const mev2::OpcodeInfo* command_of(StringRef primitive) {
  StringRef record = StringSwitch<StringRef>(primitive)
                         .Case("cap_read", "CAP_READ_IMM")
                         .Case("cap_write", "CAP_WRITE_IMM")
                         .Default(primitive);
  if (record == primitive && !record.consume_front("cmd_") && !record.consume_front("cmdi_"))
    return nullptr;
  const auto op = mev2::opcode_named(record);
  return op ? &mev2::info(*op) : nullptr;
}

void describe_primitives(Module& m) {
  for (Function& f : m) {
    StringRef name = f.getName();
    if (!f.isDeclaration() || !name.consume_front(kPrefix)) continue;
    describe(f, name);
    for (User* user : f.users()) // equal calls must have equal attributes
      if (auto* call = dyn_cast<CallBase>(user)) call->setAttributes({});
  }
}

void keep_object(IRBuilder<>& b, Value* object) {
  Module& m = *b.GetInsertBlock()->getModule();
  FunctionCallee keep = m.getOrInsertFunction(kKeep, b.getVoidTy(), b.getPtrTy());
  describe(*cast<Function>(keep.getCallee()), "object");
  b.CreateCall(keep, {object});
}

void begin_object(IRBuilder<>& b, Value* object) {
  FunctionCallee begin = b.GetInsertBlock()->getModule()->getOrInsertFunction(
      "__me_object_begin", b.getVoidTy(), b.getPtrTy());
  describe(*cast<Function>(begin.getCallee()), "object_begin");
  b.CreateCall(begin, {object});
}

void keep_value(IRBuilder<>& b, Value* value) {
  InlineAsm* text = InlineAsm::get(FunctionType::get(b.getVoidTy(), {value->getType()}, false), "",
                                   "r", /*hasSideEffects=*/true);
  CallInst* call = b.CreateCall(text, {value});
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  call->addFnAttr(Attribute::NoUnwind);
  call->addFnAttr(Attribute::WillReturn);
}

bool keeps_value(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return text && text->getAsmString().empty() && call->arg_size() == 1 &&
         call->onlyAccessesInaccessibleMemory();
}

void release_objects(Module& m) {
  Function* keep = m.getFunction(kKeep);
  if (!keep) return;
  for (User* user : make_early_inc_range(keep->users()))
    cast<Instruction>(user)->eraseFromParent();
  keep->eraseFromParent();
}

FunctionCallee declare_command(Module& m, StringRef opcode, bool indirect) {
  LLVMContext& c = m.getContext();
  Type* word = Type::getInt32Ty(c);
  Type* pointer = PointerType::get(c, 0);
  SmallVector<Type*, 7> types{pointer, word, word, word};
  if (indirect) types.push_back(word);
  types.append({word, pointer});
  const std::string name = (indirect ? "__me_cmdi_" : "__me_cmd_") + opcode.str();
  FunctionCallee f =
      m.getOrInsertFunction(name, FunctionType::get(Type::getVoidTy(c), types, false));
  describe(*cast<Function>(f.getCallee()), StringRef(name).drop_front(kPrefix.size()));
  return f;
}

FunctionCallee declare_wait_all(Module& m) {
  LLVMContext& c = m.getContext();
  FunctionCallee f = m.getOrInsertFunction(
      "__me_wait_all",
      FunctionType::get(Type::getVoidTy(c), {PointerType::get(c, 0)}, /*isVarArg=*/true));
  describe(*cast<Function>(f.getCallee()), "wait_all");
  return f;
}

FunctionCallee declare_local_address(Module& m) {
  LLVMContext& c = m.getContext();
  FunctionCallee f =
      m.getOrInsertFunction("__me_local_address", PointerType::get(c, 0), Type::getInt32Ty(c));
  describe(*cast<Function>(f.getCallee()), "local_address");
  return f;
}

FunctionCallee declare_ctx(Module& m) {
  FunctionCallee f = m.getOrInsertFunction("__me_ctx", Type::getInt32Ty(m.getContext()));
  describe(*cast<Function>(f.getCallee()), "ctx");
  return f;
}

} // namespace mecc::lower
