// Commands to the units outside the microengine. All share one word: unit and command, signal,
// count, transfer register, token (a modifier), two restricted operands whose sum is the address.

class Command<InstrClass cls, bits<6> number, bits<2> modifier, string mnemonic, string token,
              dag inputs, string asm>
    : MEv2Inst<cls, mnemonic, token, (outs), !con(inputs, (ins CommandTokens:$tokens)),
               asm # "$tokens"> {
  bit indirect_ref;
  bits<4> signal;
  bits<2> completion;
  bits<3> count;
  bits<5> xfer;
  bits<8> b;
  bits<8> a;
  bit ignore_data_error;
  let Inst{38} = indirect_ref;
  let Inst{37-32} = number;
  let Inst{31-28} = signal;
  let Inst{19-18} = modifier;
  let Inst{9-8} = completion;
  let IsCommand = 1;
  let hasSideEffects = 1;
  let MaxDefer = 2;
  // Parameters of the emulator (emu/kernel/params.def): cycles from the issue to the effect and to
  // the end, unloaded, for one of the count; and how long each of the count occupies the unit.
  string Effect = "";
  string Done = "";
  string Service = "";
  string Signals = "One";
}
// A command that writes or changes memory: done with its effect.
class Takes<string cycles, string service> {
  string Effect = cycles;
  string Done = cycles;
  string Service = service;
}
// A command that delivers words: `effect` is the latency of a write to the same unit.
class Answers<string effect, string cycles, string service> {
  string Effect = effect;
  string Done = cycles;
  string Service = service;
}

// The four address forms: with or without transfer register, with or without count.
class Addressed<InstrClass cls, bits<6> number, bits<2> modifier, string unit, string name, dag inputs,
                string operands>
    : Command<cls, number, modifier, unit, name, inputs, unit # "[" # name # ", " # operands # "]"> {
  let Inst{17-10} = b;
  let Inst{7-0} = a;
}
class Reference<InstrClass cls, bits<6> number, bits<2> modifier, string unit, string name>
    : Addressed<cls, number, modifier, unit, name,
                (ins Transfer:$xfer, Source:$left, Source:$right, Decimal:$count),
                "$xfer, $left, $right, $count"> {
  let Inst{27-25} = count;
  let Inst{24-20} = xfer;
}
class OneWord<InstrClass cls, bits<6> number, bits<2> modifier, string unit, string name>
    : Addressed<cls, number, modifier, unit, name,
                (ins Transfer:$xfer, Source:$left, Source:$right), "$xfer, $left, $right"> {
  let Inst{24-20} = xfer;
}
class NoTransfer<InstrClass cls, bits<6> number, bits<2> modifier, string unit, string name>
    : Addressed<cls, number, modifier, unit, name, (ins Source:$left, Source:$right),
                "--, $left, $right">;
class CountOnly<InstrClass cls, bits<6> number, bits<2> modifier, string unit, string name>
    : Addressed<cls, number, modifier, unit, name,
                (ins Source:$left, Source:$right, Decimal:$count), "--, $left, $right, $count"> {
  let Inst{27-25} = count;
}

class Pull { bit Pulls = 1; }
class Push { bit Pushes = 1; }
class PullPush : Pull, Push;
// Two signals: the even one with the effect and the odd one at the end, or both at the end.
class Pair { bit TwoSignals = 1; string Signals = "Apart"; }
class PairAtEnd { bit TwoSignals = 1; string Signals = "Together"; }

// ---- sram, scratch ----------------------------------------------------------------------------
// Read-modify-write operations are numbered alike in both; token bit 0 returns the old value.
class ChangesAtomically<string unit>
    : Takes<unit # ".write", !if(!eq(unit, "scratch"), "scratch.service_atomic", unit # ".service_per_lw")>;
