// Signals in arrays and structures:
//
//   struct port { SIGNAL done; unsigned n; } p[2];
//
//   separate_signals():   %p keeps n;  %p.signals = alloca [2 x %struct.port], !{"signal", "p"}
//   split_signals():      %a = alloca %struct.__me_signal, !{"signal", "p[0].done"}
//                         %b = alloca %struct.__me_signal, !{"signal", "p[1].done"}
//
// split_signals() runs after loops are unrolled and functions inlined, so that every pointer leads
// to a known member.
#include "mecc/lower/signals.h"

#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

constexpr char kNames[] = "mecc.signals"; // names of members, in order of offsets

// "__me_signal" for %struct.__me_signal.3.
StringRef type_name(const Type* t) {
  const auto* s = dyn_cast<StructType>(t);
  if (!s || !s->hasName()) return {};
  return s->getName().split('.').second.split('.').first;
}

// A SIGNAL or SIGNAL_PAIR inside of a type.
struct Member {
  uint64_t offset;
  Type* type;
};

class Members {
public:
  Members(Type* type, const DataLayout& layout) : layout_(layout) { add(type, 0); }
  std::vector<Member> all;

private:
  void add(Type* t, uint64_t offset) {
    if (is_signal_type(t) || is_signal_pair_type(t)) {
      all.push_back({offset, t});
    } else if (auto* array = dyn_cast<ArrayType>(t)) {
      const uint64_t step = layout_.getTypeAllocSize(array->getElementType());
      if (signals_in(array->getElementType()) == SignalContent::None) return;
      for (uint64_t n = 0; n < array->getNumElements(); ++n)
        add(array->getElementType(), offset + n * step);
    } else if (auto* s = dyn_cast<StructType>(t); s && !s->isOpaque()) {
      for (unsigned n = 0; n < s->getNumElements(); ++n)
        add(s->getElementType(n), offset + layout_.getStructLayout(s)->getElementOffset(n));
    }
  }

  const DataLayout& layout_;
};

// ---- names -------------------------------------------------------------------------------------

const DIType* without_qualifiers(const DIType* t) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(t))
    t = derived->getBaseType();
  return t;
}

// "[1].done" for the member at a bit offset of a type; empty if debug information is incomplete.
std::string path_to(const DIType* type, uint64_t bit);

std::string path_in_array(const DICompositeType& array, uint64_t bit) {
  const DIType* element = without_qualifiers(array.getBaseType());
  if (!element || !element->getSizeInBits()) return {};
  uint64_t n = bit / element->getSizeInBits();
  std::string path;
  const DINodeArray ranges = array.getElements();
  for (unsigned r = ranges.size(); r-- > 0;) { // the last index varies fastest
    const auto* range = dyn_cast<DISubrange>(ranges[r]);
    const auto* count = range ? dyn_cast<ConstantInt*>(range->getCount()) : nullptr;
    if (!count || count->isZero()) return {};
    path = fmt::format("[{}]{}", n % count->getZExtValue(), path);
    n /= count->getZExtValue();
  }
  return path + path_to(element, bit % element->getSizeInBits());
}

std::string path_to(const DIType* type, uint64_t bit) {
  const auto* composite = dyn_cast_or_null<DICompositeType>(without_qualifiers(type));
  if (!composite || composite->getName().starts_with("__me_signal")) return {};
  if (composite->getTag() == dwarf::DW_TAG_array_type) return path_in_array(*composite, bit);
  for (const DINode* node : composite->getElements()) {
    const auto* member = dyn_cast<DIDerivedType>(node);
    if (!member || member->getTag() != dwarf::DW_TAG_member) continue;
    const uint64_t from = member->getOffsetInBits();
    if (bit < from || bit >= from + member->getSizeInBits()) continue;
    const std::string name =
        member->getName().empty() ? std::string() : "." + member->getName().str();
    return name + path_to(member->getBaseType(), bit - from);
  }
  return {};
}

MDNode* names_node(LLVMContext& c, Type* type, const DIType* described, const DataLayout& layout) {
  SmallVector<Metadata*, 8> names;
  for (const Member& m : Members(type, layout).all) {
    std::string path = path_to(described, 8 * m.offset);
    if (path.empty()) path = fmt::format("+{}", m.offset);
    names.push_back(MDString::get(c, path));
  }
  return MDNode::get(c, names);
}

