// Words that compute inside the microengine: ALU, ALU_SHF, LD_FIELD, IMMED, MULT, LOCAL_CSR.

// ---- ALU: two unrestricted sources, one unrestricted destination ----------------------------
class Alu<bits<5> op, string mnemonic, string token, dag outputs, dag inputs, string asm>
    : MEv2Inst<ClassAlu, mnemonic, token, outputs, inputs, asm> {
  bit dst_bank;
  bit swap;
  bits<10> dst;
  bits<10> b;
  bits<10> a;
  let Inst{39-37} = 0b101;
  let Inst{36} = dst_bank;
  let Inst{35-31} = op;
  let Inst{30} = swap;
  let Inst{29-20} = dst;
  let Inst{19-10} = b;
  let Inst{9-0} = a;
  let Defs = [CC];
}
class AluOp<bits<5> op, string token>
    : Alu<op, "alu", token, (outs Destination:$dst), (ins Source:$left, Source:$right),
          "alu[$dst, $left, " # token # ", $right]">;

let LeftOptional = 1 in {
  def ALU_B : AluOp<0, "B">;
  def ALU_NOT_B : AluOp<4, "~B">;
}
def ALU_ADD : AluOp<1, "+">;
def ALU_ADD16 : AluOp<5, "+16">;
def ALU_AND : AluOp<8, "AND">;
def ALU_ADD8 : AluOp<9, "+8">;
def ALU_NOT_AND : AluOp<12, "~AND">;
def ALU_AND_NOT : AluOp<16, "AND~">;
def ALU_OR : AluOp<20, "OR">;
def ALU_SUB : AluOp<21, "-">;
def ALU_XOR : AluOp<24, "XOR">;
def ALU_B_SUB_A : AluOp<25, "B-A">;
let Uses = [CC] in {
  def ALU_SUB_CARRY : AluOp<13, "-carry">;
  def ALU_ADD_CARRY : AluOp<17, "+carry">;
}

class AluUnary<bits<5> op, string name>
    : Alu<op, name, "", (outs Destination:$dst), (ins Source:$right), name # "[$dst, $right]">;
// Words without a destination write "--" there, and decoders ignore it.
class AluNoDst<bits<5> op, string name, dag inputs, string asm> : Alu<op, name, "", (outs), inputs, asm> {
  let Inst{36} = 0;
  let Inst{29-20} = UNone.Base;
  let SoftFail{36} = 1;
  let SoftFail{29-20} = 0x3ff;
  let Defs = [];
  let hasSideEffects = 1;
}

// The three steps of a population count, in this order with the same operand.
def POP_COUNT1 : AluNoDst<6, "pop_count1", (ins Source:$right), "pop_count1[$right]">;
def POP_COUNT2 : AluNoDst<7, "pop_count2", (ins Source:$right), "pop_count2[$right]">;
def POP_COUNT3 : AluUnary<3, "pop_count3">;
def FFS : AluUnary<14, "ffs">;

let hasSideEffects = 1 in
def CRC : Alu<18, "crc", "", (outs Destination:$dst),
              (ins CrcEndian:$endian, CrcTypeName:$crc_type, Source:$right, CrcTokens:$crc_tokens),
              "crc_$endian[$crc_type, $dst, $right]$crc_tokens">;
// The CRC parameters in the field without data.
def CrcSelector : SubLayout<"crc"> {
  bits<3> type;
  bit bit_swap;
  bit little_endian;
  bits<3> bytes;
  let Inst{9-8} = 0b11;
  let Inst{7-5} = type;
  let Inst{4} = bit_swap;
  let Inst{3} = little_endian;
  let Inst{2-0} = bytes;
}

def CAM_CLEAR : AluNoDst<11, "cam_clear", (ins), "cam_clear"> {
  let Inst{30} = 0;
  let Inst{19-0} = 0;
  let SoftFail{30} = 1;
  let SoftFail{19-0} = 0xfffff;
}
let hasSideEffects = 1 in
def CAM_LOOKUP : Alu<23, "cam_lookup", "", (outs Destination:$dst),
                     (ins Source:$left, LmAddr:$lm_addr), "cam_lookup[$dst, $left]$lm_addr">;
