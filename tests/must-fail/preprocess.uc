;--- comment_unclosed.uc
; error: comment_unclosed.uc:3:5: error: '/*' without '*/' before the end of the file, close the comment
nop
nop /* everything below is gone
nop

;--- default_arguments.uc
; error: default_arguments.uc:5:1: error: macro 'load' takes 1 to 2 arguments, not 3
#macro load[out, value=0]
immed[out, value]
#endm
load[a0, 1, 2]

;--- default_missing.uc
; error: default_missing.uc:2:29: error: parameter 'offset' needs a default, because the one before it has one
#macro load[out, address=0, offset]
immed[out, address]
#endm

;--- define_arguments.uc
; error: define_arguments.uc:3:10: error: 'MAX' takes 2 arguments, not 1
#define MAX(a, b) ((a) > (b) ? (a) : (b))
immed[r, MAX(3)]

;--- division_by_zero.uc
; error: division_by_zero.uc:3:13: error: division by zero
; error: division_by_zero.uc:5:18: error: remainder by zero
#if (8 % 2) / 0
#endif
#define_eval X 4 % (2 - 2)

;--- else_after_else.uc
; error: else_after_else.uc:5:1: error: #else after #else
#ifdef X
#else
nop
#else
#endif

;--- endif_alone.uc
; error: endif_alone.uc:3:1: error: #endif without #if
nop
#endif

;--- error_inside_macro.uc
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

;--- for_unclosed.uc
; error: for_unclosed.uc:2:1: error: #for without #endloop
#for RING [0, 1]
nop

;--- for_without_list.uc
; error: for_without_list.uc:3:10: error: #for needs the values of 'RING' in brackets: #for RING [0, 1, 2]
#define LAST 3
#for RING LAST
nop
#endloop

;--- function_name.uc
; error: function_name.uc:2:5: error: unknown function 'strlne', did you mean strlen?
#if strlne(abc) > 2
#endif

;--- growth.uc
; error: growth.uc:10:1: error: line grows beyond 16384 characters when its names are replaced
#define A abcdefghabcdefghabcdefghabcdefgh
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
#define E D D D D D D D D

; a short line that is a long one

E

;--- if_unclosed.uc
; error: if_unclosed.uc:4:1: error: #if without #endif before the end of the file
nop
nop
#if 1
nop

;--- include_itself.uc
; error: does a file include itself?
#include "include_itself.uc"

;--- include_missing.uc
; run: mecc {file} -I lib -o {out}/a.uof
; error: include_missing.uc:3:10: error: cannot find include file 'no_such.uc', searched beside the file and in lib
#include "no_such.uc"

;--- include_missing_anywhere.uc
; error: include file 'no_such.uc', searched beside the file; give its directory with -I of mecc, or 'include' of a system file
#include "no_such.uc"

;--- loop_unclosed.uc
; error: loop_unclosed.uc:2:1: error: #repeat without #endloop
#repeat 3
nop

;--- loop_without_end.uc
; error: loop_without_end.uc:3:1: error: #while runs more than 100000 times
#define N 1
#while N > 0
#endloop

;--- macro_arguments.uc
; error: macro_arguments.uc:7:5: error: macro 'twice' takes 1 or 2 arguments, not 3
#macro twice[a]
#endm
#macro twice[a, b]
#endm

    twice[1, 2, 3]

;--- macro_bracket.uc
; error: macro_bracket.uc:4:2: error: call of macro 'm' without its closing bracket
#macro m[a]
#endm
m[1, (2]
nop

;--- macro_calls_itself.uc
; error: macro_calls_itself.uc:4:1: error: macro 'again' is nested more than 100 deep, does it call itself?
; error: note: in expansion of macro 'again'
#macro again[n]
    again[n]
#endm
again[1]

;--- macro_trailing.uc
; error: macro_trailing.uc:4:5: error: unexpected text after the call of macro 'm'
#macro m[a]
#endm
m[1], ctx_swap[s]

;--- macro_unclosed.uc
; error: macro_unclosed.uc:2:1: error: #macro without #endm
#macro m[a]
nop

;--- octal.uc
; error: octal.uc:2:10: error: '010' may mean octal or decimal, write 0o... or drop the zeros
#if N == 010
#endif

;--- parameter_twice.uc
; error: parameter_twice.uc:2:13: error: parameter 'a' appears twice
#macro m[a, a]
#endm

;--- paste_makes_unknown.uc
; error: paste_makes_unknown.uc:4:7: error: register 'count3' is not declared; did you mean 'count1'?
.reg count1
#define N 3
immed[count##N, 0]

;--- repeat_negative.uc
; error: repeat_negative.uc:2:1: error: #repeat -2, expected 0 or more
#repeat 2 - 4
#endloop

;--- sizeof_in_if.uc
; error: sizeof_in_if.uc:3:5: error: sizeof() is for operands and directives; the preprocessor knows no registers
.reg $x[4]
#if sizeof($x) > 8
#endif

;--- unknown_directive.uc
; error: unknown_directive.uc:2:1: error: unknown directive '#defien', did you mean #define?
#defien N 4
