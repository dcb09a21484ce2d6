; error: asr_alone.uc:5:1: error: asr takes the sign from the result of the instruction before, which must be alu or alu_shf with B, ~B, AND, ~AND, AND~, OR or XOR
; error: asr_alone.uc:4:1: note: this can come before it
.reg x
immed[x, 0]
asr[x, x, >>3]
