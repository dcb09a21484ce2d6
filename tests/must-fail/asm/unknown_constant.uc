; error: unknown_constant.uc:3:11: error: 'SIZE' is no constant: it is neither a #define, nor &register, nor &signal
.reg x
immed[x, (SIZE + 1)]
