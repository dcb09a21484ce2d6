// The register files as LLVM registers. HWEncoding is the value in an unrestricted operand field.
//
// $n names two registers: reads use S_IN, writes S_OUT, and likewise for $$n and n$n (the
// neighbour's). They are different storage, so they are different registers here.
class MEv2Reg<string asm, OperandRange range, int n> : Register<asm> {
  let Namespace = "MEv2";
  let HWEncoding = !cast<bits<16>>(!add(range.Base, n));
}

foreach n = 0-31 in {
  def A#n : MEv2Reg<"a"#n, UGpr, n>;
  def B#n : MEv2Reg<"b"#n, UGpr, n>;
  def SIn#n : MEv2Reg<"$"#n, USXfer, n>;
  def SOut#n : MEv2Reg<"$"#n, USXfer, n>;
  def DIn#n : MEv2Reg<"$$"#n, UDXfer, n>;
  def DOut#n : MEv2Reg<"$$"#n, UDXfer, n>;
  def NnIn#n : MEv2Reg<"n$"#n, UNn, n>;
  def NnOut#n : MEv2Reg<"n$"#n, UNn, n>;
}
foreach n = 0-127 in {
  def AbsA#n : MEv2Reg<"@a"#n, UAbsGpr, n>;
  def AbsB#n : MEv2Reg<"@b"#n, UAbsGpr, n>;
}

// N Z C V: one set per microengine, not saved across context swaps.
def CC : Register<"cc"> {
  let Namespace = "MEv2";
}

class MEv2RegClass<dag members> : RegisterClass<"MEv2", [i32], 32, members>;
// With 8 contexts only numbers 0-15 exist; the backend reserves the rest.
def GPRA : MEv2RegClass<(sequence "A%u", 0, 31)>;
def GPRB : MEv2RegClass<(sequence "B%u", 0, 31)>;
def GPR : MEv2RegClass<(add GPRA, GPRB)>;
def AbsGPRA : MEv2RegClass<(sequence "AbsA%u", 0, 127)>;
def AbsGPRB : MEv2RegClass<(sequence "AbsB%u", 0, 127)>;
def SInXfer : MEv2RegClass<(sequence "SIn%u", 0, 31)>;
def SOutXfer : MEv2RegClass<(sequence "SOut%u", 0, 31)>;
def DInXfer : MEv2RegClass<(sequence "DIn%u", 0, 31)>;
def DOutXfer : MEv2RegClass<(sequence "DOut%u", 0, 31)>;
def NnInReg : MEv2RegClass<(sequence "NnIn%u", 0, 31)>;
def NnOutReg : MEv2RegClass<(sequence "NnOut%u", 0, 31)>;
def CCReg : MEv2RegClass<(add CC)> {
  let CopyCost = -1;
  let isAllocatable = 0;
}
