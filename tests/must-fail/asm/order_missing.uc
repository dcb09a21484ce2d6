; error: order_missing.uc:6:15: error: scratch[read] moves 2 transfer registers from $a on, and no order says which follow it; declare them in one .xfer_order
; error: order_missing.uc:3:6: note: declared here
.reg $a $b base
.sig s
immed[base, 0]
scratch[read, $a, base, 0, 2], ctx_swap[s]
