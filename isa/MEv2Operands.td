// Encoding of operands in fields. A field is unrestricted (10 bits) or restricted (8 bits); each
// range below maps consecutive register numbers, offsets or constants to consecutive field values.
// Values outside all ranges are undefined.

// Kinds and steps are the enumerators of mev2::OperandKind and mev2::Step.
class OperandKind<string name, bit perContext = 0> {
  string Name = name;
  // Registers are divided among the contexts: 16 each with 8 contexts, 32 with 4.
  bit PerContext = perContext;
}
def KindNone : OperandKind<"None">;
def KindGpr : OperandKind<"Gpr", 1>;
def KindAbsGpr : OperandKind<"AbsGpr">;
def KindSXfer : OperandKind<"SXfer", 1>;
def KindDXfer : OperandKind<"DXfer", 1>;
def KindSIndex : OperandKind<"SIndex">;
def KindDIndex : OperandKind<"DIndex">;
def KindNn : OperandKind<"Nn", 1>;
def KindNnRing : OperandKind<"NnRing">;
def KindLm0 : OperandKind<"Lm0">;
def KindLm1 : OperandKind<"Lm1">;
def KindConst : OperandKind<"Const">;

// Numbers First .. First+Count-1 are the field values Base .. Base+Count-1.
class OperandRange<OperandKind kind, string step, int base, int count, bit source, bit destination,
                   int first = 0> {
  OperandKind Kind = kind;
  string Step = step;
  int Base = base;
  int Count = count;
  int First = first;
  bit Source = source;
  bit Destination = destination;
}
class Unrestricted<OperandKind kind, string step, int base, int count, bit source = 1,
                   bit destination = 1> : OperandRange<kind, step, base, count, source, destination>;
class Restricted<OperandKind kind, string step, int base, int count, bit source = 1,
                 bit destination = 1, int first = 0>
    : OperandRange<kind, step, base, count, source, destination, first>;

// The bank of a GPR is that of the field (sources) or of a bank bit (destinations).
def UGpr : Unrestricted<KindGpr, "Keep", 0x000, 32>;
def UAbsGpr : Unrestricted<KindAbsGpr, "Keep", 0x080, 128>;
def UDIndex : Unrestricted<KindDIndex, "Keep", 0x100, 1>;
def UDIndexInc : Unrestricted<KindDIndex, "Increment", 0x102, 1>;
def UDIndexDec : Unrestricted<KindDIndex, "Decrement", 0x104, 1>;
def USIndex : Unrestricted<KindSIndex, "Keep", 0x140, 1>;
def USIndexInc : Unrestricted<KindSIndex, "Increment", 0x142, 1>;
def USIndexDec : Unrestricted<KindSIndex, "Decrement", 0x144, 1>;
def USXfer : Unrestricted<KindSXfer, "Keep", 0x180, 32>;
def UDXfer : Unrestricted<KindDXfer, "Keep", 0x1c0, 32>;
def ULm0 : Unrestricted<KindLm0, "Keep", 0x200, 16>;
def ULm0Inc : Unrestricted<KindLm0, "Increment", 0x210, 1>;
def ULm0Dec : Unrestricted<KindLm0, "Decrement", 0x211, 1>;
def ULm1 : Unrestricted<KindLm1, "Keep", 0x220, 16>;
def ULm1Inc : Unrestricted<KindLm1, "Increment", 0x230, 1>;
def ULm1Dec : Unrestricted<KindLm1, "Decrement", 0x231, 1>;
def UNnRing : Unrestricted<KindNnRing, "Keep", 0x241, 1, 1, 0>; // reads without popping
def UNnRingInc : Unrestricted<KindNnRing, "Increment", 0x243, 1>;
def UNn : Unrestricted<KindNn, "Keep", 0x280, 32>;
def UNone : Unrestricted<KindNone, "Keep", 0x300, 1, 0, 1>;
def UConst : Unrestricted<KindConst, "Keep", 0x300, 256, 1, 0>;

// No absolute GPRs, no n$n, and local memory only with small offsets.
def RGpr : Restricted<KindGpr, "Keep", 0x00, 32>;
def RNone : Restricted<KindNone, "Keep", 0x20, 1, 0, 1>;
def RSIndex : Restricted<KindSIndex, "Keep", 0x40, 1>;
def RSIndexInc : Restricted<KindSIndex, "Increment", 0x42, 1>;
def RSIndexDec : Restricted<KindSIndex, "Decrement", 0x44, 1>;
def RNnRing : Restricted<KindNnRing, "Keep", 0x41, 1, 1, 0>;
def RNnRingInc : Restricted<KindNnRing, "Increment", 0x43, 1>;
def RDIndex : Restricted<KindDIndex, "Keep", 0x48, 1>;
def RDIndexInc : Restricted<KindDIndex, "Increment", 0x4a, 1>;
def RDIndexDec : Restricted<KindDIndex, "Decrement", 0x4c, 1>;
def RLm0 : Restricted<KindLm0, "Keep", 0x50, 8>;
def RLm1 : Restricted<KindLm1, "Keep", 0x58, 8>;
def RSXfer : Restricted<KindSXfer, "Keep", 0x80, 32>;
def RDXfer : Restricted<KindDXfer, "Keep", 0xc0, 32>;
// Constants are the values with bit 5 set: the field holds value[6:5] . 1 . value[4:0]. Classes
// with a bit of their own for value[7] (the instruction's bit 18) reach 255, others 127.
foreach high = 0-3 in
  def RConst#high : Restricted<KindConst, "Keep", !add(0x20, !shl(high, 6)), 32, 1, 0, !shl(high, 5)>;

// Operands in assembly text. Names of operands in the instructions' AsmStrings select the printer
// and parser; the PrintMethods are for LLVM's instruction printer.
class TextOperand<string print> : Operand<i32> {
  let PrintMethod = print;
}
def Destination : TextOperand<"printOperandText">;
def Source : TextOperand<"printOperandText">;
def Transfer : TextOperand<"printOperandText">;
def Shift : TextOperand<"printShift">;               // nothing, or ", >>5"
def ByteMask : TextOperand<"printByteMask">;         // 1011
def LoadCc : TextOperand<"printLoadCc">;             // nothing, or ", load_cc"
def Hex : TextOperand<"printHex">;
def Decimal : TextOperand<"printDecimal">;
def ImmedShift : TextOperand<"printImmedShift">;     // nothing, or ", <<8"
def Defer : TextOperand<"printDefer">;               // nothing, or ", defer[1]"
def SignalName : TextOperand<"printSignal">;         // s3
def InputStateName : TextOperand<"printInputState">; // nn_empty
def Wakeup : TextOperand<"printWakeup">;             // s1, s2 | voluntary | kill | bpt | --
def CtxTokens : TextOperand<"printCtxTokens">;       // any, br[l12#], defer[2]
def CrcEndian : TextOperand<"printCrcEndian">;       // be | le
def CrcTypeName : TextOperand<"printCrcType">;
def CrcTokens : TextOperand<"printCrcTokens">;       // bytes_0_1, bit_swap
def LmAddr : TextOperand<"printLmAddr">;             // lm_addr0[3]
def LocalCsrName : TextOperand<"printLocalCsr">;
def CapCsr : TextOperand<"printCapCsr">;             // 0x4b20
def CommandTokens : TextOperand<"printCommandTokens">; // indirect_ref, ctx_swap[s1], defer[1] ...
def Label : Operand<OtherVT> {                       // l12#
  let PrintMethod = "printLabel";
  let OperandType = "OPERAND_PCREL";
}
