// Loads and stores: objects, frame slots, local memory.
#include "mecc/codegen/objects.h"
#include "mecc/codegen/subtarget.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

#include <map>

using namespace llvm;

namespace mecc::codegen {
namespace {

ObjectKind kind_of(StringRef word) {
  static const std::map<std::string, ObjectKind> kinds = {{"lm", ObjectKind::LocalMemory},
                                                          {"s_in", ObjectKind::SIn},
                                                          {"s_out", ObjectKind::SOut},
                                                          {"s_both", ObjectKind::SBoth},
                                                          {"d_in", ObjectKind::DIn},
                                                          {"d_out", ObjectKind::DOut},
                                                          {"d_both", ObjectKind::DBoth},
                                                          {"signal", ObjectKind::Signal},
                                                          {"signal_pair", ObjectKind::SignalPair},
                                                          {"nn_in", ObjectKind::NnIn},
                                                          {"nn_out", ObjectKind::NnOut},
                                                          {"shared_gpr", ObjectKind::SharedGpr},
                                                          {"static_gpr", ObjectKind::StaticGpr}};
  const auto i = kinds.find(word.str());
  return i == kinds.end() ? ObjectKind::LocalMemory : i->second;
}

// Ends the program: only IR that mecc/lower did not make can be so.
[[noreturn]] void malformed(const Value& object) {
  report_fatal_error(object.getName() +
                         ": malformed !mecc.object, expected !{!\"kind\", !\"name\"} or "
                         "!{!\"kind\", !\"name\", !\"pin\", i32 number}",
                     false);
}

template <class Object> ObjectInfo from_metadata(const Object& object, uint64_t bytes) {
  const MDNode* md = object.getMetadata("mecc.object");
  ObjectInfo info;
  info.words = static_cast<unsigned>((bytes + 3) / 4);
  if (!md) return info;
  const unsigned operands = md->getNumOperands();
  const auto word = [&](unsigned n) {
    const auto* text = n < operands ? dyn_cast_or_null<MDString>(md->getOperand(n)) : nullptr;
    if (!text) malformed(object);
    return text->getString();
  };
  info.kind = kind_of(word(0));
  info.name = word(1).str();
  if (operands <= 2) return info;
  const auto* number = mdconst::dyn_extract_or_null<ConstantInt>(md->getOperand(operands - 1));
  if (operands != 4 || !number) malformed(object);
  info.pin = static_cast<unsigned>(number->getLimitedValue());
  return info;
}

constexpr unsigned kWindow = 6; // log2 of a local-memory window: 64 bytes from a pointer

// Number in a constant pointer.
std::optional<uint64_t> constant_address(const Value* pointer) {
  if (isa<ConstantPointerNull>(pointer)) return 0;
  const auto* cast = dyn_cast<ConstantExpr>(pointer);
  if (!cast || cast->getOpcode() != Instruction::IntToPtr) return std::nullopt;
  const auto* number = dyn_cast<ConstantInt>(cast->getOperand(0));
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

// Known zero low bits of a pointer or an index, at most kWindow. Follows loops, where a pointer
// that advances by whole elements keeps its alignment, and choices.
unsigned trailing_zeros(const Value* v, const DataLayout& layout,
                        SmallPtrSet<const Value*, 8>& seen) {
  if (!seen.insert(v).second) return kWindow;
  unsigned zeros = kWindow;
  const auto all = [&](auto&& values) {
    for (const Value* each : values)
      zeros = std::min(zeros, trailing_zeros(each, layout, seen));
    return zeros;
  };
  if (const auto* phi = dyn_cast<PHINode>(v)) return all(phi->incoming_values());
  if (const auto* choice = dyn_cast<SelectInst>(v)) return all(drop_begin(choice->operands()));
  if (const auto* gep = dyn_cast<GEPOperator>(v)) {
    MapVector<Value*, APInt> variable;
    APInt constant(32, 0);
    if (gep->collectOffset(layout, 32, variable, constant)) {
      for (const auto& [index, scale] : variable) {
        SmallPtrSet<const Value*, 8> in_index; // of its own: values in the index are scaled
        zeros = std::min(zeros, scale.countr_zero() + trailing_zeros(index, layout, in_index));
      }
      return std::min(
          {zeros, constant.countr_zero(), trailing_zeros(gep->getPointerOperand(), layout, seen)});
    }
  }
  if (const auto* sum = dyn_cast<BinaryOperator>(v);
      sum && is_contained({Instruction::Add, Instruction::Or}, sum->getOpcode()))
    return all(sum->operands());
  if (Operator::getOpcode(v) == Instruction::IntToPtr)
    return trailing_zeros(cast<Operator>(v)->getOperand(0), layout, seen);
  return std::min(zeros, computeKnownBits(v, layout).countMinTrailingZeros());
}

// ---- bytes and halfwords of longwords
// -------------------------------------------------------------

struct Part {    // of a longword, big-endian
  SDValue shift; // number of bits below it
  uint32_t mask;
};

class Access {
public:
  Access(SDValue op, SelectionDAG& dag)
      : dag_(dag), at_(op), node_(cast<MemSDNode>(op.getNode())), chain_(node_->getChain()),
        address_(node_->getBasePtr()), object_(object_address(address_, dag)),
        bits_(static_cast<unsigned>(node_->getMemoryVT().getSizeInBits())) {
    if (object_.index) object_ = {};
    if (!object_.base) find_window();
  }

  bool unaligned() const { return node_->getAlign().value() < bits_ / 8; }

  SDValue load(ISD::LoadExtType extension) {
    SDValue v = load_word();
    if (bits_ < 32) {
      const Part p = part();
      v = node(ISD::SRL, v, p.shift);
      v = extension == ISD::SEXTLOAD
              ? node(ISD::SIGN_EXTEND_INREG, v, dag_.getValueType(node_->getMemoryVT()))
              : node(ISD::AND, v, constant(p.mask));
    }
    return dag_.getMergeValues({v, chain_}, at_);
  }

  SDValue store(SDValue value) {
    if (bits_ < 32) {
      const Part p = part();
      const SDValue keep =
          node(ISD::AND, load_word(),
               dag_.getNOT(at_, node(ISD::SHL, constant(p.mask), p.shift), MVT::i32));
      value = node(ISD::OR, keep, node(ISD::SHL, node(ISD::AND, value, constant(p.mask)), p.shift));
    }
    store_word(value);
    return chain_;
  }

private:
  SDValue node(unsigned op, SDValue a, SDValue b) { return dag_.getNode(op, at_, MVT::i32, a, b); }
  SDValue constant(uint32_t v) { return dag_.getConstant(v, at_, MVT::i32); }
  SDValue target(int64_t v) {
    return dag_.getTargetConstant(static_cast<uint64_t>(v), at_, MVT::i32);
  }

  Part part() {
    const uint32_t mask = bits_ == 32 ? ~0u : (1u << bits_) - 1;
    const uint32_t last = 4 - bits_ / 8; // last byte of the longword where the part may begin
    if (object_.base)
      return {constant((last - (static_cast<uint32_t>(object_.offset) & 3)) * 8), mask};
    if (alignment_ >= 4) return {constant((last - (behind_ & 3)) * 8), mask};
    const SDValue byte = node(ISD::AND, address_, constant(last));
    return {node(ISD::SHL, node(ISD::XOR, byte, constant(last)), constant(3)), mask};
  }

  // *l$index1[k] reads the longword (pointer OR k). So the pointer is the address with known zero
  // low bits, and the rest of the address becomes k.
  SDValue word_address() {
    if (alignment_ >= 4) return behind_ ? without_behind() : address_;
    return bits_ == 32 ? address_ : node(ISD::AND, address_, constant(~3u));
  }
  SDValue without_behind() {
    const auto* c = address_.getOpcode() == ISD::OR
                        ? dyn_cast<ConstantSDNode>(address_.getOperand(1))
                        : nullptr;
    if (c &&
        (c->getZExtValue() & (alignment_ - 1)) == behind_) // base OR index, see or_addresses.cc
      return node(ISD::OR, address_.getOperand(0),
                  constant(static_cast<uint32_t>(c->getZExtValue()) - behind_));
    return node(ISD::SUB, address_, constant(behind_));
  }
  int64_t window_offset() const { return alignment_ >= 4 ? behind_ / 4 : 0; }

  // Splits the address into an aligned pointer and a constant offset.
  void find_window() {
    const Value* pointer = node_->getMemOperand()->getValue();
    if (!pointer) return;
    const DataLayout& layout = dag_.getDataLayout();
    APInt offset(32, 0);
    pointer = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
    offset += static_cast<uint64_t>(node_->getMemOperand()->getOffset());
    if (const auto place = constant_address(pointer)) {
      offset += *place;
      pointer = nullptr;
    }
    SmallPtrSet<const Value*, 8> seen;
    alignment_ = 1u << (pointer ? trailing_zeros(pointer, layout, seen) : kWindow);
    behind_ = static_cast<uint32_t>(offset.getZExtValue()) & (alignment_ - 1);
  }

  SDValue machine(unsigned form, ArrayRef<SDValue> operands, bool result) {
    SmallVector<SDValue, 5> all(operands);
    all.push_back(chain_);
    const SDVTList types =
        result ? dag_.getVTList(MVT::i32, MVT::Other) : dag_.getVTList(MVT::Other);
    const SDValue n(dag_.getMachineNode(form, at_, types, all), 0);
    chain_ = n.getValue(result ? 1 : 0);
    return n;
  }

  SDValue load_word() {
    if (!object_.base)
      return machine(MEv2::CgLmLoad, {word_address(), target(window_offset())}, true);
    return machine(MEv2::CgSlotLoad, {object_.base, target(object_.offset & ~int64_t{3})}, true);
  }

  void store_word(SDValue v) {
    if (!object_.base)
      machine(MEv2::CgLmStore, {v, word_address(), target(window_offset())}, false);
    else
      machine(MEv2::CgSlotStore, {v, object_.base, target(object_.offset & ~int64_t{3})}, false);
  }

  SelectionDAG& dag_;
  SDLoc at_;
  MemSDNode* node_;
  SDValue chain_, address_;
  ObjectAddress object_;
  unsigned bits_;
  unsigned alignment_ = 1; // in bytes, of the address without `behind_`
  uint32_t behind_ = 0;
};

} // namespace

ObjectInfo object_info(const AllocaInst& a) {
  return from_metadata(a, a.getAllocationSize(a.getDataLayout())->getFixedValue());
}

ObjectInfo object_info(const GlobalVariable& g) {
  return from_metadata(g, g.getDataLayout().getTypeAllocSize(g.getValueType()));
}

ObjectInfo object_info(const MachineFunction& mf, int frame_index) {
  const AllocaInst* a = mf.getFrameInfo().getObjectAllocation(frame_index);
  return a ? object_info(*a) : ObjectInfo{};
}

void mark_objects(MachineFunction& mf) {
  MachineFrameInfo& frame = mf.getFrameInfo();
  for (int i = frame.getObjectIndexBegin(); i < frame.getObjectIndexEnd(); ++i)
    if (object_info(mf, i).kind != ObjectKind::LocalMemory)
      frame.setStackID(i, TargetStackID::NoAlloc);
    else // byte accesses depend on their offset in the object
      frame.setObjectAlignment(i, std::max(frame.getObjectAlign(i), Align(4)));
}

ObjectAddress object_address(SDValue v, SelectionDAG& dag) {
  ObjectAddress a;
  if (const auto* fi = dyn_cast<FrameIndexSDNode>(v)) {
    a.base = dag.getTargetFrameIndex(fi->getIndex(), MVT::i32);
  } else if (const auto* g = dyn_cast<GlobalAddressSDNode>(v)) {
    a.base = dag.getTargetGlobalAddress(g->getGlobal(), SDLoc(v), MVT::i32);
    a.offset = g->getOffset();
  } else if (v.getOpcode() == ISD::ADD ||
             (v.getOpcode() == ISD::OR && v->getFlags().hasDisjoint())) {
    for (const unsigned side : {0u, 1u}) {
      a = object_address(v.getOperand(side), dag);
      if (!a.base) continue;
      const SDValue other = v.getOperand(1 - side);
      if (const auto* c = dyn_cast<ConstantSDNode>(other))
        a.offset += c->getSExtValue();
      else
        a.index = a.index ? dag.getNode(ISD::ADD, SDLoc(v), MVT::i32, a.index, other) : other;
      return a;
    }
  }
  return a;
}

SDValue lower_memory(SDValue op, SelectionDAG& dag) {
  Access access(op, dag);
  if (access.unaligned()) { // only for loads, see aligned_stores.cc
    const auto [value, chain] =
        dag.getTargetLoweringInfo().expandUnalignedLoad(cast<LoadSDNode>(op), dag);
    return dag.getMergeValues({value, chain}, SDLoc(op));
  }
  if (const auto* l = dyn_cast<LoadSDNode>(op)) return access.load(l->getExtensionType());
  return access.store(cast<StoreSDNode>(op)->getValue());
}

} // namespace mecc::codegen
