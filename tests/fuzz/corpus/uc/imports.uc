.import_var RING BASE
.reg a b
immed[a, RING]
immed_w1[b, (BASE >> 16)]
#if isimport(BASE)
alu[a, a, +, (BASE * 2 + &b)]
#endif
.if (a == RING)
immed_b2[b, (RING & 0xff)]
.endif
ctx_arb[kill]
