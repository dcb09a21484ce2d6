; error: reg_nothing.uc:2:5: error: register names are expected after .reg
.reg
