; error: count_range.uc:5:25: error: reference count 9 is out of range; 1 to 8 are possible
.reg $a[16] base
.sig s
immed[base, 0]
sram[read, $a, base, 0, 9], ctx_swap[s]
