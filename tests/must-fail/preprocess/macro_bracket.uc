; error: macro_bracket.uc:4:2: error: call of macro 'm' without its closing bracket
#macro m[a]
#endm
m[1, (2]
nop
