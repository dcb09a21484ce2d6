// Immediate operands, and DAG nodes specific to MEv2.

class Imm<code predicate> : ImmLeaf<i32, predicate>;
def imm8 : Imm<[{ return Imm >= 0 && Imm <= 255; }]>;
def imm7 : Imm<[{ return Imm >= 0 && Imm <= 127; }]>;
def imm5 : Imm<[{ return Imm >= 1 && Imm <= 31; }]>;
def NegatedXForm : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(-N->getSExtValue(), SDLoc(N), MVT::i32);
}]>;
def negimm8 : ImmLeaf<i32, [{ return Imm < 0 && Imm >= -255; }], NegatedXForm>;
def InvertedXForm : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(~N->getSExtValue(), SDLoc(N), MVT::i32);
}]>;
def notimm8 : ImmLeaf<i32, [{ return Imm < 0 && Imm >= -256; }], InvertedXForm>;

// A shift is one immediate: mev2::ShiftKind << 8 | amount.
class ShiftXForm<int kind> : SDNodeXForm<imm, "return CurDAG->getTargetConstant(" # !shl(kind, 8) #
                                              " | N->getZExtValue(), SDLoc(N), MVT::i32);">;
def shr : ImmLeaf<i32, [{ return Imm >= 1 && Imm <= 31; }], ShiftXForm<1>>;
def shl_ : ImmLeaf<i32, [{ return Imm >= 1 && Imm <= 31; }], ShiftXForm<2>>;
def rotl_ : ImmLeaf<i32, [{ return Imm >= 1 && Imm <= 31; }], SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(3 << 8 | (32 - N->getZExtValue()), SDLoc(N), MVT::i32);
}]>>;
def rotr_ : ImmLeaf<i32, [{ return Imm >= 1 && Imm <= 31; }], ShiftXForm<3>>;
// An 8-bit constant shifted left that fits neither an operand field nor immed.
def ByteOfXForm : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(shiftedByte(N->getZExtValue()).byte, SDLoc(N), MVT::i32);
}]>;
def ShiftOfXForm : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(2 << 8 | shiftedByte(N->getZExtValue()).shift, SDLoc(N), MVT::i32);
}]>;
def shiftedImm : ImmLeaf<i32, [{
  const uint32_t v = static_cast<uint32_t>(Imm);
  return v > 255 && v >> countr_zero(v) <= 255;
}]>;
def InvByteOfXForm : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(shiftedByte(~N->getZExtValue()).byte, SDLoc(N), MVT::i32);
}]>;
def InvShiftOfXForm : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(2 << 8 | shiftedByte(~N->getZExtValue()).shift, SDLoc(N), MVT::i32);
}]>;
def shiftedNotImm : ImmLeaf<i32, [{
  const uint32_t v = ~static_cast<uint32_t>(Imm);
  return v > 255 && v >> countr_zero(v) <= 255;
}]>;

def AnyOperand : Operand<i32>; // a register object: frame index until it gets a number

def callseq_start : SDNode<"ISD::CALLSEQ_START", SDCallSeqStart<[SDTCisVT<0, i32>, SDTCisVT<1, i32>]>,
                           [SDNPHasChain, SDNPOutGlue]>;
def callseq_end : SDNode<"ISD::CALLSEQ_END", SDCallSeqEnd<[SDTCisVT<0, i32>, SDTCisVT<1, i32>]>,
                         [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue]>;

// Results (low, high) of two pairs of operands: low, high, low, high.
def SDT_Pair : SDTypeProfile<2, 4, [SDTCisVT<0, i32>, SDTCisVT<1, i32>, SDTCisVT<2, i32>,
                                    SDTCisVT<3, i32>, SDTCisVT<4, i32>, SDTCisVT<5, i32>]>;
def mev2_add64 : SDNode<"MEv2ISD::ADD64", SDT_Pair>;
def mev2_sub64 : SDNode<"MEv2ISD::SUB64", SDT_Pair>;
// Products of narrow factors.
def mev2_mul24x8 : SDNode<"MEv2ISD::MUL24X8", SDTIntBinOp>;
def mev2_mul16x16 : SDNode<"MEv2ISD::MUL16X16", SDTIntBinOp, [SDNPCommutative]>;
// All bits except bit n.
def mev2_all_but : SDNode<"MEv2ISD::ALL_BUT", SDTIntUnaryOp>;
def mev2_ffs : SDNode<"MEv2ISD::FFS", SDTIntUnaryOp>;
// condition, left, right, if true, if false
def mev2_select : SDNode<"MEv2ISD::SELECT", SDTypeProfile<1, 5, [SDTCisVT<0, i32>, SDTCisVT<1, i32>,
                         SDTCisVT<2, i32>, SDTCisVT<3, i32>, SDTCisVT<4, i32>, SDTCisVT<5, i32>]>>;
// condition, left, right, block
def mev2_brcc : SDNode<"MEv2ISD::BRCC", SDTypeProfile<0, 4, [SDTCisVT<0, i32>, SDTCisVT<1, i32>,
                       SDTCisVT<2, i32>, SDTCisVT<3, OtherVT>]>, [SDNPHasChain]>;
def mev2_ret : SDNode<"MEv2ISD::RET", SDTypeProfile<0, 1, [SDTCisVT<0, i32>]>,
                      [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
def mev2_kill : SDNode<"MEv2ISD::KILL", SDTNone, [SDNPHasChain]>;
def mev2_call : SDNode<"MEv2ISD::CALL", SDTypeProfile<0, -1, [SDTCisVT<0, i32>]>,
                       [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def mev2_jumptable : SDNode<"MEv2ISD::JUMP_TABLE", SDTypeProfile<0, 2, [SDTCisVT<0, i32>,
                            SDTCisVT<1, i32>]>, [SDNPHasChain]>;
