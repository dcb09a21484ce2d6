; error: import_in_field.uc:8:24: error: the shift amount must be known here; 'WIDTH' has a value only when the program is loaded, give it one with -D NAME=value
; error: import_in_field.uc:9:10: error: the value must be known here; 'WIDTH' has a value only when the program is loaded, give it one with -D NAME=value
; error: import_in_field.uc:10:13: error: an initial value must be known here; 'WIDTH' has one only when the program is loaded, give it one with -D
.import_var WIDTH
.sram table 8
.reg x
immed[x, 1]
alu_shf[x, --, B, x, <<WIDTH]
immed[x, WIDTH, <<16]
.init table WIDTH
ctx_arb[kill]
