#include "mecc/lower/objects.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr char kObject[] = "mecc.object";
constexpr char kFlags[] = "mecc.flags";

struct Row {
  Kind kind;
  const char* spelling;
  const char* annotation; // null: no annotation of its own
};
constexpr Row kRows[] = {
    {Kind::SIn, "s_in", "sram_read_reg"},
    {Kind::SOut, "s_out", "sram_write_reg"},
    {Kind::SBoth, "s_both", "sram_read_write_reg"},
    {Kind::DIn, "d_in", "dram_read_reg"},
    {Kind::DOut, "d_out", "dram_write_reg"},
    {Kind::DBoth, "d_both", "dram_read_write_reg"},
    {Kind::Signal, "signal", nullptr},
    {Kind::SignalPair, "signal_pair", nullptr},
    {Kind::NnIn, "nn_in", "nn_local_reg"},
    {Kind::NnOut, "nn_out", "nn_remote_reg"},
    {Kind::Gpr, "gpr", "gp_reg"},
    {Kind::Lm, "lm", "local_mem"},
    {Kind::SharedGpr, "shared_gpr", nullptr},
    {Kind::StaticGpr, "static_gpr", nullptr},
};

MDNode* node_of(const Value* object, StringRef name) {
  if (const auto* local = dyn_cast<AllocaInst>(object)) return local->getMetadata(name);
  if (const auto* global = dyn_cast<GlobalVariable>(object)) return global->getMetadata(name);
  return nullptr;
}

void set_node(Value* object, StringRef name, MDNode* node) {
  if (auto* local = dyn_cast<AllocaInst>(object))
    local->setMetadata(name, node);
  else
    cast<GlobalVariable>(object)->setMetadata(name, node);
}

StringRef string_at(const MDNode& node, unsigned n) {
  return n < node.getNumOperands() ? cast<MDString>(node.getOperand(n))->getString() : StringRef();
}

} // namespace

StringRef spelling(Kind k) {
  for (const Row& r : kRows)
    if (r.kind == k) return r.spelling;
  llvm_unreachable("kind without spelling");
}

std::optional<Kind> kind_of_annotation(StringRef word) {
  for (const Row& r : kRows)
    if (r.annotation && word == r.annotation) return r.kind;
  return std::nullopt;
}

std::optional<Kind> kind_of(const Value* object) {
  const MDNode* node = node_of(object, kObject);
  if (!node) return std::nullopt;
  for (const Row& r : kRows)
    if (string_at(*node, 0) == r.spelling) return r.kind;
  return std::nullopt;
}

std::string user_name(const Value* object) {
  if (const MDNode* node = node_of(object, kObject)) return string_at(*node, 1).str();
  if (const auto* local = dyn_cast<AllocaInst>(object)) {
    auto* mutable_local = const_cast<AllocaInst*>(local);
    for (DbgVariableRecord* record : findDVRDeclares(mutable_local))
      return record->getVariable()->getName().str();
    for (DbgDeclareInst* declare : findDbgDeclares(mutable_local))
      return declare->getVariable()->getName().str();
  }
  return object->hasName() ? object->getName().str() : "(unnamed)";
}

void set_object(Value* object, Kind k, StringRef name) {
  LLVMContext& c = object->getContext();
  set_node(object, kObject,
           MDNode::get(c, {MDString::get(c, spelling(k)), MDString::get(c, name)}));
}

void set_pin(Value* object, unsigned number) {
  LLVMContext& c = object->getContext();
  const MDNode* old = node_of(object, kObject);
  Constant* n = ConstantInt::get(Type::getInt32Ty(c), number);
  set_node(object, kObject,
           MDNode::get(c, {old->getOperand(0), old->getOperand(1), MDString::get(c, "pin"),
                           ConstantAsMetadata::get(n)}));
}

bool is_transfer(Kind k) {
  return k <= Kind::DBoth;
}
bool is_signal(Kind k) {
  return k == Kind::Signal || k == Kind::SignalPair;
}
bool is_write_only(Kind k) {
  return k == Kind::SOut || k == Kind::DOut || k == Kind::NnOut;
}
bool is_register(Kind k) {
  return k != Kind::Lm;
}

Value* object_of(Value* pointer) {
  if (!pointer->getType()->isPointerTy()) return nullptr;
  while (true) {
    if (auto* gep = dyn_cast<GEPOperator>(pointer))
      pointer = gep->getPointerOperand();
    else if (Operator::getOpcode(pointer) == Instruction::AddrSpaceCast)
      pointer = cast<Operator>(pointer)->getOperand(0);
    else
      break;
  }
  return isa<AllocaInst, GlobalVariable>(pointer) ? pointer : nullptr;
}

Value* register_object_of(Value* pointer) {
  Value* object = object_of(pointer);
  if (!object) return nullptr;
  const std::optional<Kind> kind = kind_of(object);
  return kind && is_register(*kind) ? object : nullptr;
}

static bool leads_to(Value* pointer, SmallPtrSetImpl<Value*>& seen) {
  if (!pointer->getType()->isPointerTy() || !seen.insert(pointer).second) return false;
  if (register_object_of(pointer)) return true;
  if (auto* gep = dyn_cast<GEPOperator>(pointer)) return leads_to(gep->getPointerOperand(), seen);
  if (auto* select = dyn_cast<SelectInst>(pointer))
    return leads_to(select->getTrueValue(), seen) || leads_to(select->getFalseValue(), seen);
  if (auto* phi = dyn_cast<PHINode>(pointer))
    return any_of(phi->incoming_values(), [&](Value* v) { return leads_to(v, seen); });
  return false;
}

bool leads_to_register_object(Value* pointer) {
  SmallPtrSet<Value*, 8> seen;
  return leads_to(pointer, seen);
}

void add_flag(GlobalVariable& g, StringRef flag) {
  LLVMContext& c = g.getContext();
  SmallVector<Metadata*, 4> words;
  if (const MDNode* old = g.getMetadata(kFlags)) words.append(old->op_begin(), old->op_end());
  words.push_back(MDString::get(c, flag));
  g.setMetadata(kFlags, MDNode::get(c, words));
}

bool has_flag(const GlobalVariable& g, StringRef flag) {
  const MDNode* node = g.getMetadata(kFlags);
  return node && any_of(node->operands(), [&](const MDOperand& word) {
           return cast<MDString>(word)->getString() == flag;
         });
}

} // namespace mecc::lower
