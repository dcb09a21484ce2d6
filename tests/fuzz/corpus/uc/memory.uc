.sram table 256 aligned 64
.alloc_mem flags lmem me 64 64
.alloc_mem there scratch+0x3f00 global 8
.dram buffer (sizeof(table) * 2) me
.local_mem state 12 aligned(16)
.init table 1 (table + 4) go#
.init table+16 0xffffffff
.init state -1
.reg $x[2] a
.sig s
go#:
sram[read, $x[0], table, 16, 2], ctx_swap[s], optimize_mem
immed[a, (flags | there & 0xff)]
local_csr_wr[ACTIVE_LM_ADDR_0, state]
ctx_arb[kill]
