; error: missing_source.uc:3:15: error: a source operand is expected here, not '--'
.reg x
alu[x, --, B, --]
