// Words that change the flow: branches, jump, ctx_arb.

// A taken branch loses the slots between its fetch and the stage that decides it; defer[n] fills
// n of them.
class Flow<InstrClass cls, string mnemonic, dag inputs, string asm, int lostSlots>
    : MEv2Inst<cls, mnemonic, "", (outs), inputs, asm # "$defer"> {
  bits<2> defer;
  let Inst{21-20} = defer;
  let isBranch = 1;
  let isTerminator = 1;
  let LostSlots = lostSlots;
  let MaxDefer = lostSlots;
}

class BrByte<bit equal, string mnemonic>
    : Flow<ClassBrByte, mnemonic,
           (ins Source:$left, Decimal:$byte, Hex:$compare, Label:$label, Defer:$defer),
           mnemonic # "[$left, $byte, $compare, $label]", 3> {
  bits<13> target;
  bit constant_bit7;
  bits<8> b;
  bits<2> byte;
  bits<8> a;
  let Inst{39-35} = 0b11001;
  let Inst{34-22} = target;
  let Inst{19} = equal;
  let Inst{18} = constant_bit7;
  let Inst{17-10} = b;
  let Inst{9-8} = byte;
  let Inst{7-0} = a;
}
def BR_BYTE_EQ : BrByte<1, "br=byte">;
def BR_BYTE_NE : BrByte<0, "br!=byte">;

class BrBit<bit set, string mnemonic>
    : Flow<ClassBrBit, mnemonic, (ins Source:$left, Decimal:$bit, Label:$label, Defer:$defer),
           mnemonic # "[$left, $bit, $label]", 3> {
  bits<13> target;
  bits<8> b;
  bits<8> a;
  let Inst{39-35} = 0b11010;
  let Inst{34-22} = target;
  let Inst{18} = set;
  let Inst{17-10} = b;
  let Inst{7-0} = a;
}
def BR_BSET : BrBit<1, "br_bset">;
def BR_BCLR : BrBit<0, "br_bclr">;

// Evaluation points: 0 loses two slots, later ones three.
class Branch<bits<5> condition, bits<2> eval, string mnemonic, dag inputs, string asm>
    : Flow<ClassBranch, mnemonic, inputs, asm, !if(!eq(eval, 0), 2, 3)> {
  bits<13> target;
  bits<4> parameter;
  let Inst{39-35} = 0b11011;
  let Inst{34-22} = target;
  let Inst{9-8} = eval;
  let Inst{4-0} = condition;
}
class BranchCc<bits<5> condition, string mnemonic>
    : Branch<condition, 1, mnemonic, (ins Label:$label, Defer:$defer), mnemonic # "[$label]"> {
  let Uses = [CC];
}
def BEQ : BranchCc<0, "beq">;
def BNE : BranchCc<1, "bne">;
def BMI : BranchCc<2, "bmi">;
def BPL : BranchCc<3, "bpl">;
def BCS : BranchCc<4, "bcs">;
def BCC : BranchCc<5, "bcc">;
def BVS : BranchCc<6, "bvs">;
def BVC : BranchCc<7, "bvc">;
def BGE : BranchCc<8, "bge">;
def BLT : BranchCc<9, "blt">;
def BLE : BranchCc<10, "ble">;
def BGT : BranchCc<11, "bgt">;

class BranchOn<bits<5> condition, bits<2> eval, string mnemonic, dag inputs, string what>
    : Branch<condition, eval, mnemonic, !con(inputs, (ins Label:$label, Defer:$defer)),
             mnemonic # "[$" # what # ", $label]"> {
  let Inst{17-14} = parameter;
}
def BR_EQ_CTX : BranchOn<16, 0, "br=ctx", (ins Decimal:$context), "context">;
def BR_NE_CTX : BranchOn<17, 0, "br!=ctx", (ins Decimal:$context), "context">;
// No public source confirms when signals are evaluated; assumed to be as late as input states.
defvar signalEval = 2;
let hasSideEffects = 1 in {
  def BR_SIGNAL : BranchOn<18, signalEval, "br_signal", (ins SignalName:$signal), "signal">;
  def BR_NOT_SIGNAL : BranchOn<19, signalEval, "br_!signal", (ins SignalName:$signal), "signal">;
}
def BR_INP_STATE
    : BranchOn<20, 2, "br_inp_state", (ins InputStateName:$input_state), "input_state">;
def BR_NOT_INP_STATE
    : BranchOn<21, 2, "br_!inp_state", (ins InputStateName:$input_state), "input_state">;

def BR : Branch<24, 0, "br", (ins Label:$label, Defer:$defer), "br[$label]"> {
  let isBarrier = 1;
}

// PC = base + register. The low byte of the base is the constant in the field without register.
def JUMP : Flow<ClassJump, "jump", (ins Source:$left, Label:$label, Defer:$defer),
                "jump[$left, $label]", 3> {
  bits<5> base_high;
  bits<10> b;
  bits<10> a;
  let Inst{39-35} = 0b11101;
  let Inst{26-22} = base_high;
  let Inst{19-10} = b;
  let Inst{9-0} = a;
  let isIndirectBranch = 1;
  let isBarrier = 1;
  let AsmStringBase0 = "rtn[$left]$defer";
}

// Yields the microengine to another context; the operand gives the wakeup events.
def CTX_ARB : MEv2Inst<ClassCtxArb, "ctx_arb", "", (outs), (ins Wakeup:$wakeup, CtxTokens:$ctx_tokens),
                       "ctx_arb[$wakeup]$ctx_tokens"> {
  bits<13> target;
  bits<2> defer;
  bit keep_wakeup;
  bit has_target;
  bit bpt;
  bit any;
  bits<16> signals;
  let Inst{39-35} = 0b11100;
  let Inst{34-22} = target;
  let Inst{21-20} = defer;
  let Inst{19} = keep_wakeup;
  let Inst{18} = has_target;
  let Inst{17} = bpt;
  let Inst{16} = any;
  let Inst{15-0} = signals;
  let hasSideEffects = 1;
  let MaxDefer = 2;
}
