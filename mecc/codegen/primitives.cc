#include "mecc/codegen/primitives.h"

#include "mecc/codegen/objects.h"
#include "mecc/codegen/objects_passes.h"
#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

using mev2::Opcode;

StringRef name_of(SDValue callee) {
  if (const auto* g = dyn_cast<GlobalAddressSDNode>(callee)) return g->getGlobal()->getName();
  if (const auto* s = dyn_cast<ExternalSymbolSDNode>(callee)) return s->getSymbol();
  return {};
}

// Converts one call into a form.
class Primitive {
public:
  Primitive(TargetLowering::CallLoweringInfo& call, SmallVectorImpl<SDValue>& results)
      : dag_(call.DAG), at_(call.DL), chain_(call.Chain), arguments_(call.OutVals),
        wants_result_(!call.Ins.empty()),
        wanted_once_(call.CB && call.CB->arg_size() > 1 && call.CB->getArgOperand(1)->hasOneUse()),
        results_(results) {}

  SDValue run(StringRef name) {
    const bool indirect = name.consume_front("cmdi_");
    if (indirect || name.consume_front("cmd_"))
      command(name, indirect);
    else if (!(unit(name) || context(name) || object(name) || stream(name) || compute(name)))
      error("unknown primitive __me_" + name);
    while (wants_result_ && results_.empty()) // after an error, or if the value is unused
      results_.push_back(dag_.getConstant(0, at_, MVT::i32));
    return chain_;
  }

private:
  void error(const Twine& text) { report(dag_.getMachineFunction(), at_.getDebugLoc(), text); }
  SDValue target(int64_t v) {
    return dag_.getTargetConstant(static_cast<uint64_t>(v), at_, MVT::i32);
  }
  SDValue argument(size_t n) const { return arguments_[n]; }
  std::optional<int64_t> constant(SDValue v) const {
    const auto* c = dyn_cast<ConstantSDNode>(v);
    return c ? std::optional(static_cast<int64_t>(c->getZExtValue())) : std::nullopt;
  }
  // A constant required by the primitive; the lowering rules guarantee it.
  int64_t number(size_t n) {
    if (const auto c = constant(argument(n))) return *c;
    error("argument must be a constant at compile time");
    return 0;
  }
  SDValue immediate(size_t n) { return target(number(n)); }
  bool small(SDValue v, int64_t most) const {
    const auto c = constant(v);
    return c && *c <= most;
  }

  // A register object as two operands: the object (-1: none) and its longword offset.
  std::pair<SDValue, SDValue> object_operand(SDValue pointer) {
    if (small(pointer, 0)) return {target(-1), target(0)};
    const ObjectAddress a = object_address(pointer, dag_);
    if (!a.base || a.index) {
      error("pointer to a register object does not resolve");
      return {target(-1), target(0)};
    }
    return {a.base, target(a.offset / 4)};
  }

  void effect(unsigned form, SmallVector<SDValue, 12> operands) {
    operands.push_back(chain_);
    chain_ = SDValue(dag_.getMachineNode(form, at_, MVT::Other, operands), 0);
  }
  SDValue value(unsigned form, SmallVector<SDValue, 12> operands) {
    operands.push_back(chain_);
    const SDValue v(dag_.getMachineNode(form, at_, dag_.getVTList(MVT::i32, MVT::Other), operands),
                    0);
    chain_ = v.getValue(1);
    return v;
  }
  void result(SDValue v) {
    if (wants_result_) results_.push_back(v);
  }

  // ---- commands

  void command(StringRef name, bool indirect) {
    const auto op = mev2::opcode_named(name);
    if (!op) return error("unknown command " + name);
    const size_t last = indirect ? 5 : 4;
    const auto [xfer, offset] = object_operand(argument(0));
    const SDValue signal = object_operand(argument(last + 1)).first;
    const SDValue op_number = target(static_cast<int>(*op));
    SmallVector<SDValue, 12> rest{immediate(3), immediate(last), signal};
    if (mev2::info(*op).cls == mev2::InstrClass::Hash)
      return effect(MEv2::CgCommandCsr,
                    {op_number, xfer, offset, target(0), rest[0], rest[1], rest[2]});
    auto [left, right] = address(argument(1), argument(2));
    const bool immediate_right = small(right, 127);
    if (immediate_right) right = target(*constant(right));
    SmallVector<SDValue, 12> operands{op_number, xfer, offset, left, right};
    operands.append(rest);
    if (indirect) operands.push_back(argument(4));
    effect(indirect ? (immediate_right ? MEv2::CgCommandIndri : MEv2::CgCommandIndrr)
                    : (immediate_right ? MEv2::CgCommandri : MEv2::CgCommandrr),
           std::move(operands));
  }