class AnswersAtomically<string unit>
    : Answers<unit # ".write", unit # ".atomic",
              !if(!eq(unit, "scratch"), "scratch.service_atomic", unit # ".service_per_lw")>;
multiclass Atomic<InstrClass cls, bits<6> unit, bits<4> cmd, string mnemonic, string name> {
  def NAME#!toupper(name)
      : OneWord<cls, !or(unit, cmd), 0, mnemonic, name>, Pull, ChangesAtomically<mnemonic>;
  def NAME#TEST_AND_#!toupper(name)
      : OneWord<cls, !or(unit, cmd), 1, mnemonic, "test_and_" # name>, PullPush, Pair,
        AnswersAtomically<mnemonic>;
}
multiclass Counting<InstrClass cls, bits<6> unit, bits<4> cmd, string mnemonic, string name> {
  def NAME#!toupper(name)
      : NoTransfer<cls, !or(unit, cmd), 0, mnemonic, name>, ChangesAtomically<mnemonic>;
  def NAME#TEST_AND_#!toupper(name)
      : OneWord<cls, !or(unit, cmd), 1, mnemonic, "test_and_" # name>, Push, Pair,
        AnswersAtomically<mnemonic>;
}
multiclass MemoryUnit<InstrClass cls, bits<6> unit, string mnemonic> {
  def READ : Reference<cls, !or(unit, 0), 0, mnemonic, "read">, Push,
             Answers<mnemonic # ".write", mnemonic # ".read", mnemonic # ".service_per_lw"> {
    let Inst{19} = ignore_data_error;
  }
  def WRITE : Reference<cls, !or(unit, 1), 0, mnemonic, "write">, Pull,
              Takes<mnemonic # ".write", mnemonic # ".service_per_lw"> {
    let Inst{19} = ignore_data_error;
  }
  // Token 0 is a write without the old value on descendants; decoders take it for a swap.
  def SWAP : OneWord<cls, !or(unit, 2), 1, mnemonic, "swap">, PullPush, Pair,
             AnswersAtomically<mnemonic> {
    let SoftFail{18} = 1;
  }
  defm "" : Atomic<cls, unit, 3, mnemonic, "set">;
  defm "" : Atomic<cls, unit, 4, mnemonic, "clr">;
  defm "" : Atomic<cls, unit, 5, mnemonic, "add">;
  defm "" : Counting<cls, unit, 7, mnemonic, "incr">;
  defm "" : Counting<cls, unit, 8, mnemonic, "decr">;
}
defm SRAM_ : MemoryUnit<ClassSram, 0x00, "sram">;
defm SCRATCH_ : MemoryUnit<ClassScratch, 0x10, "scratch">;

class SramWrite : Takes<"sram.write", "sram.service_per_lw">;
class SramAnswers<string cycles> : Answers<"sram.write", cycles, "sram.service_per_lw">;
// put on an SRAM ring reports back whether there was room, so it is a pull and a push.
let StatusLongwords = 1 in
def SRAM_PUT : Reference<ClassSram, 9, 0, "sram", "put">, PullPush, Pair, SramAnswers<"sram.ring_put">;
def SRAM_GET : Reference<ClassSram, 9, 1, "sram", "get">, Push, SramAnswers<"sram.ring_get">;
def SRAM_JOURNAL : Reference<ClassSram, 10, 0, "sram", "journal">, Pull, SramWrite;
def SRAM_FAST_JOURNAL : NoTransfer<ClassSram, 10, 1, "sram", "fast_journal">, SramWrite;
def SRAM_DEQUEUE : OneWord<ClassSram, 11, 0, "sram", "dequeue">, Push, SramAnswers<"sram.dequeue">;
def SRAM_ENQUEUE : NoTransfer<ClassSram, 12, 0, "sram", "enqueue">, SramAnswers<"sram.enqueue">;
def SRAM_ENQUEUE_TAIL : NoTransfer<ClassSram, 12, 1, "sram", "enqueue_tail">, SramAnswers<"sram.enqueue">;
def SRAM_CSR_WR : OneWord<ClassSram, 13, 0, "sram", "csr_wr">, Pull, SramWrite;
def SRAM_CSR_RD : OneWord<ClassSram, 13, 1, "sram", "csr_rd">, Push, SramAnswers<"sram.read">;
def SRAM_WR_QDESC : NoTransfer<ClassSram, 14, 0, "sram", "wr_qdesc">, SramWrite;
def SRAM_WR_QDESC_COUNT : NoTransfer<ClassSram, 14, 2, "sram", "wr_qdesc_count">, SramWrite;
def SRAM_RD_QDESC_OTHER : NoTransfer<ClassSram, 15, 0, "sram", "rd_qdesc_other">, SramAnswers<"sram.read">;
def SRAM_RD_QDESC_TAIL : Reference<ClassSram, 15, 1, "sram", "rd_qdesc_tail">, Push, SramAnswers<"sram.read">;
def SRAM_RD_QDESC_HEAD : Reference<ClassSram, 15, 2, "sram", "rd_qdesc_head">, Push, SramAnswers<"sram.read">;

defm SCRATCH_ : Atomic<ClassScratch, 0x10, 6, "scratch", "sub">;
def SCRATCH_GET : Reference<ClassScratch, 0x19, 0, "scratch", "get">, Push,
                  Answers<"scratch.ring_put", "scratch.ring_get", "scratch.service_per_lw">;
def SCRATCH_PUT : Reference<ClassScratch, 0x1a, 0, "scratch", "put">, Pull,
                  Takes<"scratch.ring_put", "scratch.service_per_lw">;

