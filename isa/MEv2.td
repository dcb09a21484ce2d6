// The MEv2 microengine of the IXP2400, the one definition: registers, operand encodings,
// instruction words, assembly syntax, and properties of each form that tools need.
//
// Two readers: LLVM's TableGen backends (the code generator is built on these records) and
// gen_isa.py, which flattens llvm-tblgen's JSON dump into the tables of the mev2_isa library that
// assembler, disassembler and emulator share. docs/isa.md explains the words in prose.
include "llvm/Target/Target.td"

include "MEv2Operands.td"
include "MEv2Registers.td"
include "MEv2Formats.td"
include "MEv2Execute.td"
include "MEv2Flow.td"
include "MEv2Commands.td"
include "MEv2Names.td"

def MEv2InstrInfo : InstrInfo;

def : ProcessorModel<"ixp2400", NoSchedModel, []>;

def MEv2 : Target {
  let InstructionSet = MEv2InstrInfo;
}