def CamLookupSelector : SubLayout<"cam_lookup"> {
  bits<2> lm_addr_mask;
  bits<2> lm_addr_constant;
  let Inst{9-8} = 0b11;
  let Inst{1-0} = lm_addr_mask;
  let Inst{3-2} = lm_addr_constant;
}
// The new state is encoded in the destination field.
class CamState<bits<5> op, string name, dag inputs, string asm> : Alu<op, name, "", (outs), inputs, asm> {
  bits<4> state;
  let Inst{36} = 0;
  let Inst{29-20} = UConst.Base;
  let Inst{23-20} = state;
  let Defs = [];
  let hasSideEffects = 1;
}
def CAM_WRITE : CamState<19, "cam_write", (ins Source:$right, Source:$left, Decimal:$state),
                         "cam_write[$right, $left, $state]">;
def CAM_WRITE_STATE : CamState<27, "cam_write_state", (ins Source:$right, Decimal:$state),
                               "cam_write_state[$right, $state]">;
def CAM_READ_TAG : AluUnary<15, "cam_read_tag">;
def CAM_READ_STATE : AluUnary<31, "cam_read_state">;

// ---- ALU_SHF: restricted operands, the right one through the shifter --------------------------
class AluShf<bits<3> op, string mnemonic, string token, dag inputs, string asm>
    : MEv2Inst<ClassAluShf, mnemonic, token, (outs Destination:$dst), inputs, asm> {
  bit dst_bank;
  bits<5> amount;
  bits<8> dst;
  bit swap;
  bit constant_bit7;
  bits<8> b;
  bits<2> shift_control;
  bits<8> a;
  let Inst{39-37} = 0b100;
  let Inst{36} = dst_bank;
  let Inst{35-33} = op;
  let Inst{32-28} = amount;
  let Inst{27-20} = dst;
  let Inst{19} = swap;
  let Inst{18} = constant_bit7;
  let Inst{17-10} = b;
  let Inst{9-8} = shift_control;
  let Inst{7-0} = a;
  let Defs = [CC];
}
class ShfOp<bits<3> op, string token>
    : AluShf<op, "alu_shf", token, (ins Source:$left, Source:$right, Shift:$shift),
             "alu_shf[$dst, $left, " # token # ", $right$shift]">;
let LeftOptional = 1 in {
  def SHF_B : ShfOp<0, "B">;
  def SHF_NOT_B : ShfOp<1, "~B">;
}
def SHF_AND : ShfOp<2, "AND">;
def SHF_NOT_AND : ShfOp<3, "~AND">;
def SHF_AND_NOT : ShfOp<4, "AND~">;
def SHF_OR : ShfOp<5, "OR">;

def ASR : AluShf<6, "asr", "", (ins Source:$right, Shift:$shift), "asr[$dst, $right$shift]"> {
  let Inst{9-8} = 1;
}
def DBL_SHF : AluShf<0, "dbl_shf", "", (ins Source:$left, Source:$right, Shift:$shift),
                     "dbl_shf[$dst, $left, $right$shift]"> {
  let Inst{9-8} = 3;
}
class ByteAlign<string mnemonic, bits<2> control, dag inputs, string operand>
    : AluShf<7, mnemonic, "", inputs, mnemonic # "[$dst, $" # operand # "]"> {
  let Inst{32-28} = 0;
  let Inst{9-8} = control;
}
def BYTE_ALIGN_BE : ByteAlign<"byte_align_be", 1, (ins Source:$right), "right">;
def BYTE_ALIGN_LE : ByteAlign<"byte_align_le", 2, (ins Source:$left), "left">;

// ---- LD_FIELD: bytes of the shifted source replace bytes of the destination -------------------
class LdField<bit clear, string mnemonic>
    : MEv2Inst<ClassLdField, mnemonic, "", (outs Destination:$dst),
               (ins ByteMask:$mask, Source:$right, Shift:$shift, LoadCc:$load_cc),
               mnemonic # "[$dst, $mask, $right$shift]$load_cc"> {
  bit load_cc;
  bits<5> amount;
  bits<4> mask;
  bit swap;
  bit constant_bit7;
  bits<8> b;
  bits<2> shift_control;
  bits<8> a;
  let Inst{39-35} = 0b11000;
  let Inst{34} = load_cc;
  let Inst{32-28} = amount;
  let Inst{27-24} = mask;
  let Inst{20} = clear;
  let Inst{19} = swap;
  let Inst{18} = constant_bit7;
  let Inst{17-10} = b;
  let Inst{9-8} = shift_control;
  let Inst{7-0} = a;
  let Defs = [CC];
}
def LD_FIELD : LdField<0, "ld_field"> {
  let ReadsDst = 1;
}
def LD_FIELD_W_CLR : LdField<1, "ld_field_w_clr">;

