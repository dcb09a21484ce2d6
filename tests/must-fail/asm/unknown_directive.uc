; error: unknown_directive.uc:2:1: error: '.xfer_ordr' is no directive; did you mean '.xfer_order'?
.xfer_ordr $a $b
