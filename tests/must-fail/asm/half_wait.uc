; error: half_wait.uc:9:9: error: dram[read] completes with s2 and s3, and this is for s2 alone; wait for both: ctx_arb[s2, s3]
; error: half_wait.uc:7:1: note: the command
; error: half_wait.uc:11:9: error: sram[swap] completes with s6 and s7, and this is for s7 alone; wait for both: ctx_arb[s6, s7]
; error: half_wait.uc:13:11: error: dram[read] completes with s8 and s9, and this is for s8 alone
.reg a $x
immed[a, 0x100]
dram[read, $$0, a, 0, 1], sig_done[s2]
sram[read, $4, a, 0, 1], sig_done[s4]
ctx_arb[s2, s4]
sram[swap, $5, a, 0], sig_done[s6]
ctx_arb[s7]
dram[read, $$2, a, 0, 1], sig_done[s8]
br_signal[s8, end#]
end#:
ctx_arb[kill]
