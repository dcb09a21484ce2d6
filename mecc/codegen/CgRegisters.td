// Registers that only code generation names, and what may stand where.

// Windows of local memory behind the two pointers: registers as far as operands are concerned.
// *l$index0 is the frame of the running function, or moves as *l$index1 does if no function has one.
foreach n = 0-15 in {
  def Lm0_#n : MEv2Reg<"*l$index0["#n#"]", ULm0, n>;
  def Lm1_#n : MEv2Reg<"*l$index1["#n#"]", ULm1, n>;
}
def Lm0Inc : MEv2Reg<"*l$index0++", ULm0Inc, 0>;
def Lm0Dec : MEv2Reg<"*l$index0--", ULm0Dec, 0>;
def Lm1Inc : MEv2Reg<"*l$index1++", ULm1Inc, 0>;
def Lm1Dec : MEv2Reg<"*l$index1--", ULm1Dec, 0>;
def NnPop : MEv2Reg<"*n$index++", UNnRingInc, 0>;
def NnPeek : MEv2Reg<"*n$index", UNnRing, 0>;
def SIndexReg : MEv2Reg<"*$index", USIndex, 0>;
def DIndexReg : MEv2Reg<"*$$index", UDIndex, 0>;
// The operand "--".
def NoReg : MEv2Reg<"--", UNone, 0>;

def Lm0Low : MEv2RegClass<(sequence "Lm0_%u", 0, 7)>;
def Lm0High : MEv2RegClass<(sequence "Lm0_%u", 8, 15)>;
def Lm1Low : MEv2RegClass<(sequence "Lm1_%u", 0, 7)>;
def Lm1High : MEv2RegClass<(sequence "Lm1_%u", 8, 15)>;

// Restricted operand fields (isa.md "Restricted operands"): no absolute GPRs, no next-neighbour
// registers, small local-memory offsets. Only GPRs are allocatable; the others come from passes.
def SrcR : MEv2RegClass<(add GPR, SInXfer, DInXfer, Lm0Low, Lm1Low, NnPop, NnPeek, SIndexReg, DIndexReg)>;
def Src : MEv2RegClass<(add SrcR, AbsGPRA, AbsGPRB, NnInReg, Lm0High, Lm1High, Lm0Inc, Lm0Dec, Lm1Inc, Lm1Dec)>;
def DstR : MEv2RegClass<(add GPR, SOutXfer, DOutXfer, Lm0Low, Lm1Low, NnPop, SIndexReg, DIndexReg, NoReg)>;
def Dst : MEv2RegClass<(add DstR, AbsGPRA, AbsGPRB, NnOutReg, Lm0High, Lm1High, Lm0Inc, Lm0Dec, Lm1Inc, Lm1Dec)>;

// Arguments and results alternate between the banks. B15 holds the return address.
def CC_MEv2 : CallingConv<[
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[i32], CCAssignToReg<[A0, B0, A1, B1, A2, B2, A3, B3, A4, B4, A5, B5, A6, B6, A7, B7]>>
]>;
def CSR_None : CalleeSavedRegs<(add)>;
