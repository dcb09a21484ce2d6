; error: init_again.uc:4:15: error: the longword at offset 4 of table has another value already
.sram table 8
.init table 1 2
.init table+4 3
ctx_arb[kill]
