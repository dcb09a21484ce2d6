; error: scope_ended.uc:6:5: error: register 'inner' is not declared; it was declared in a scope that has ended
.begin
.reg inner
immed[inner, 1]
.end
alu[inner, inner, +, 1]
