; error: areg_transfer.uc:2:7: error: only general-purpose registers are in banks; declare $x with .reg
.areg $x
