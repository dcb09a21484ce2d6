; CRC-32 of two longwords, bit by bit. A one falls through, a zero enters the loop again one
; instruction above it: whether it was the last bit is tested on both paths.
#macro set_up[]
#endm
#macro prepare[]
#endm
#include "kernel.uc"

.reg polynomial bits

#macro thirty_two_bits[]
  br[bit#], defer[1]
  immed[bits, 32]
zero#:
  beq[done#]
bit#:
  br_bclr[result, 0, zero#], defer[2]
  alu_shf[result, --, B, result, >>1]
  alu[bits, bits, -, 1]
  bne[bit#], defer[1]
  alu[result, result, XOR, polynomial]
done#:
#endm

kernel#:
  immed[polynomial, 0x8320]
  immed_w1[polynomial, 0xedb8]
  alu[result, --, ~B, x]
  thirty_two_bits[]
  alu[result, result, XOR, y]
  thirty_two_bits[]
  rtn[back], defer[1]
  alu[result, --, ~B, result]
