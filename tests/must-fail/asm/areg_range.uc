; error: areg_range.uc:2:13: error: register number 16 is out of range; 0 to 15 are possible
.areg count 16
