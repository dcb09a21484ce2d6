; error: elif_after_else.uc:8:1: error: .elif after .else
.reg x
.set x
.if (x)
nop
.else
nop
.elif (x)
nop
.endif