// ---- IMMED: a constant into a register, halfword or byte --------------------------------------
class Immed<bits<2> width, string mnemonic, dag inputs, string asm>
    : MEv2Inst<ClassImmed, mnemonic, "", (outs Destination:$dst), inputs, asm> {
  bits<2> byte_position;
  bit invert;
  bits<8> immediate_high;
  bits<10> b;
  bits<10> a;
  let Inst{39-35} = 0b11110;
  let Inst{34-33} = byte_position;
  let Inst{30-29} = width;
  let Inst{27-20} = immediate_high;
  let Inst{19-10} = b;
  let Inst{9-0} = a;
}
def IMMED : Immed<0, "immed", (ins Hex:$immediate, ImmedShift:$immed_shift),
                  "immed[$dst, $immediate$immed_shift]"> {
  let Inst{31} = invert;
  let isMoveImm = 1;
}
class ImmedPart<bits<2> width, bits<2> position, string mnemonic>
    : Immed<width, mnemonic, (ins Hex:$immediate), mnemonic # "[$dst, $immediate]"> {
  let Inst{34-33} = position;
  let ReadsDst = 1;
}
foreach n = 0-3 in
  def IMMED_B#n : ImmedPart<1, n, "immed_b"#n> {
    let Inst{27-20} = 0;
  }
def IMMED_W0 : ImmedPart<2, 0, "immed_w0">;
def IMMED_W1 : ImmedPart<2, 2, "immed_w1">;
// An immed whose destination is "--".
def NOP : MEv2Inst<ClassImmed, "nop", "", (outs), (ins), "nop"> {
  let Inst = 0xf0000c0300;
}

// ---- MULT: one byte of the multiplier a step --------------------------------------------------
class Mult<bits<2> type, bits<3> step, string token, dag outputs, dag inputs, string asm>
    : MEv2Inst<ClassMult, "mul_step", token, outputs, inputs, asm # ", " # token> {
  bit swap;
  bit dst_bank;
  bits<10> b;
  bits<10> a;
  let Inst{39-33} = 0b1111100;
  let Inst{32-31} = type;
  let Inst{22-20} = step;
  let Inst{9-0} = a;
  let hasSideEffects = 1;
}
class MultStep<bits<2> type, bits<3> step, string token>
    : Mult<type, step, token, (outs), (ins Source:$left, Source:$right), "mul_step[$left, $right]"> {
  let Inst{30} = swap;
  let Inst{19-10} = b;
}
class MultLast<bits<2> type, bits<3> step, string token>
    : Mult<type, step, token, (outs Destination:$dst), (ins), "mul_step[$dst, --]"> {
  let Inst{23} = dst_bank;
  let SoftFail{19-10} = 0x3ff;
  let Defs = [CC];
}
def MUL_START : MultStep<0, 0, "start">;
class MultType<bits<2> number, string name> {
  bits<2> Code = number;
  string Name = name;
}
// Every type has all steps in the encoding, although programs use only the first ones.
foreach type = [MultType<1, "24x8">, MultType<2, "16x16">, MultType<3, "32x32">] in {
  foreach step = 1-4 in
    def MUL_#!toupper(type.Name)#_STEP#step
        : MultStep<type.Code, !sub(step, 1), type.Name#"_step"#step>;
  def MUL_#!toupper(type.Name)#_LAST : MultLast<type.Code, 4, type.Name#"_last">;
  def MUL_#!toupper(type.Name)#_LAST2 : MultLast<type.Code, 5, type.Name#"_last2">;
}

// ---- LOCAL_CSR --------------------------------------------------------------------------------
class LocalCsr<bit write, string mnemonic, dag inputs, string asm>
    : MEv2Inst<ClassLocalCsr, mnemonic, "", (outs), inputs, asm> {
  bits<11> csr;
  let Inst{39-33} = 0b1111110;
  let Inst{32-22} = csr;
  let Inst{21} = write;
  let hasSideEffects = 1;
}
// The value arrives through the next instruction, which must be immed[dst, 0].
def LOCAL_CSR_RD : LocalCsr<0, "local_csr_rd", (ins LocalCsrName:$local_csr),
                            "local_csr_rd[$local_csr]"> {
  let Inst{19-10} = UConst.Base;
}
def LOCAL_CSR_WR : LocalCsr<1, "local_csr_wr", (ins LocalCsrName:$local_csr, Source:$left),
                            "local_csr_wr[$local_csr, $left]"> {
  bits<10> b;
  bits<10> a;
  let Inst{19-10} = b;
  let Inst{9-0} = a;
}
