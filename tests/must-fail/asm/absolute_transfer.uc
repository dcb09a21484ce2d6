; error: absolute_transfer.uc:2:6: error: only general-purpose registers can be absolute (@name)
.reg @$x