// ---- separating ---------------------------------------------------------------------------------

Type* type_of(const Value& object) {
  if (const auto* local = dyn_cast<AllocaInst>(&object)) return local->getAllocatedType();
  return cast<GlobalVariable>(object).getValueType();
}

MDNode* names_of(const Value& object) {
  if (const auto* local = dyn_cast<AllocaInst>(&object)) return local->getMetadata(kNames);
  return cast<GlobalVariable>(object).getMetadata(kNames);
}

// Replaces pointers passed to primitives by the corresponding pointers into the signals' twin
// object.
class Separation {
public:
  explicit Separation(Job& job) : job_(job) {}

  void run() {
    for (GlobalVariable& g : make_early_inc_range(job_.module.globals()))
      if (is_mixed(&g)) twins_[&g] = twin(g);
    for (Function& f : job_.module)
      for (Instruction& i : make_early_inc_range(instructions(f)))
        if (is_mixed(&i)) twins_[&i] = twin(cast<AllocaInst>(i));
    if (twins_.empty()) return;
    for (Function& f : job_.module)
      for (Instruction& i : make_early_inc_range(instructions(f)))
        if (auto* call = dyn_cast<CallInst>(&i); call && names_signals(primitive_of(*call)))
          for (Use& argument : call->args())
            if (argument->getType()->isPointerTy()) argument.set(counterpart(argument.get()));
  }

private:
  // True for primitives whose pointer arguments may be signals.
  static bool names_signals(StringRef primitive) {
    return !primitive.empty() && primitive != "object_kind" && primitive != "ct_assert" &&
           primitive != "is_ct_const";
  }

  GlobalVariable* twin(GlobalVariable& g) {
    auto* signals =
        new GlobalVariable(job_.module, g.getValueType(), false, g.getLinkage(),
                           g.isDeclaration() ? nullptr : Constant::getNullValue(g.getValueType()),
                           g.getName() + ".signals");
    signals->setAlignment(g.getAlign());
    describe(g, *signals);
    return signals;
  }

  AllocaInst* twin(AllocaInst& local) {
    IRBuilder<> b(&local);
    AllocaInst* signals =
        b.CreateAlloca(local.getAllocatedType(), nullptr, local.getName() + ".signals");
    signals->setAlignment(local.getAlign());
    describe(local, *signals);
    b.SetInsertPoint(&local.getFunction()->getEntryBlock(),
                     local.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    keep_object(b, signals);
    return signals;
  }

  template <typename T> void describe(T& from, T& to) {
    set_object(&to, Kind::Signal, user_name(&from));
    to.setMetadata(kNames, from.getMetadata(kNames));
    from.setMetadata(kNames, nullptr);
  }

  // The corresponding pointer into the twin; the pointer itself if its object has none.
  Value* counterpart(Value* pointer) {
    if (Value* known = twins_.lookup(pointer)) return known;
    if (auto* gep = dyn_cast<GEPOperator>(pointer)) {
      Value* base = counterpart(gep->getPointerOperand());
      if (base == gep->getPointerOperand()) return pointer;
      SmallVector<Value*, 4> indices(gep->indices());
      if (isa<Constant>(pointer)) {
        SmallVector<Constant*, 4> constants;
        for (Value* v : indices)
          constants.push_back(cast<Constant>(v));
        return ConstantExpr::getGetElementPtr(gep->getSourceElementType(), cast<Constant>(base),
                                              constants);
      }
      IRBuilder<> b(cast<Instruction>(pointer));
      return twins_[pointer] = b.CreateGEP(gep->getSourceElementType(), base, indices);
    }
    if (auto* phi = dyn_cast<PHINode>(pointer); phi && leads_to_mixed(phi)) {
      IRBuilder<> b(phi);
      PHINode* same = b.CreatePHI(phi->getType(), phi->getNumIncomingValues());
      twins_[phi] = same;
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        same->addIncoming(counterpart(phi->getIncomingValue(n)), phi->getIncomingBlock(n));
      return same;
    }
    if (auto* select = dyn_cast<SelectInst>(pointer); select && leads_to_mixed(select)) {
      Value *yes = counterpart(select->getTrueValue()), *no = counterpart(select->getFalseValue());
      IRBuilder<> b(select);
      return twins_[select] = b.CreateSelect(select->getCondition(), yes, no);
    }
    return pointer;
  }

  bool leads_to_mixed(Value* pointer) {
    SmallVector<Value*, 8> work{pointer};
    SmallPtrSet<Value*, 8> seen;
    while (!work.empty()) {
      Value* v = work.pop_back_val();
      if (!seen.insert(v).second) continue;
      if (twins_.contains(v)) return true;
      if (auto* gep = dyn_cast<GEPOperator>(v)) work.push_back(gep->getPointerOperand());
      if (isa<PHINode, SelectInst>(v))
        for (Use& u : cast<User>(v)->operands())
          if (u->getType()->isPointerTy()) work.push_back(u.get());
    }
    return false;
  }

  Job& job_;
  DenseMap<Value*, Value*> twins_;
};

// ---- splitting ----------------------------------------------------------------------------------

class Split {
public:
  Split(Job& job, AllocaInst& object)
      : job_(job), object_(object), layout_(job.module.getDataLayout()),
        members_(Members(object.getAllocatedType(), layout_).all), signals_(members_.size()) {}

