; error: too_many_transfers.uc:3:13: error: no 10 consecutive transfer registers are left for $b[0] and those that follow it in its order: a context has 16, and others are in use at the same time; use fewer at once
; error: too_many_transfers.uc:3:13: note: placed so far: $a[0]=0, $a[1]=1, $a[2]=2, $a[3]=3, $a[4]=4, $a[5]=5, $a[6]=6, $a[7]=7, $a[8]=8, $a[9]=9
.reg $a[10] $b[10] base
.sig s t
immed[base, 0]
sram[read, $a, base, 0, 8], sig_done[s]
sram[read, $b, base, 0, 8], sig_done[t]
ctx_arb[s, t]
.use $a $b
ctx_arb[kill]
