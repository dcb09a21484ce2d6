#macro a[x]
a[x/**/x]
#endm
a[1]
