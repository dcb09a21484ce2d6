; error: macro_trailing.uc:4:5: error: unexpected text after the call of macro 'm'
#macro m[a]
#endm
m[1], ctx_swap[s]
