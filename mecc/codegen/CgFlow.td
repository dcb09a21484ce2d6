// Control-flow forms. A comparison and its branch are one form: condition codes never live across
// forms, so moves and reloads may be inserted between any two.
class CgBranch<string real, dag inputs, list<dag> pattern = [], int words = 1>
    : CgInst<real, (outs), inputs, pattern, words> {
  let isBranch = 1;
  let isTerminator = 1;
}
def brtarget : Operand<OtherVT>;

let isBarrier = 1 in
def CgBr : CgBranch<"BR", (ins brtarget:$label), [(br bb:$label)]>;

def CgBrCcrr : CgBranch<"", (ins i32imm:$cond, Src:$left, Src:$right, brtarget:$label),
                        [(mev2_brcc timm:$cond, i32:$left, i32:$right, bb:$label)], 2>;
def CgBrCcri : CgBranch<"", (ins i32imm:$cond, Src:$left, i32imm:$right, brtarget:$label),
                        [(mev2_brcc timm:$cond, i32:$left, imm8:$right, bb:$label)], 2>;
def CgBrCcir : CgBranch<"", (ins i32imm:$cond, i32imm:$left, Src:$right, brtarget:$label),
                        [(mev2_brcc timm:$cond, imm8:$left, i32:$right, bb:$label)], 2>;
// left2:left - right2:right; < and >= only.
def CgBrCc64 : CgBranch<"", (ins i32imm:$cond, Src:$left, Src:$left2, Src:$right, Src:$right2,
                             brtarget:$label), [], 3>;
// Tests left AND right for zero or nonzero.
def CgBrTestrr : CgBranch<"", (ins i32imm:$cond, Src:$left, Src:$right, brtarget:$label), [], 2>;
def CgBrTestri : CgBranch<"", (ins i32imm:$cond, Src:$left, i32imm:$right, brtarget:$label), [], 2>;
def CgBrSet : CgBranch<"BR_BSET", (ins SrcR:$left, i32imm:$bit, brtarget:$label)>;
def CgBrClear : CgBranch<"BR_BCLR", (ins SrcR:$left, i32imm:$bit, brtarget:$label)>;
def CgBrByteEq : CgBranch<"BR_BYTE_EQ", (ins SrcR:$left, i32imm:$byte, i32imm:$compare, brtarget:$label)>;
def CgBrByteNe : CgBranch<"BR_BYTE_NE", (ins SrcR:$left, i32imm:$byte, i32imm:$compare, brtarget:$label)>;
// Compares two adjacent bytes with a 16-bit constant; `byte` is the lower one.
def CgBrHalfEq : CgBranch<"", (ins SrcR:$left, i32imm:$byte, i32imm:$compare, brtarget:$label), [], 2>;
def CgBrHalfNe : CgBranch<"", (ins SrcR:$left, i32imm:$byte, i32imm:$compare, brtarget:$label), [], 2>;
let hasSideEffects = 1 in {
  def CgBrSignal : CgBranch<"BR_SIGNAL", (ins AnyOperand:$sig, brtarget:$label)>;
  def CgBrNotSignal : CgBranch<"BR_NOT_SIGNAL", (ins AnyOperand:$sig, brtarget:$label)>;
  def CgBrState : CgBranch<"BR_INP_STATE", (ins i32imm:$state, brtarget:$label)>;
  def CgBrNotState : CgBranch<"BR_NOT_INP_STATE", (ins i32imm:$state, brtarget:$label)>;
}
// Emits no words. Keeps its block, and so the branch around the block: that branch tests a
// signal and clears it.
let hasSideEffects = 1 in def CgKeep : CgInst<"", (outs), (ins), [], 0>;

// Jumps into a table of br; words = 1 + entries, counted by the instruction info.
let isIndirectBranch = 1, isBarrier = 1, isBranch = 1, isTerminator = 1 in
def CgJumpTable : CgInst<"", (outs), (ins Src:$left, i32imm:$table)>;
def : Pat<(mev2_jumptable i32:$index, tjumptable:$table), (CgJumpTable $index, tjumptable:$table)>;

// ---- calls: no stack; B15 holds the return address ----------------------------------------------
let isCall = 1, hasSideEffects = 1, Defs = [B15] in
def CgCall : CgInst<"", (outs), (ins AnyOperand:$callee, variable_ops), [], 2>;
def : Pat<(mev2_call tglobaladdr:$callee), (CgCall tglobaladdr:$callee)>;
let isReturn = 1, isTerminator = 1, isBarrier = 1 in {
  def CgRet : CgInst<"JUMP", (outs), (ins Src:$left, variable_ops), [(mev2_ret i32:$left)]>;
  let hasSideEffects = 1 in
  def CgKill : CgInst<"CTX_ARB", (outs), (ins), [(mev2_kill)]>;
}
let hasSideEffects = 1 in {
  def CgCallStart : CgInst<"", (outs), (ins i32imm:$in, i32imm:$out), [(callseq_start timm:$in, timm:$out)], 0>;
  def CgCallEnd : CgInst<"", (outs), (ins i32imm:$in, i32imm:$out), [(callseq_end timm:$in, timm:$out)], 0>;
}
