; error: signal_as_operand.uc:4:15: error: s is a signal; its number is written &s
.sig s
.reg x
alu[x, --, B, s]