  void run() {
    SmallVector<Use*, 16> uses;
    if (!collect(object_, 0, uses)) return; // another check reports it
    for (Use* use : uses)
      replace(*use);
    if (job_.report.failed()) return;
    pin_followers();
    while (!geps_.empty())
      geps_.pop_back_val()->eraseFromParent();
    object_.eraseFromParent();
  }

private:
  bool collect(Value& pointer, uint64_t offset, SmallVectorImpl<Use*>& uses) {
    for (Use& use : pointer.uses()) {
      if (auto* gep = dyn_cast<GetElementPtrInst>(use.getUser())) {
        APInt more(32, 0);
        if (!gep->accumulateConstantOffset(layout_, more)) return false;
        geps_.push_back(gep);
        if (!collect(*gep, offset + static_cast<uint64_t>(more.getSExtValue()), uses)) return false;
        continue;
      }
      const auto* call = dyn_cast<CallInst>(use.getUser());
      if (!call || (primitive_of(*call).empty() && !call->isInlineAsm())) return false;
      offsets_[&use] = offset;
      uses.push_back(&use);
    }
    return true;
  }

  std::optional<size_t> member_at(uint64_t offset) const {
    for (size_t n = 0; n < members_.size(); ++n)
      if (offset >= members_[n].offset &&
          offset < members_[n].offset + layout_.getTypeAllocSize(members_[n].type))
        return n;
    return std::nullopt;
  }

  std::string path(size_t member) const {
    const MDNode* names = names_of(object_);
    return user_name(&object_) + (names && member < names->getNumOperands()
                                      ? cast<MDString>(names->getOperand(member))->getString().str()
                                      : fmt::format("+{}", members_[member].offset));
  }

  AllocaInst* signal(size_t member) {
    AllocaInst*& local = signals_[member];
    if (local) return local;
    IRBuilder<> b(&object_);
    local = b.CreateAlloca(members_[member].type);
    set_object(local, is_signal_pair_type(members_[member].type) ? Kind::SignalPair : Kind::Signal,
               path(member));
    return local;
  }

  void replace(Use& use) {
    auto& call = cast<CallInst>(*use.getUser());
    const uint64_t offset = offsets_[&use];
    const std::optional<size_t> member = member_at(offset);
    if (!member)
      return job_.report.error(
          call, offset < layout_.getTypeAllocSize(object_.getAllocatedType())
                    ? fmt::format("this member of '{}' is data where a signal is needed",
                                  user_name(&object_))
                    : fmt::format("'{}' has {} signals, and this is none of them",
                                  user_name(&object_), members_.size()));
    const StringRef primitive = primitive_of(call);
    if (primitive == "pin") return pin(call, *member, offset);
    if (primitive.starts_with("implicit_")) spread(call, *member, offset);
    use.set(place(call, *member, offset));
  }

  Value* place(Instruction& before, size_t member, uint64_t offset) {
    IRBuilder<> b(&before);
    const uint64_t half = offset - members_[member].offset;
    return half ? b.CreateConstGEP1_32(b.getInt8Ty(), signal(member), static_cast<unsigned>(half))
                : signal(member);
  }

