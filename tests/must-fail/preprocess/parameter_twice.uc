; error: parameter_twice.uc:2:13: error: parameter 'a' appears twice
#macro m[a, a]
#endm
