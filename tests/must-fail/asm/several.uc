; error: several.uc:5:5: error: register 'y' is not declared; did you mean 'x'?
; error: several.uc:7:4: error: label 'nowhere#' is not defined
; error: several.uc:8:1: error: 'foo' is neither an instruction nor a macro
.reg x
alu[y, x, +, 1]
immed[x, 0x12345]
br[nowhere#]
foo[x]
