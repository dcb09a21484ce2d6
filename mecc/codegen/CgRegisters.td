// Registers that only code generation names, and register classes of operand fields.

// Windows into local memory: longwords relative to a pointer, modelled as registers. *l$index0 is
// the frame of the running function; without frames it is a second movable pointer. Both pointers
// may address one longword, so each register of one overlaps every register of the other: LLVM's
// passes then know that a write through one pointer changes data read through the other. Registers
// of one pointer are distinct longwords; instructions that move it redefine all of them.
class Lm<string asm, OperandRange range, int n, list<Register> aliases> : MEv2Reg<asm, range, n> {
  let Aliases = aliases;
}
foreach n = 0-15 in
  def Lm0_#n : Lm<"*l$index0["#n#"]", ULm0, n, []>;
defvar Window0 = [Lm0_0, Lm0_1, Lm0_2, Lm0_3, Lm0_4, Lm0_5, Lm0_6, Lm0_7, Lm0_8, Lm0_9, Lm0_10, Lm0_11,
                  Lm0_12, Lm0_13, Lm0_14, Lm0_15];
def Lm0Inc : Lm<"*l$index0++", ULm0Inc, 0, Window0>;
def Lm0Dec : Lm<"*l$index0--", ULm0Dec, 0, !listconcat(Window0, [Lm0Inc])>;
defvar Pointer0 = !listconcat(Window0, [Lm0Inc, Lm0Dec]);
foreach n = 0-15 in
  def Lm1_#n : Lm<"*l$index1["#n#"]", ULm1, n, Pointer0>;
defvar Window1 = [Lm1_0, Lm1_1, Lm1_2, Lm1_3, Lm1_4, Lm1_5, Lm1_6, Lm1_7, Lm1_8, Lm1_9, Lm1_10, Lm1_11,
                  Lm1_12, Lm1_13, Lm1_14, Lm1_15];
def Lm1Inc : Lm<"*l$index1++", ULm1Inc, 0, !listconcat(Pointer0, Window1)>;
def Lm1Dec : Lm<"*l$index1--", ULm1Dec, 0, !listconcat(Pointer0, Window1, [Lm1Inc])>;
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
// registers, small local-memory offsets. Only GPRs are allocatable; passes insert the others.
def SrcR : MEv2RegClass<(add GPR, SInXfer, DInXfer, Lm0Low, Lm1Low, NnPop, NnPeek, SIndexReg, DIndexReg)>;
def Src : MEv2RegClass<(add SrcR, AbsGPRA, AbsGPRB, NnInReg, Lm0High, Lm1High, Lm0Inc, Lm0Dec, Lm1Inc, Lm1Dec)>;
def DstR : MEv2RegClass<(add GPR, SOutXfer, DOutXfer, Lm0Low, Lm1Low, NnPop, SIndexReg, DIndexReg, NoReg)>;
def Dst : MEv2RegClass<(add DstR, AbsGPRA, AbsGPRB, NnOutReg, Lm0High, Lm1High, Lm0Inc, Lm0Dec, Lm1Inc, Lm1Dec)>;

def CSR_None : CalleeSavedRegs<(add)>;
