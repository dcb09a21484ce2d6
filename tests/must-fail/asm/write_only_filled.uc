; error: write_only_filled.uc:6:15: error: scratch[read] delivers into $x, which is declared 'write'
.reg write $x
.sig s
.reg b
immed[b, 0]
scratch[read, $x, b, 0, 1], ctx_swap[s]
