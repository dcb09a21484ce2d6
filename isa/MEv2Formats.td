// The structure of a record: class of the word, fields, and properties that are not bits.

// One row of the class table. A pattern is w[39:32] with ? for bits that do not select the class. A
// selector names the bits that choose the operation inside the class; decode errors refer to it.
// Classes with the same layout have their fields at the same positions.
class InstrClass<string title, string layout, list<string> patterns, list<string> selectors> {
  string Title = title;
  string Layout = layout;
  list<string> Patterns = patterns;
  list<string> Selectors = selectors;
}
defvar commandSelectors = ["command 35:32", "token 19:18"];
def ClassAlu : InstrClass<"ALU", "alu", ["101?????"], ["operation 35:31"]>;
def ClassAluShf : InstrClass<"ALU_SHF", "alu_shf", ["100?????"],
                             ["operation 35:33", "shift control 9:8"]>;
def ClassLdField : InstrClass<"LD_FIELD", "ld_field", ["11000???"], []>;
def ClassBrByte : InstrClass<"BR_BYTE", "br_byte", ["11001???"], []>;
def ClassBrBit : InstrClass<"BR_BIT", "br_bit", ["11010???"], []>;
def ClassBranch : InstrClass<"BRANCH", "branch", ["11011???"], ["condition 4:0"]>;
def ClassCtxArb : InstrClass<"CTX_ARB", "ctx_arb", ["11100???"], []>;
def ClassJump : InstrClass<"BR_ALU", "jump", ["11101???"], []>;
def ClassImmed : InstrClass<"IMMED", "immed", ["11110???"], ["width 30:29", "byte position 34:33"]>;
def ClassMult : InstrClass<"MULT", "mult", ["1111100?"], ["type 32:31", "step 22:20"]>;
def ClassLocalCsr : InstrClass<"LOCAL_CSR", "local_csr", ["1111110?"], []>;
def ClassSram : InstrClass<"sram", "command", ["0?00????"], commandSelectors>;
def ClassScratch : InstrClass<"scratch", "command", ["0?01????"], commandSelectors>;
def ClassDram : InstrClass<"dram", "command", ["0?1010??"], ["command 33:32", "token 19:18"]>;
def ClassCap : InstrClass<"cap", "command", ["0?1100??", "0?11111?"],
                          ["command 35:32", "token 19:18"]>;
def ClassHash : InstrClass<"hash", "command", ["0?110110"], ["token 19:18"]>;
def ClassMsf : InstrClass<"msf", "command", ["0?11110?"], ["command 32:32", "token 19:18"]>;
def ClassPci : InstrClass<"pci", "command", ["0?11010?"], ["command 32:32", "token 19:18"]>;

// A 40-bit word. Bits assigned by no field and no `let` must be 0. SoftFail marks bits with a fixed
// value that assemblers write and decoders ignore.
class MEv2Inst<InstrClass cls, string mnemonic, string token, dag outputs, dag inputs, string asm>
    : Instruction {
  let Namespace = "MEv2";
  let Size = 5;
  let OutOperandList = outputs;
  let InOperandList = inputs;
  let AsmString = asm;
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
  field bits<40> Inst = 0;
  field bits<40> SoftFail = 0;

  InstrClass Class = cls;
  string Mnemonic = mnemonic;
  string Token = token;
  // Text of the special case in which the branch target or jump base is 0, if it differs.
  string AsmStringBase0 = "";
  // The left operand of B and ~B is optional (it feeds a following indirect shift).
  bit LeftOptional = 0;
  bit ReadsDst = 0;
  int LostSlots = 0; // issue slots lost when a branch is taken
  int MaxDefer = 0;  // the number of them that can be filled
  bit IsCommand = 0;
  bit Pulls = 0;      // takes data from S_OUT or D_OUT
  bit Pushes = 0;     // delivers data to S_IN or D_IN
  // Transfer registers moved per unit of the count; for a command without count, in total.
  int Longwords = 1;
  int StatusLongwords = 0; // delivered instead of data, independent of the count
  bit TwoSignals = 0; // completes with an even/odd pair
}

// A part of an operand field that is not an operand.
class SubLayout<string layout> {
  string Layout = layout;
  field bits<10> Inst = 0;
}
