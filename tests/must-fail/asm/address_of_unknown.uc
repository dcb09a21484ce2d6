; error: address_of_unknown.uc:3:11: error: '&y' is no constant; did you mean 'x'?
.reg x
immed[x, (&y << 3)]
