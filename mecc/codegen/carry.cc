#include "mecc/codegen/carry.h"

#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

// Strips the extensions and truncations around a carry bit.
SDValue carry_of(SDValue v) {
  for (;;) {
    switch (v.getOpcode()) {
    case ISD::ZERO_EXTEND:
    case ISD::ANY_EXTEND:
    case ISD::TRUNCATE: break;
    case ISD::AND:
      if (!isOneConstant(v.getOperand(1))) return v;
      break;
    default: return v;
    }
    v = v.getOperand(0);
  }
}

// Terms of the addition chain that ends in `last`, in order; empty if it is no chain, or an
// intermediate result has other uses.
SmallVector<SDValue, 16> terms_of(SDNode* last) {
  SmallVector<SDValue, 16> terms;
  for (SDNode* n = last;;) {
    const SDValue carry = carry_of(n->getOperand(2));
    SDNode* const before = carry.getNode();
    const bool first = carry.getOpcode() == ISD::UADDO;
    if ((!first && carry.getOpcode() != ISD::UADDO_CARRY) || carry.getResNo() != 1 ||
        !before->hasNUsesOfValue(1, 0) || !before->hasNUsesOfValue(1, 1))
      return {};
    const SDValue sum(before, 0);
    if (n->getOperand(0) == sum)
      terms.push_back(n->getOperand(1));
    else if (n->getOperand(1) == sum)
      terms.push_back(n->getOperand(0));
    else
      return {};
    if (first) {
      terms.push_back(before->getOperand(1));
      terms.push_back(before->getOperand(0));
      std::reverse(terms.begin(), terms.end());
      return terms;
    }
    n = before;
  }
}

SDValue compared(SDValue op, SelectionDAG& dag) {
  const SDLoc at(op);
  const EVT flag = op->getValueType(1);
  const auto add = [&](SDValue a, SDValue b) { return dag.getNode(ISD::ADD, at, MVT::i32, a, b); };
  const SDValue partial = add(op.getOperand(0), op.getOperand(1));
  if (op.getOpcode() == ISD::UADDO)
    return dag.getMergeValues(
        {partial, dag.getSetCC(at, flag, partial, op.getOperand(0), ISD::SETULT)}, at);
  const SDValue sum = add(partial, dag.getZExtOrTrunc(op.getOperand(2), at, MVT::i32));
  const SDValue one = dag.getSetCC(at, flag, partial, op.getOperand(0), ISD::SETULT),
                other = dag.getSetCC(at, flag, sum, partial, ISD::SETULT);
  return dag.getMergeValues({sum, dag.getNode(ISD::OR, at, flag, one, other)}, at);
}

} // namespace

SDValue lower_add_carry(SDValue op, SelectionDAG& dag) {
  if (op.getOpcode() == ISD::UADDO || op->hasAnyUseOfValue(1)) return compared(op, dag);
  const SmallVector<SDValue, 16> terms = terms_of(op.getNode());
  if (terms.empty()) return compared(op, dag);
  const SDLoc at(op);
  return dag.getMergeValues(
      {dag.getNode(MEv2ISD::SUM, at, MVT::i32, terms), dag.getUNDEF(op->getValueType(1))}, at);
}

} // namespace mecc::codegen
