; A thread of the control core: waits for its signal, adds one to the value in its transfer
; register, puts it on ring 3, leaves it in the write side, too, and interrupts.
#define RING 3
.num_contexts 8
.reg volatile $value
.addr $value 0
.sig volatile go
.addr go 5
.sig done
.reg ring number
immed[ring, (RING << 2)]
loop#:
    ctx_arb[go]
    alu[number, $value, +, 1]
    alu[$value, --, B, number]
    scratch[put, $value, ring, 0, 1], ctx_swap[done]
    cap[fast_wr, 0, XSCALE_INT_A]
    br[loop#]
