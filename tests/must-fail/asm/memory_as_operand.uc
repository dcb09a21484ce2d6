; error: memory_as_operand.uc:5:10: error: table is memory: its address is written table, without &
; error: memory_as_operand.uc:6:9: error: table is no signal; a signal is expected
.sram table 8
.reg x
immed[x, &table]
ctx_arb[table]
