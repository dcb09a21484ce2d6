// Converts annotations from __declspec words, and the types SIGNAL and SIGNAL_PAIR, to metadata on
// variables:
//
//   %x = alloca [4 x i32]                                   %x = alloca [4 x i32], !mecc.object !0
//   call @llvm.var.annotation(%x, "me.sram_read_reg", ..)   call void @__me_object(ptr %x)
//                                                           !0 = !{!"s_in", !"x"}
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"
#include "mecc/lower/signals.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr StringLiteral kPrefix = "me.";

// The word of a mecc annotation, or nothing.
std::optional<StringRef> word_of(const Value* text) {
  const auto* global = dyn_cast<GlobalVariable>(text->stripPointerCasts());
  if (!global || !global->hasInitializer()) return std::nullopt;
  const auto* data = dyn_cast<ConstantDataArray>(global->getInitializer());
  if (!data || !data->isCString()) return std::nullopt;
  StringRef word = data->getAsCString();
  if (!word.consume_front(kPrefix)) return std::nullopt;
  return word;
}

// Signal kind of SIGNAL, SIGNAL_PAIR and aggregates of only these.
std::optional<Kind> kind_of_type(Type* t) {
  if (is_signal_pair_type(t)) return Kind::SignalPair;
  if (signals_in(t) == SignalContent::Only) return Kind::Signal;
  return std::nullopt;
}

void set_kind(Job& job, Value* object, Kind k) {
  const std::optional<Kind> old = kind_of(object);
  if (old && *old != k) {
    const std::string text =
        fmt::format("'{}' is declared {} and {} at once; keep one of the words", user_name(object),
                    spelling(*old).str(), spelling(k).str());
    if (auto* local = dyn_cast<AllocaInst>(object)) return job.report.error(*local, text);
    return job.report.error(*cast<GlobalVariable>(object), text);
  }
  set_object(object, k, user_name(object));
}

void annotate_local(Job& job, AllocaInst& local, StringRef word, const Instruction& at) {
  if (const std::optional<Kind> k = kind_of_annotation(word)) return set_kind(job, &local, *k);
  if (word == "visible") { // the linker pins it if another microengine uses it
    if (const auto n = job.options.numbers.find(user_name(&local)); n != job.options.numbers.end())
      set_pin(&local, n->second);
    return;
  }
  job.report.error(at,
                   fmt::format("'{}' cannot be {} as a local variable; declare it at file scope",
                               user_name(&local), word.str()));
}

void read_local_annotations(Job& job, Function& f) {
  SmallVector<IntrinsicInst*, 8> calls;
  for (Instruction& i : instructions(f))
    if (auto* call = dyn_cast<IntrinsicInst>(&i);
        call && call->getIntrinsicID() == Intrinsic::var_annotation)
      calls.push_back(call);
  for (IntrinsicInst* call : calls) {
    const std::optional<StringRef> word = word_of(call->getArgOperand(1));
    auto* local = dyn_cast<AllocaInst>(call->getArgOperand(0)->stripPointerCasts());
    if (word && local) annotate_local(job, *local, *word, *call);
    if (const auto k = local ? kind_of(local) : std::nullopt; k && is_transfer(*k))
      IRBuilder<>(call).CreateLifetimeStart(local); // Clang's annotation marks the declaration
    call->eraseFromParent();
  }
}

void mark_signals(Function& f) {
  for (Instruction& i : instructions(f))
    if (auto* local = dyn_cast<AllocaInst>(&i)) {
      Type* type = local->getAllocatedType();
      if (signals_in(type) != SignalContent::None && !is_signal_type(type))
        note_signal_names(*local);
      if (const std::optional<Kind> k = kind_of_type(type)) set_object(local, *k, user_name(local));
    }
}

// Keeps objects whole and ends no lifetimes: the hardware uses objects where LLVM sees no use.
void settle_locals(Function& f) {
  BasicBlock& entry = f.getEntryBlock();
  SmallVector<AllocaInst*, 8> objects;
  for (Instruction& i : instructions(f))
    if (auto* local = dyn_cast<AllocaInst>(&i); local && isa<ConstantInt>(local->getArraySize()))
      if (kind_of(local)) objects.push_back(local);
  for (AllocaInst* local : reverse(objects))
    local->moveBefore(entry, entry.getFirstInsertionPt());
  IRBuilder<> b(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  for (AllocaInst* local : objects)
    if (*kind_of(local) != Kind::Gpr) keep_object(b, local);
}

void annotate_global(Job& job, GlobalVariable& g, StringRef word) {
  if (const std::optional<Kind> k = kind_of_annotation(word)) return set_kind(job, &g, *k);
  add_flag(g, word);
}

void read_global_annotations(Job& job) {
  GlobalVariable* list = job.module.getGlobalVariable("llvm.global.annotations");
  if (!list) return;
  for (const Use& row : list->getInitializer()->operands()) {
    const auto* fields = cast<ConstantStruct>(row);
    auto* global = dyn_cast<GlobalVariable>(fields->getOperand(0)->stripPointerCasts());
    const std::optional<StringRef> word = word_of(fields->getOperand(1));
    if (global && word) annotate_global(job, *global, *word);
  }
  list->eraseFromParent();
}

void settle_global(Job& job, GlobalVariable& g) {
  if (g.getAddressSpace() != 0) return;
  Type* type = g.getValueType();
  if (signals_in(type) != SignalContent::None && !is_signal_type(type)) note_signal_names(g);
  if (const std::optional<Kind> k = kind_of_type(type)) set_object(&g, *k, user_name(&g));
  const std::optional<Kind> k = kind_of(&g);
  if (k == Kind::Gpr && has_flag(g, "shared")) set_object(&g, Kind::SharedGpr, user_name(&g));
  if (k && (has_flag(g, "visible")))
    if (const auto n = job.options.numbers.find(g.getName().str()); n != job.options.numbers.end())
      set_pin(&g, n->second);
}

} // namespace

void read_annotations(Job& job) {
  describe_primitives(job.module);
  read_global_annotations(job);
  bind_remotes(job);
  for (GlobalVariable& g : job.module.globals())
    settle_global(job, g);
  for (Function& f : job.module) {
    if (f.isDeclaration()) continue;
    mark_signals(f);
    read_local_annotations(job, f);
    settle_locals(f);
  }
}

} // namespace mecc::lower