  // Repeats a call that covers several bytes for each signal within them.
  void spread(CallInst& call, size_t member, uint64_t offset) {
    const auto* bytes = dyn_cast<ConstantInt>(call.getArgOperand(1));
    if (!bytes || bytes->isZero()) return;
    for (size_t n = member + 1;
         n < members_.size() && members_[n].offset < offset + bytes->getZExtValue(); ++n) {
      auto* again = cast<CallInst>(call.clone());
      again->insertAfter(&call);
      again->setArgOperand(0, signal(n));
      again->setArgOperand(1, ConstantInt::get(bytes->getType(), 0));
    }
    call.setArgOperand(1, ConstantInt::get(bytes->getType(), 0));
  }

  // Pinned arrays have their elements at consecutive numbers. A number for an element takes
  // precedence.
  void pin(CallInst& call, size_t member, uint64_t offset) {
    const uint64_t number = cast<ConstantInt>(call.getArgOperand(1))->getZExtValue();
    call.setArgOperand(0, place(call, member, offset));
    pinned_[member] = {&call, number - (offset - members_[member].offset) / 4};
  }

  void pin_followers() {
    const auto first = pinned_.find(0);
    std::optional<uint64_t> next;
    if (first != pinned_.end()) next = first->second.second;
    if (const MDNode* node = object_.getMetadata("mecc.object"); node && node->getNumOperands() > 3)
      next = mdconst::extract<ConstantInt>(node->getOperand(3))->getZExtValue();
    if (!next) return;
    for (size_t n = 0; n < members_.size(); ++n) {
      if (signals_[n] && !pinned_.contains(n)) set_pin(signals_[n], static_cast<unsigned>(*next));
      *next += layout_.getTypeAllocSize(members_[n].type) / 4;
    }
  }

  Job& job_;
  AllocaInst& object_;
  const DataLayout& layout_;
  std::vector<Member> members_;
  std::vector<AllocaInst*> signals_; // by member; null if unused
  SmallVector<GetElementPtrInst*, 16> geps_;
  DenseMap<const Use*, uint64_t> offsets_;
  std::map<size_t, std::pair<CallInst*, uint64_t>> pinned_;
};

} // namespace

bool is_signal_type(Type* type) {
  return type_name(type) == "__me_signal";
}
bool is_signal_pair_type(Type* type) {
  return type_name(type) == "__me_signal_pair";
}

SignalContent signals_in(Type* type) {
  if (is_signal_type(type) || is_signal_pair_type(type)) return SignalContent::Only;
  if (type->isArrayTy()) return signals_in(type->getArrayElementType());
  const auto* s = dyn_cast<StructType>(type);
  if (!s) return SignalContent::None;
  bool some = false, others = false;
  for (Type* element : s->elements()) {
    const SignalContent content = signals_in(element);
    some |= content != SignalContent::None;
    others |= content != SignalContent::Only;
  }
  return !some ? SignalContent::None : others ? SignalContent::Mixed : SignalContent::Only;
}

void note_signal_names(AllocaInst& local) {
  const DIType* described = nullptr;
  for (DbgVariableRecord* record : findDVRDeclares(&local))
    described = record->getVariable()->getType();
  for (DbgDeclareInst* declare : findDbgDeclares(&local))
    described = declare->getVariable()->getType();
  local.setMetadata(kNames, names_node(local.getContext(), local.getAllocatedType(), described,
                                       local.getDataLayout()));
}

void note_signal_names(GlobalVariable& g) {
  SmallVector<DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  g.setMetadata(kNames, names_node(g.getContext(), g.getValueType(),
                                   infos.empty() ? nullptr : infos[0]->getVariable()->getType(),
                                   g.getDataLayout()));
}

bool is_mixed(const Value* object) {
  if (!isa<AllocaInst, GlobalVariable>(object)) return false;
  return names_of(*object) && signals_in(type_of(*object)) == SignalContent::Mixed &&
         kind_of(object) != Kind::Signal;
}

void separate_signals(Job& job) {
  Separation(job).run();
}

void split_signals(Job& job) {
  SmallVector<AllocaInst*, 8> objects;
  for (Function& f : job.module)
    for (Instruction& i : instructions(f))
      if (auto* local = dyn_cast<AllocaInst>(&i); local && kind_of(local) == Kind::Signal)
        if (!is_signal_type(local->getAllocatedType()) && names_of(*local))
          objects.push_back(local);
  for (AllocaInst* object : objects)
    Split(job, *object).run();
}

} // namespace mecc::lower
