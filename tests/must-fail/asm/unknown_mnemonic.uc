; error: unknown_mnemonic.uc:3:1: error: 'alu_shff' is neither an instruction nor a macro; did you mean 'alu_shf'?
.reg a1x
alu_shff[a1x, --, B, a1x, <<1]
