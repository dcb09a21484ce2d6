// Reads a program's interface to others from IR.
#include "mecc/driver/c_program.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <set>

using namespace llvm;

namespace mecc {
namespace {

using Words = std::set<std::string>;

// "me.export" -> "export"; "" if the annotation is not one of ours.
std::string word_of(const Value* text) {
  const auto* global = dyn_cast<GlobalVariable>(text->stripPointerCasts());
  const auto* data = global && global->hasInitializer()
                         ? dyn_cast<ConstantDataArray>(global->getInitializer())
                         : nullptr;
  if (!data || !data->isCString()) return "";
  StringRef word = data->getAsCString();
  return word.consume_front("me.") ? word.str() : "";
}

MapVector<const GlobalVariable*, Words> global_words(const Module& module) {
  MapVector<const GlobalVariable*, Words> words;
  const GlobalVariable* list = module.getGlobalVariable("llvm.global.annotations");
  if (!list) return words;
  for (const Use& row : list->getInitializer()->operands()) {
    const auto* fields = cast<ConstantStruct>(row);
    if (const auto* g = dyn_cast<GlobalVariable>(fields->getOperand(0)->stripPointerCasts()))
      words[g].insert(word_of(fields->getOperand(1)));
  }
  return words;
}

MapVector<const AllocaInst*, Words> local_words(const Function& f) {
  MapVector<const AllocaInst*, Words> words;
  for (const Instruction& i : instructions(f)) {
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    if (!call || call->getIntrinsicID() != Intrinsic::var_annotation) continue;
    if (const auto* local = dyn_cast<AllocaInst>(call->getArgOperand(0)->stripPointerCasts()))
      words[local].insert(word_of(call->getArgOperand(1)));
  }
  return words;
}

ixp::SourceLocation place_of(const GlobalVariable& g) {
  SmallVector<DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  if (infos.empty()) return {};
  const DIGlobalVariable* v = infos.front()->getVariable();
  return {v->getFilename().str(), v->getLine(), 0};
}

// Signals by type, registers by word; "" if the object has no number.
std::string kind_of(Type* type, const Words& words) {
  while (type->isArrayTy())
    type = type->getArrayElementType();
  if (const auto* s = dyn_cast<StructType>(type); s && s->hasName()) {
    if (s->getName().starts_with("struct.__me_signal_pair")) return "signal_pair";
    if (s->getName().starts_with("struct.__me_signal")) return "signal";
  }
  for (const std::string& w : words)
    if (w.ends_with("_reg") && w != "gp_reg" && !w.starts_with("nn_")) return w;
  return "";
}

void add_number(Interface& out, const std::string& name, Type* type, const Words& words,
                const DataLayout& layout, const ixp::SourceLocation& where) {
  const std::string kind = kind_of(type, words);
  if (kind.empty() || !words.contains("visible")) return;
  const bool even = kind == "signal_pair" || kind.starts_with("dram_");
  out.visible.push_back({name, kind == "signal_pair" ? "signal" : kind,
                         static_cast<unsigned>((layout.getTypeAllocSize(type) + 3) / 4),
                         even ? 2u : 1u, where});
}

} // namespace

Interface interface_of(const Module& module) {
  Interface out;
  const DataLayout& layout = module.getDataLayout();
  for (const auto& [g, words] : global_words(module)) {
    if (g->isDeclaration()) continue;
    if (words.contains("export") && g->getAddressSpace() != 0)
      out.exports.push_back(
          {g->getName().str(), static_cast<lower::Region>(g->getAddressSpace()),
           static_cast<uint32_t>(layout.getTypeAllocSize(g->getValueType())),
           static_cast<uint32_t>(std::max<uint64_t>(g->getAlign().valueOrOne().value(),
                                                    g->getAddressSpace() == 2 ? 8 : 4)),
           place_of(*g)});
    add_number(out, g->getName().str(), g->getValueType(), words, layout, place_of(*g));
  }
  for (const Function& f : module)
    for (const auto& [local, words] : local_words(f))
      add_number(out, local->getName().str(), local->getAllocatedType(), words, layout, {});
  std::ranges::sort(out.exports, {}, &Interface::Symbol::name);
  std::ranges::sort(out.visible, {}, &Interface::Number::name);
  return out;
}

} // namespace mecc
