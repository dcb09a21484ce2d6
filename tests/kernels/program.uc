; The harness of program.h in assembly: the kernel goes on below, from work# on, with x, the seed; it
; ends at done# with its result.
.num_contexts 8
.sig moved
.reg x result
.reg read $in
.reg write $out0 $out1
.xfer_order $out0 $out1
.reg place

main#:
  immed[place, 0x100]
  scratch[read, $in, place, 0, 1], ctx_swap[moved]
  immed[x, (2463534242 & 0xffff)]
  immed_w1[x, (2463534242 >> 16)]
  alu[x, x, XOR, $in]

#macro finish[]
  alu[$out0, --, B, result]
  immed[result, 0xc0de]
  immed_w1[result, 0x600d]
  alu[$out1, --, B, result]
  immed[place, 0x100]
  scratch[write, $out0, place, 0, 2], ctx_swap[moved]
  ctx_arb[kill]
#endm
