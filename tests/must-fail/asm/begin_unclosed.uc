; error: begin_unclosed.uc:2:1: error: this scope is never closed; .end is missing
.begin
nop
