// Forms that access units and register objects: transfer registers, signals, next-neighbour
// registers, local memory. An object is a frame index until the object passes (objects.cc) assign
// its number.
let hasSideEffects = 1, mayLoad = 1, mayStore = 1 in {

// op: an mev2::Opcode. xfer: object and longword offset, or -1. sync: 0 signal, 1 swap, 2 none.
// signal: object or -1. `indirect` is the ALU result read by an indirect_ref command.
multiclass CommandForms<dag indirect, int words> {
  def rr : CgInst<"", (outs), !con((ins i32imm:$op, AnyOperand:$xfer, i32imm:$offset, SrcR:$left, SrcR:$right,
                  i32imm:$count, i32imm:$sync, AnyOperand:$sig), indirect), [], words>;
  def ri : CgInst<"", (outs), !con((ins i32imm:$op, AnyOperand:$xfer, i32imm:$offset, SrcR:$left, i32imm:$right,
                  i32imm:$count, i32imm:$sync, AnyOperand:$sig), indirect), [], words>;
}
defm CgCommand : CommandForms<(ins), 1>;
defm CgCommandInd : CommandForms<(ins Src:$indirect), 2>;
// Forms without an address: hash (csr = 0), and cap with an immediate CSR address.
def CgCommandCsr : CgInst<"", (outs), (ins i32imm:$op, AnyOperand:$xfer, i32imm:$offset, i32imm:$csr,
                          i32imm:$count, i32imm:$sync, AnyOperand:$sig)>;
// cap[fast_wr, ALU, csr] takes the ALU result of the previous word.
def CgCapFastr : CgInst<"", (outs), (ins i32imm:$csr, Src:$right), [], 2>;
def CgCapFasti : CgInst<"", (outs), (ins i32imm:$csr, i32imm:$imm)>;

// Waits: the `any` flag, then the signals.
def CgWait : CgInst<"CTX_ARB", (outs), (ins i32imm:$any, variable_ops)>;
def CgVoluntary : CgInst<"CTX_ARB", (outs), (ins)>;
def CgBpt : CgInst<"CTX_ARB", (outs), (ins)>;
def CgKillHere : CgInst<"CTX_ARB", (outs), (ins)>; // code after it never runs
// Returns 1 if the signal is set, and clears it. Expands to a branch.
let usesCustomInserter = 1 in {
  def CgSignalTest : CgInst<"", (outs GPR:$dst), (ins AnyOperand:$sig)>;
  def CgStateTest : CgInst<"", (outs GPR:$dst), (ins i32imm:$state)>;
}
def CgWaitMask : CgInst<"", (outs), (ins Src:$left), [], 2>;

// The value arrives in an immed[dst, 0] after the read.
def CgCsrRd : CgInst<"", (outs Dst:$dst), (ins i32imm:$csr), [], 2>;
def CgCsrWr : CgWord<LOCAL_CSR_WR, (outs), (ins i32imm:$csr, Src:$left)>;
def CgCsrWri : CgWord<LOCAL_CSR_WR, (outs), (ins i32imm:$csr, i32imm:$left)>;

def CgCamLookup : CgWord<CAM_LOOKUP, (outs Dst:$dst), (ins Src:$left)>;
def CgCamWriterr : CgWord<CAM_WRITE, (outs), (ins Src:$right, Src:$left, i32imm:$state)>;
def CgCamWriteir : CgWord<CAM_WRITE, (outs), (ins i32imm:$right, Src:$left, i32imm:$state)>;
def CgCamWriteState : CgWord<CAM_WRITE_STATE, (outs), (ins Src:$right, i32imm:$state)>;
def CgCamWriteStatei : CgWord<CAM_WRITE_STATE, (outs), (ins i32imm:$right, i32imm:$state)>;
def CgCamReadTag : CgWord<CAM_READ_TAG, (outs Dst:$dst), (ins Src:$right)>;
def CgCamReadState : CgWord<CAM_READ_STATE, (outs Dst:$dst), (ins Src:$right)>;
def CgCamReadTagi : CgWord<CAM_READ_TAG, (outs Dst:$dst), (ins i32imm:$right)>;
def CgCamReadStatei : CgWord<CAM_READ_STATE, (outs Dst:$dst), (ins i32imm:$right)>;
def CgCamClear : CgWord<CAM_CLEAR, (outs), (ins)>;

// crc: codes of the encoding in one number: type << 8 | bit_swap << 4 | little_endian << 3 | bytes.
def CgCrc : CgInst<"", (outs Dst:$dst), (ins Src:$right, i32imm:$crc)>;

def CgNnPut : CgInst<"", (outs), (ins Src:$right)>;
def CgNnGet : CgInst<"", (outs Dst:$dst), (ins i32imm:$pop)>;

// Accesses to register objects: object and longword offset, and optionally an index register
// (bytes).
def CgObjLoad : CgInst<"", (outs Dst:$dst), (ins AnyOperand:$object, i32imm:$offset)>;
def CgObjStore : CgInst<"", (outs), (ins Src:$right, AnyOperand:$object, i32imm:$offset)>;
def CgObjLoadX : CgInst<"", (outs Dst:$dst), (ins AnyOperand:$object, Src:$index, i32imm:$offset), [], 8>;
def CgObjStoreX : CgInst<"", (outs), (ins Src:$right, AnyOperand:$object, Src:$index, i32imm:$offset), [], 8>;
// implicit_read/write/undef, free_write_buffer, pins: an ObjectHint and a number of longwords (0:
// all).
def CgObjHint : CgInst<"", (outs), (ins AnyOperand:$object, i32imm:$offset, i32imm:$kind, i32imm:$count), [], 0>;

// Local memory: frame slots and addresses in registers. Offsets in bytes.
def CgSlotLoad : CgInst<"", (outs Dst:$dst), (ins AnyOperand:$slot, i32imm:$offset), [], 8>;
def CgSlotStore : CgInst<"", (outs), (ins Src:$right, AnyOperand:$slot, i32imm:$offset), [], 8>;
def CgLmLoad : CgInst<"", (outs Dst:$dst), (ins Src:$left, i32imm:$offset), [], 5>;
def CgLmStore : CgInst<"", (outs), (ins Src:$right, Src:$left, i32imm:$offset), [], 5>;
// Sets a pointer, so that *l$index0[k] or *l$index1[k] become operands (lm_pointers.cc).
let Defs = Window0 in {
  def CgLmPoint0 : CgInst<"", (outs), (ins Src:$left), [], 4>;
  def CgLmPoint0i : CgInst<"", (outs), (ins i32imm:$left), [], 4>;
}
let Defs = Window1 in {
  def CgLmPoint1 : CgInst<"", (outs), (ins Src:$left), [], 4>;
  def CgLmPoint1i : CgInst<"", (outs), (ins i32imm:$left), [], 4>;
}

// A pointer that advances through local memory with a loop (lm_streams.cc): pointer 0 or 1;
// longwords.
def CgStreamPoint : CgInst<"", (outs), (ins Src:$left, i32imm:$pointer)>;
def CgStreamLoad : CgInst<"", (outs Dst:$dst), (ins i32imm:$pointer, i32imm:$offset, i32imm:$step)>;
def CgStreamStore : CgInst<"", (outs), (ins Src:$right, i32imm:$pointer, i32imm:$offset, i32imm:$step)>;
def CgStreamStep : CgInst<"", (outs), (ins i32imm:$pointer, i32imm:$step)>;
}

// Numbers known only after allocation.
def CgObjNumber : CgInst<"", (outs Dst:$dst), (ins AnyOperand:$object, i32imm:$offset)>;
def CgSignalMask : CgInst<"", (outs Dst:$dst), (ins variable_ops)>;
// The address of a frame slot in local memory, for this context.
def CgSlotAddress : CgInst<"", (outs Dst:$dst), (ins AnyOperand:$slot, i32imm:$offset), [], 4>;
