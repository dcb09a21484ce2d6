; error: break_outside.uc:2:1: error: .break outside a loop
.break
