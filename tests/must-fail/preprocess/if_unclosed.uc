; error: if_unclosed.uc:4:1: error: #if without #endif before the end of the file
nop
nop
#if 1
nop