// ---- dram -------------------------------------------------------------------------------------
let Longwords = 2 in { // counts are of quadwords
def DRAM_READ : Reference<ClassDram, 0x28, 0, "dram", "read">, Push, PairAtEnd,
                Answers<"dram.write", "dram.read", "dram.service"> {
  let Inst{19} = ignore_data_error;
}
def DRAM_WRITE : Reference<ClassDram, 0x29, 0, "dram", "write">, Pull, PairAtEnd,
                 Takes<"dram.write", "dram.service"> {
  let Inst{19} = ignore_data_error;
}
def DRAM_RBUF_RD : CountOnly<ClassDram, 0x2a, 0, "dram", "rbuf_rd">, PairAtEnd,
                   Answers<"dram.write", "dram.rbuf_rd", "dram.service"> {
  let Inst{19} = ignore_data_error;
}
def DRAM_TBUF_WR : CountOnly<ClassDram, 0x2b, 0, "dram", "tbuf_wr">, PairAtEnd,
                   Answers<"dram.write", "dram.tbuf_wr", "dram.service"> {
  let Inst{19} = ignore_data_error;
}
} // Longwords

// ---- msf, pci ---------------------------------------------------------------------------------
class MsfTakes<string cycles> : Takes<cycles, "msf.service_per_lw">;
def MSF_READ : Reference<ClassMsf, 0x3c, 0, "msf", "read">, Push, MsfTakes<"msf.read">;
def MSF_WRITE : Reference<ClassMsf, 0x3d, 0, "msf", "write">, Pull, MsfTakes<"msf.write">;
let Longwords = 2 in {
  def MSF_READ64 : Reference<ClassMsf, 0x3c, 2, "msf", "read64">, Push, MsfTakes<"msf.read">;
  def MSF_WRITE64 : Reference<ClassMsf, 0x3d, 2, "msf", "write64">, Pull, MsfTakes<"msf.write">;
}
let Inst<31-28> = 0, Inst<9-8> = 3, MaxDefer = 0 in // its end is not signalled
def MSF_FAST_WR : NoTransfer<ClassMsf, 0x3d, 1, "msf", "fast_wr">, MsfTakes<"msf.fast_wr">;
// The chip of the emulator has no PCI unit: commands are answered as CAP would.
class CapWrite : Takes<"cap.write", "cap.service">;
class CapRead : Answers<"cap.write", "cap.read", "cap.service">;
def PCI_READ : Reference<ClassPci, 0x34, 0, "pci", "read">, Push, CapRead;
def PCI_WRITE : Reference<ClassPci, 0x35, 0, "pci", "write">, Pull, CapWrite;

// ---- cap --------------------------------------------------------------------------------------
def CAP_READ : Reference<ClassCap, 0x3e, 0, "cap", "read">, Push, CapRead;
def CAP_WRITE : Reference<ClassCap, 0x3f, 0, "cap", "write">, Pull, CapWrite;
// The operand fields hold the byte address of a CSR.
class CapImmediate<bits<6> number, string name, dag inputs, string asm>
    : Command<ClassCap, number, 0, "cap", name, inputs, asm> {
  bits<8> csr_high;
  bits<8> csr_low;
  let Inst{17-10} = csr_high;
  let Inst{7-0} = csr_low;
}
class CapReference<bits<6> number, string name>
    : CapImmediate<number, name, (ins Transfer:$xfer, CapCsr:$cap_csr, Decimal:$count),
                   "cap[" # name # ", $xfer, $cap_csr, $count]"> {
  let Inst{27-25} = count;
  let Inst{24-20} = xfer;
}
def CAP_READ_IMM : CapReference<0x30, "read">, Push, CapRead;
def CAP_WRITE_IMM : CapReference<0x31, "write">, Pull, CapWrite;
// Posted writes of the previous ALU result, or of 14 bits in the word.
class CapFastWrite : Takes<"cap.fast_wr", "cap.service">;
let Inst<31-28> = 0, Inst<9-8> = 3, MaxDefer = 0 in {
  def CAP_FAST_WR_ALU
      : CapImmediate<0x32, "fast_wr", (ins CapCsr:$cap_csr), "cap[fast_wr, ALU, $cap_csr]">,
        CapFastWrite;
  def CAP_FAST_WR_IMM : CapImmediate<0x33, "fast_wr", (ins Hex:$data, CapCsr:$cap_csr),
                                     "cap[fast_wr, $data, $cap_csr]">, CapFastWrite {
    bits<14> data;
    let Inst{31-18} = data;
  }
}

// ---- hash -------------------------------------------------------------------------------------
class Hash<bits<2> modifier, string mnemonic, int longwords, string width>
    : Command<ClassHash, 0x36, modifier, mnemonic, "", (ins Transfer:$xfer, Decimal:$count),
              mnemonic # "[$xfer, $count]">, PullPush,
      Answers<"scratch.write", "hash." # width, "hash.service_" # width> {
  let Longwords = longwords; // of a number, and of its hash in the same registers
  bits<2> hashes; // how many, not one less
  let Inst{26-25} = hashes;
  let Inst{24-20} = xfer;
}
def HASH_48 : Hash<0, "hash_48", 2, "48">;
def HASH_64 : Hash<1, "hash_64", 2, "64">;
def HASH_128 : Hash<2, "hash_128", 4, "128">;
