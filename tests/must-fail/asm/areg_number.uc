; error: areg_number.uc:2:7: error: a name is expected before its number, not '5'
.breg 5 count