  // The two operands whose sum is the address. A small constant goes right. The command does an
  // addition that serves only its address.
  std::pair<SDValue, SDValue> address(SDValue left, SDValue right) {
    if (small(left, 127) && !small(right, 127)) std::swap(left, right);
    if (!small(right, 0) || (left.getOpcode() != ISD::ADD && !dag_.isADDLike(left)))
      return {left, right};
    const SDValue a = left.getOperand(0), b = left.getOperand(1);
    if (small(b, 127)) return {a, b};
    return wanted_once_ ? std::pair(a, b) : std::pair(left, right);
  }

  bool unit(StringRef name) {
    if (name == "cap_read" || name == "cap_write") {
      const auto [xfer, offset] = object_operand(argument(0));
      const Opcode op = name == "cap_read" ? Opcode::CAP_READ_IMM : Opcode::CAP_WRITE_IMM;
      effect(MEv2::CgCommandCsr, {target(static_cast<int>(op)), xfer, offset, immediate(1),
                                  immediate(2), immediate(3), object_operand(argument(4)).first});
    } else if (name == "cap_fast_wr") {
      if (small(argument(1), 0x3fff))
        effect(MEv2::CgCapFasti, {immediate(0), immediate(1)});
      else
        effect(MEv2::CgCapFastr, {immediate(0), argument(1)});
    } else if (name == "csr_rd") {
      result(value(MEv2::CgCsrRd, {immediate(0)}));
    } else if (name == "csr_wr") {
      if (small(argument(1), 255))
        effect(MEv2::CgCsrWri, {immediate(0), immediate(1)});
      else
        effect(MEv2::CgCsrWr, {immediate(0), argument(1)});
    } else if (name == "nn_put") {
      effect(MEv2::CgNnPut, {argument(0)});
    } else if (name == "nn_get" || name == "nn_peek") {
      result(value(MEv2::CgNnGet, {target(name == "nn_get")}));
    } else {
      return cam(name);
    }
    return true;
  }

  bool cam(StringRef name) {
    const auto entry = [&](unsigned with_register, unsigned with_constant) {
      return small(argument(0), 15) ? std::pair(with_constant, immediate(0))
                                    : std::pair(with_register, argument(0));
    };
    if (name == "cam_lookup") {
      result(value(MEv2::CgCamLookup, {argument(0)}));
    } else if (name == "cam_write") {
      const auto [form, e] = entry(MEv2::CgCamWriterr, MEv2::CgCamWriteir);
      effect(form, {e, argument(1), immediate(2)});
    } else if (name == "cam_write_state") {
      const auto [form, e] = entry(MEv2::CgCamWriteState, MEv2::CgCamWriteStatei);
      effect(form, {e, immediate(1)});
    } else if (name == "cam_read_tag") {
      const auto [form, e] = entry(MEv2::CgCamReadTag, MEv2::CgCamReadTagi);
      result(value(form, {e}));
    } else if (name == "cam_read_state") {
      const auto [form, e] = entry(MEv2::CgCamReadState, MEv2::CgCamReadStatei);
      result(value(form, {e}));
    } else if (name == "cam_clear") {
      effect(MEv2::CgCamClear, {});
    } else {
      return false;
    }
    return true;
  }

  // ---- contexts and signals

  bool context(StringRef name) {
    if (name == "wait_all" || name == "wait_any") {
      SmallVector<SDValue, 12> operands{target(name == "wait_any")};
      for (const SDValue& s : arguments_)
        operands.push_back(object_operand(s).first);
      effect(MEv2::CgWait, std::move(operands));
    } else if (name == "wait_mask") {
      effect(MEv2::CgWaitMask, {argument(0)});
    } else if (name == "ctx_voluntary") {
      effect(MEv2::CgVoluntary, {});
    } else if (name == "ctx_kill") {
      effect(MEv2::CgKillHere, {});
    } else if (name == "ctx_bpt") {
      effect(MEv2::CgBpt, {});
    } else if (name == "signal_test") {
      result(value(MEv2::CgSignalTest, {object_operand(argument(0)).first}));
    } else if (name == "inp_state") {
      result(value(MEv2::CgStateTest, {immediate(0)}));
    } else if (name == "ctx" || name == "me") { // ACTIVE_CTX_STS: [2:0] context, [7:3] microengine
      const SDValue status =
          value(MEv2::CgCsrRd, {target(*mev2::local_csr_address("active_ctx_sts"))});
      const auto field = [&](unsigned op, SDValue v, uint32_t n) {
        return dag_.getNode(op, at_, MVT::i32, v, dag_.getConstant(n, at_, MVT::i32));
      };
      result(name == "ctx" ? field(ISD::AND, status, 7)
                           : field(ISD::AND, field(ISD::SRL, status, 3), 31));
    } else {
      return false;
    }
    return true;
  }

  // ---- objects

  void hint(ObjectHint kind, int64_t count) {
    const auto [object, offset] = object_operand(argument(0));
    effect(MEv2::CgObjHint, {object, offset, target(static_cast<int>(kind)), target(count)});
  }
  // Bytes of an optional second argument; 0: the whole object.
  int64_t longwords() { return arguments_.size() > 1 ? (number(1) + 3) / 4 : 0; }

