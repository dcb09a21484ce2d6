; error: order_conflict.uc:4:13: error: $b and $c would need the same position: this order contradicts an earlier one
.reg $a $b $c
.xfer_order $a $b
.xfer_order $a $c
