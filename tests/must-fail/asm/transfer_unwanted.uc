; error: transfer_unwanted.uc:4:15: error: scratch[incr] moves no transfer register; write '--'
.reg base $x
immed[base, 0]
scratch[incr, $x, base, 0]
