; error: macro_unclosed.uc:2:1: error: #macro without #endm
#macro m[a]
nop
