; error: immed_shift.uc:3:13: error: the shift of immed is <<0, <<8 or <<16
.reg x
immed[x, 1, <<4]
