; error: write_only.uc:4:15: error: $x is declared 'write': it cannot be read; declare it without 'write'
.reg write $x
.reg y
alu[y, --, B, $x]
