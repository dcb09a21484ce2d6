#macro take[dst, src=7, k=(src + 1)]
    immed[dst##_a, k]
loop##k#:
#endm
.areg x_a y 5
.breg z
.reg $hdr[4]
.operand_synonym ttl $hdr[2]
.operand_synonym ptr *l$index0[1]
.operand_synonym other x_a
.init_csr CTX_ENABLES.NN_MODE 1
.init_csr ctx_enables 0xff00
.entry start#
#for I [0, 1, (2 + 3)]
    immed[z, I]
#endloop
start#:
.begin
    take[x]
    take[x, 3]
    .global_label in#
    in#: alu[other, ttl, +, sizeof($hdr)]
    br=0[in# + 1]
    br<0[start# - 1]
.end
bz[in#]
ctx_arb[kill]
