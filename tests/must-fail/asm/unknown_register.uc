; error: unknown_register.uc:3:5: error: register 'cuont' is not declared; declare it with .reg or .sig
.reg count
alu[cuont, count, +, 1]
