; error: duplicate_register.uc:4:8: error: x is already declared in this scope
; error: duplicate_register.uc:3:6: note: declared here
.reg x
.reg y x
