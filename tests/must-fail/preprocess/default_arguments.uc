; error: default_arguments.uc:5:1: error: macro 'load' takes 1 to 2 arguments, not 3
#macro load[out, value=0]
immed[out, value]
#endm
load[a0, 1, 2]
