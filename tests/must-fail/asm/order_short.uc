; error: order_short.uc:7:15: error: scratch[read] moves 2 transfer registers from $b on, and its .xfer_order has only 1 from there; declare them in one .xfer_order
; error: order_short.uc:3:9: note: declared here
.reg $a $b base
.xfer_order $a $b
.sig s
immed[base, 0]
scratch[read, $b, base, 0, 2], ctx_swap[s]
