; error: indirect_ref_alone.uc:7:1: error: indirect_ref takes its fields from the result of the instruction before, which must compute one
; error: indirect_ref_alone.uc:6:1: note: this can come before it
.sig s
.reg $x[8] b
immed[b, 0]
nop
scratch[read, $x, b, 0, max_8], indirect_ref, ctx_swap[s]
