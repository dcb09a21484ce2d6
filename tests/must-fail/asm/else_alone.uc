; error: else_alone.uc:3:1: error: .else without .if
; error: else_alone.uc:5:1: error: .endif without .if
.else
nop
.endif
