; error: macro_arguments.uc:7:5: error: macro 'twice' takes 1 or 2 arguments, not 3
#macro twice[a]
#endm
#macro twice[a, b]
#endm

    twice[1, 2, 3]
