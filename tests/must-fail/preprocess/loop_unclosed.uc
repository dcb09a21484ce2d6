; error: loop_unclosed.uc:2:1: error: #repeat without #endloop
#repeat 3
nop
