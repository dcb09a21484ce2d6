// Selectable forms of computing instructions.

// `Real` is the word of isa; forms that expand to several words have none.
class CgInst<string real, dag outputs, dag inputs, list<dag> pattern = [], int words = 1> : Instruction {
  let Namespace = "MEv2";
  let Size = !mul(5, words);
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let Pattern = pattern;
  let AsmString = NAME;
  let isCodeGenOnly = 1;
  let UseNamedOperandTable = 1;
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
  Instruction Form = !cast<Instruction>(NAME);
  code Real = !if(!empty(real), "std::nullopt", "mev2::Opcode::" # real);
  // A form that reads two register pairs of different banks names its operand ports left/right and,
  // in the second word of a 64-bit form, left2/right2.
}
class CgWord<MEv2Inst real, dag outputs, dag inputs, list<dag> pattern = []>
    : CgInst<!cast<string>(real), outputs, inputs, pattern>;

// Maps each form to its word; used by words.cc.
def CgWordTable : GenericTable {
  let FilterClass = "CgInst";
  let CppTypeName = "CgWord";
  let Fields = ["Form", "Real"];
  string TypeOf_Real = "code";
}

// ---- ALU ---------------------------------------------------------------------------------------
multiclass AluForms<MEv2Inst real, SDPatternOperator op> {
  def rr : CgWord<real, (outs Dst:$dst), (ins Src:$left, Src:$right),
                  [(set i32:$dst, (op i32:$left, i32:$right))]>;
  def ri : CgWord<real, (outs Dst:$dst), (ins Src:$left, i32imm:$right),
                  [(set i32:$dst, (op i32:$left, imm8:$right))]>;
}
multiclass AluFormsLeft<MEv2Inst real, SDPatternOperator op> {
  def ir : CgWord<real, (outs Dst:$dst), (ins i32imm:$left, Src:$right),
                  [(set i32:$dst, (op imm8:$left, i32:$right))]>;
}
defm CgAdd : AluForms<ALU_ADD, add>;
defm CgSub : AluForms<ALU_SUB, sub>, AluFormsLeft<ALU_SUB, sub>;
defm CgAnd : AluForms<ALU_AND, and>;
defm CgOr : AluForms<ALU_OR, or>;
defm CgXor : AluForms<ALU_XOR, xor>;
def : Pat<(add i32:$left, negimm8:$right), (CgSubri $left, negimm8:$right)>;
def and_not : PatFrag<(ops node:$a, node:$b), (and node:$a, (not node:$b))>;
defm CgAndNot : AluForms<ALU_AND_NOT, and_not>;
def CgAndNotir : CgWord<ALU_AND_NOT, (outs Dst:$dst), (ins i32imm:$left, Src:$right),
                        [(set i32:$dst, (and (not i32:$right), imm8:$left))]>;
def : Pat<(and i32:$left, notimm8:$right), (CgAndNotri $left, notimm8:$right)>;
def CgNot : CgWord<ALU_NOT_B, (outs Dst:$dst), (ins Src:$right), [(set i32:$dst, (not i32:$right))]>;
let AddedComplexity = 4 in {
  def CgAdd8rr : CgWord<ALU_ADD8, (outs Dst:$dst), (ins Src:$left, Src:$right),
                        [(set i32:$dst, (add i32:$left, (and i32:$right, 255)))]>;
  def CgAdd16rr : CgWord<ALU_ADD16, (outs Dst:$dst), (ins Src:$left, Src:$right),
                         [(set i32:$dst, (add i32:$left, (and i32:$right, 65535)))]>;
}
// Register moves: COPY expands to this form, and passes use it to access other register files.
let isMoveReg = 1 in
def CgMov : CgWord<ALU_B, (outs Dst:$dst), (ins Src:$right)>;

let isMoveImm = 1, isReMaterializable = 1, isAsCheapAsAMove = 1 in
def CgImm : CgInst<"", (outs Dst:$dst), (ins i32imm:$imm), [(set i32:$dst, imm:$imm)], 2>;

// ---- shifts ------------------------------------------------------------------------------------
def CgShift : CgWord<SHF_B, (outs DstR:$dst), (ins SrcR:$right, i32imm:$shift)>;
def : Pat<(srl i32:$x, shr:$n), (CgShift $x, shr:$n)>;
def : Pat<(shl i32:$x, shl_:$n), (CgShift $x, shl_:$n)>;
def : Pat<(rotl i32:$x, rotl_:$n), (CgShift $x, rotl_:$n)>;
def : Pat<(rotr i32:$x, rotr_:$n), (CgShift $x, rotr_:$n)>;

multiclass ShfForms<MEv2Inst real, SDPatternOperator op> {
  def rr : CgWord<real, (outs DstR:$dst), (ins SrcR:$left, SrcR:$right, i32imm:$shift)>;
  // A shifted byte as the right operand.
  def ri : CgWord<real, (outs DstR:$dst), (ins SrcR:$left, i32imm:$right, i32imm:$shift)>;
  def ir : CgWord<real, (outs DstR:$dst), (ins i32imm:$left, SrcR:$right, i32imm:$shift)>;
  let AddedComplexity = 6 in {
    def : Pat<(op i32:$a, (srl i32:$b, shr:$n)), (!cast<Instruction>(NAME#"rr") $a, $b, shr:$n)>;
    def : Pat<(op i32:$a, (shl i32:$b, shl_:$n)), (!cast<Instruction>(NAME#"rr") $a, $b, shl_:$n)>;
    def : Pat<(op i32:$a, (rotl i32:$b, rotl_:$n)), (!cast<Instruction>(NAME#"rr") $a, $b, rotl_:$n)>;
    def : Pat<(op (srl i32:$b, shr:$n), imm8:$a), (!cast<Instruction>(NAME#"ir") imm8:$a, $b, shr:$n)>;
    def : Pat<(op (shl i32:$b, shl_:$n), imm8:$a), (!cast<Instruction>(NAME#"ir") imm8:$a, $b, shl_:$n)>;
  }
  let AddedComplexity = 3 in
  def : Pat<(op i32:$a, shiftedImm:$n),
            (!cast<Instruction>(NAME#"ri") $a, (ByteOfXForm $n), (ShiftOfXForm $n))>;
}
defm CgShfAnd : ShfForms<SHF_AND, and>;
defm CgShfOr : ShfForms<SHF_OR, or>;
def CgShfAndNotrr : CgWord<SHF_AND_NOT, (outs DstR:$dst), (ins SrcR:$left, SrcR:$right, i32imm:$shift)>;
def CgShfAndNotri : CgWord<SHF_AND_NOT, (outs DstR:$dst), (ins SrcR:$left, i32imm:$right, i32imm:$shift)>;
let AddedComplexity = 3 in
def : Pat<(and i32:$a, shiftedNotImm:$n), (CgShfAndNotri $a, (InvByteOfXForm $n), (InvShiftOfXForm $n))>;
let AddedComplexity = 7 in {
  def : Pat<(and i32:$a, (not (shl i32:$b, shl_:$n))), (CgShfAndNotrr $a, $b, shl_:$n)>;
  def : Pat<(and i32:$a, (not (srl i32:$b, shr:$n))), (CgShfAndNotrr $a, $b, shr:$n)>;
}

def CgDblShift : CgWord<DBL_SHF, (outs DstR:$dst), (ins SrcR:$left, SrcR:$right, i32imm:$shift)>;
def : Pat<(fshr i32:$hi, i32:$lo, shr:$n), (CgDblShift $hi, $lo, shr:$n)>;

// An indirect shift takes its amount from the left operand of the previous word. An arithmetic
// shift takes its sign from that word's result.
multiclass ShfVForms<string real> {
  def rr : CgInst<real, (outs DstR:$dst), (ins SrcR:$amount, SrcR:$left, SrcR:$right, i32imm:$shift), [], 2>;
  def ri : CgInst<real, (outs DstR:$dst), (ins SrcR:$amount, SrcR:$left, i32imm:$right, i32imm:$shift), [], 2>;
  def ir : CgInst<real, (outs DstR:$dst), (ins SrcR:$amount, i32imm:$left, SrcR:$right, i32imm:$shift), [], 2>;
}
defm CgShfVAnd : ShfVForms<"SHF_AND">;
defm CgShfVAndNot : ShfVForms<"SHF_AND_NOT">;
defm CgShfVOr : ShfVForms<"SHF_OR">;
def CgShiftVr : CgInst<"SHF_B", (outs DstR:$dst), (ins SrcR:$amount, SrcR:$right, i32imm:$shift), [], 2>;
def CgShiftVi : CgInst<"SHF_B", (outs DstR:$dst), (ins SrcR:$amount, i32imm:$right, i32imm:$shift), [], 2>;
def CgSraV : CgInst<"", (outs DstR:$dst), (ins SrcR:$left, SrcR:$right),
                    [(set i32:$dst, (sra i32:$right, i32:$left))], 2>;
def CgSra : CgInst<"", (outs DstR:$dst), (ins SrcR:$right, i32imm:$amount),
                   [(set i32:$dst, (sra i32:$right, imm5:$amount))], 2>;
// left:right >> amount
def CgDblShiftV : CgInst<"DBL_SHF", (outs DstR:$dst), (ins SrcR:$amount, SrcR:$left, SrcR:$right, i32imm:$shift), [], 2>;

// ---- fields ------------------------------------------------------------------------------------
def CgFieldClr : CgWord<LD_FIELD_W_CLR, (outs DstR:$dst), (ins SrcR:$right, i32imm:$mask, i32imm:$shift)>;
let Constraints = "$dst = $left" in {
  def CgField : CgWord<LD_FIELD, (outs GPR:$dst), (ins GPR:$left, SrcR:$right, i32imm:$mask, i32imm:$shift)>;
  def CgFieldi : CgWord<LD_FIELD, (outs GPR:$dst), (ins GPR:$left, i32imm:$right, i32imm:$mask, i32imm:$shift)>;
}

// ---- counting ----------------------------------------------------------------------------------
def CgFfs : CgWord<FFS, (outs Dst:$dst), (ins Src:$right), [(set i32:$dst, (cttz_zero_undef i32:$right))]>;
def : Pat<(mev2_ffs i32:$x), (CgFfs $x)>;
def CgPopCount : CgInst<"", (outs Dst:$dst), (ins Src:$right), [(set i32:$dst, (ctpop i32:$right))], 3>;

// ---- multiplication ----------------------------------------------------------------------------
class Mul<dag outputs, int words, list<dag> pattern = []>
    : CgInst<"", outputs, (ins Src:$left, Src:$right), pattern, words>;
def CgMul24x8 : Mul<(outs Dst:$dst), 3, [(set i32:$dst, (mev2_mul24x8 i32:$left, i32:$right))]>;
def CgMul16x16 : Mul<(outs Dst:$dst), 4, [(set i32:$dst, (mev2_mul16x16 i32:$left, i32:$right))]>;
def CgMul32 : Mul<(outs Dst:$dst), 6, [(set i32:$dst, (mul i32:$left, i32:$right))]>;
def CgMulHi : Mul<(outs Dst:$dst), 7>;
def CgMul64 : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$right),
                     [(set i32:$dst, i32:$dst2, (umullohi i32:$left, i32:$right))], 7>;

// ---- 64 bits -----------------------------------------------------------------------------------
let Constraints = "@earlyclobber $dst" in {
  def CgAdd64 : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$left2, Src:$right, Src:$right2),
                       [(set i32:$dst, i32:$dst2,
                         (mev2_add64 i32:$left, i32:$left2, i32:$right, i32:$right2))], 2>;
  def CgSub64 : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$left2, Src:$right, Src:$right2),
                       [(set i32:$dst, i32:$dst2,
                         (mev2_sub64 i32:$left, i32:$left2, i32:$right, i32:$right2))], 2>;
  // Adds or subtracts an unsigned longword or a byte.
  def CgAdd64r : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$left2, Src:$right),
                        [(set i32:$dst, i32:$dst2, (mev2_add64 i32:$left, i32:$left2, i32:$right, 0))], 2>;
  def CgAdd64i : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$left2, i32imm:$right),
                        [(set i32:$dst, i32:$dst2, (mev2_add64 i32:$left, i32:$left2, imm8:$right, 0))], 2>;
  def CgSub64r : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$left2, Src:$right),
                        [(set i32:$dst, i32:$dst2, (mev2_sub64 i32:$left, i32:$left2, i32:$right, 0))], 2>;
  def CgSub64i : CgInst<"", (outs Dst:$dst, Dst:$dst2), (ins Src:$left, Src:$left2, i32imm:$right),
                        [(set i32:$dst, i32:$dst2, (mev2_sub64 i32:$left, i32:$left2, imm8:$right, 0))], 2>;
}

// Adds the terms in order, each with the carry of the previous addition. Size: instr_info.cc.
let Constraints = "@earlyclobber $dst" in
def CgSum : CgInst<"", (outs GPR:$dst), (ins variable_ops)>;

// Expands to a branch around a move (conditions: enum Condition, mecc/codegen/mev2.h).
let usesCustomInserter = 1 in {
  def CgSelectrr : CgInst<"", (outs GPR:$dst), (ins i32imm:$cond, Src:$left, Src:$right, GPR:$yes, GPR:$no),
                   [(set i32:$dst, (mev2_select timm:$cond, i32:$left, i32:$right, i32:$yes, i32:$no))]>;
  def CgSelectri : CgInst<"", (outs GPR:$dst), (ins i32imm:$cond, Src:$left, i32imm:$right, GPR:$yes, GPR:$no),
                   [(set i32:$dst, (mev2_select timm:$cond, i32:$left, imm8:$right, i32:$yes, i32:$no))]>;
  def CgSelect64 : CgInst<"", (outs GPR:$dst), (ins i32imm:$cond, Src:$left, Src:$left2, Src:$right,
                                                 Src:$right2, GPR:$yes, GPR:$no)>;
  // Selects that use the tests of CgFlow.td.
  def CgSelectTestrr : CgInst<"", (outs GPR:$dst), (ins i32imm:$cond, Src:$left, Src:$right, GPR:$yes, GPR:$no)>;
  def CgSelectTestri : CgInst<"", (outs GPR:$dst), (ins i32imm:$cond, Src:$left, i32imm:$right, GPR:$yes, GPR:$no)>;
  def CgSelectSet : CgInst<"", (outs GPR:$dst), (ins SrcR:$left, i32imm:$bit, GPR:$yes, GPR:$no)>;
  def CgSelectClear : CgInst<"", (outs GPR:$dst), (ins SrcR:$left, i32imm:$bit, GPR:$yes, GPR:$no)>;
  def CgSelectByteEq : CgInst<"", (outs GPR:$dst), (ins SrcR:$left, i32imm:$byte, i32imm:$compare, GPR:$yes, GPR:$no)>;
  def CgSelectByteNe : CgInst<"", (outs GPR:$dst), (ins SrcR:$left, i32imm:$byte, i32imm:$compare, GPR:$yes, GPR:$no)>;
  def CgSelectir : CgInst<"", (outs GPR:$dst), (ins i32imm:$cond, i32imm:$left, Src:$right, GPR:$yes, GPR:$no),
                   [(set i32:$dst, (mev2_select timm:$cond, imm8:$left, i32:$right, i32:$yes, i32:$no))]>;
}
