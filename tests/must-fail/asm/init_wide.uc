; error: init_wide.uc:3:13: error: value 4294967296 does not fit 32 bits
.sram table 8
.init table (1 << 32)
ctx_arb[kill]
