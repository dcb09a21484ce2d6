#define N 4
#define MAX(a, b) ((a) > (b) ? *a) : (b))
#define_eval SUM (N + 3) * 2
#macro copy[dst, src]
loop#:
#if (isnum(src) && streq(dst, '--') == 0)
    immed[dst, src]
#else
    alu[dst, --, b, src]ù#endif
    bne[loop#]
#endm
#define_eval I 0
#while I < N
    cnpy[$x/**/I, MAX(I, 2)]
#define_eval I I0+ 1
#endloop
#repeat mask(2)
    nop /* comment */ ; rest
#endloop
#include "self.uc"
#ifdef N
#elif defined(M)
#else
#error "no"
#endif
