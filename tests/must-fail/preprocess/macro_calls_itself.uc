; error: macro_calls_itself.uc:4:1: error: macro 'again' is nested more than 100 deep, does it call itself?
; error: note: in expansion of macro 'again'
#macro again[n]
    again[n]
#endm
again[1]
