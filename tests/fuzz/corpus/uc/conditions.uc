.reg a b c @g $x
.init @g 7
immed[a, 0]
immed[b, 5]
immed[c, 3]
.if (a + 1 == b && !(c >> 2 < 1000) || BIT(a, 3))
    alu[a, a, +, 70000]
.elif_unsigned ((a ^ ~b) - -c >= 0x12345678 | b)
    alu[b, 300, AND, c]
.elif (@g << a & 1 << 3)
    nop
.endif
.while (a & 0xff00 == 0x100)
    .break
.endw
.repeat
    .continue
.until (-a > b - (c | $x))
br[end#], defer[1]
alu[a, a, +, (end# + 1000)]
end#:
ctx_arb[kill]
