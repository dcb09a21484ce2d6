; error: unknown_step.uc:3:17: error: '24x8_step5' is no multiplication step; did you mean '24x8_step1'?
.reg x y
mul_step[x, y], 24x8_step5