  // An access to a longword of an object, by an offset in bytes.
  void access(bool load, SDValue base, SDValue offset) {
    const SDValue object = object_address(base, dag_).base;
    const auto known = constant(offset);
    SmallVector<SDValue, 12> operands{object};
    if (!known) operands.push_back(offset);
    operands.push_back(target(known ? *known / 4 : 0));
    if (load) return result(value(known ? MEv2::CgObjLoad : MEv2::CgObjLoadX, operands));
    operands.insert(operands.begin(), argument(0));
    effect(known ? MEv2::CgObjStore : MEv2::CgObjStoreX, operands);
  }

  bool object(StringRef name) {
    if (name == "object_load") {
      access(true, argument(0), argument(1));
    } else if (name == "object_store") {
      access(false, argument(1), argument(2));
    } else if (name == "implicit_read") {
      hint(ObjectHint::Read, longwords());
    } else if (name == "implicit_write") {
      hint(ObjectHint::Write, longwords());
    } else if (name == "implicit_undef") {
      hint(ObjectHint::Undefined, longwords());
    } else if (name == "object_begin") {
      hint(ObjectHint::Begin, 0);
    } else if (name == "free_write_buffer") {
      hint(ObjectHint::Read, 0);
    } else if (name == "pin") {
      hint(ObjectHint::Pin, number(1));
    } else if (name == "signal_number" || name == "xfer_number") {
      const auto [object, offset] = object_operand(argument(0));
      result(SDValue(dag_.getMachineNode(MEv2::CgObjNumber, at_, MVT::i32, {object, offset}), 0));
    } else if (name == "signal_mask") {
      SmallVector<SDValue, 12> operands;
      for (const SDValue& s : arguments_)
        operands.push_back(object_operand(s).first);
      result(SDValue(dag_.getMachineNode(MEv2::CgSignalMask, at_, MVT::i32, operands), 0));
    } else {
      return false;
    }
    return true;
  }

  // ---- pointers that advance through local memory (lm_streams.cc): the pointer number comes first

  bool stream(StringRef name) {
    if (name == "lm_point")
      effect(MEv2::CgStreamPoint, {argument(1), immediate(0)});
    else if (name == "lm_load")
      result(value(MEv2::CgStreamLoad, {immediate(0), immediate(1), immediate(2)}));
    else if (name == "lm_store")
      effect(MEv2::CgStreamStore, {argument(3), immediate(0), immediate(1), immediate(2)});
    else if (name == "lm_step")
      effect(MEv2::CgStreamStep, {immediate(0), immediate(1)});
    else
      return false;
    return true;
  }

  // ---- computation

  bool compute(StringRef name) {
    if (name == "ffs") {
      result(dag_.getNode(MEv2ISD::FFS, at_, MVT::i32, argument(0)));
    } else if (name == "pop_count") {
      result(dag_.getNode(ISD::CTPOP, at_, MVT::i32, argument(0)));
    } else if (name == "sum") { // with carry from term to term and around the end
      result(dag_.getNode(MEv2ISD::SUM, at_, MVT::i32, arguments_));
    } else if (name == "mul24x8") {
      result(dag_.getNode(MEv2ISD::MUL24X8, at_, MVT::i32, argument(0), argument(1)));
    } else if (name == "mul16x16") {
      result(dag_.getNode(MEv2ISD::MUL16X16, at_, MVT::i32, argument(0), argument(1)));
    } else if (name == "dbl_shr") {
      result(dag_.getNode(ISD::FSHR, at_, MVT::i32, argument(0), argument(1), argument(2)));
    } else if (name == "crc") { // type, little_endian, bit_swap, bytes, data
      result(value(MEv2::CgCrc, {argument(4), target(number(0) << 8 | number(2) << 4 |
                                                     number(1) << 3 | number(3))}));
    } else {
      return false;
    }
    return true;
  }

  SelectionDAG& dag_;
  SDLoc at_;
  SDValue chain_;
  const SmallVectorImpl<SDValue>& arguments_;
  bool wants_result_;
  bool wanted_once_; // the second argument has no other use
  SmallVectorImpl<SDValue>& results_;
};

} // namespace

bool is_primitive(SDValue callee) {
  const auto* g = dyn_cast<GlobalAddressSDNode>(callee);
  const bool defined = g && !g->getGlobal()->isDeclaration(); // part of the run-time library
  return !defined && name_of(callee).starts_with("__me_");
}

SDValue lower_primitive(TargetLowering::CallLoweringInfo& call, SmallVectorImpl<SDValue>& results) {
  StringRef name = name_of(call.Callee);
  name.consume_front("__me_");
  return Primitive(call, results).run(name);
}

} // namespace mecc::codegen
