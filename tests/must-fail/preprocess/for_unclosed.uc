; error: for_unclosed.uc:2:1: error: #for without #endloop
#for RING [0, 1]
nop
