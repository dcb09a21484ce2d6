; error: error_inside_macro.uc:6:1: error: only numbers here
; error: error_inside_macro.uc:10:5: note: in expansion of macro 'inner'
; error: error_inside_macro.uc:12:1: note: in expansion of macro 'outer'
#macro inner(x)
#if (isnum(x) == 0)
#error "only numbers here"
#endif
#endm
#macro outer(y)
    inner(y)
#endm
outer(reg)
