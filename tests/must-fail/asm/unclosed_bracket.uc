; error: unclosed_bracket.uc:3:4: error: this '[' has no matching ']'
.reg x
alu[x, --, B, x
