; error: end_alone.uc:3:1: error: .end without .begin
nop
.end
