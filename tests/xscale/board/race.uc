; Eight contexts that never wait for the control core: they read data that it may write at any time,
; and change data that it reads.
.num_contexts 8
.reg volatile $value
.addr $value 0
.sig volatile go
.addr go 5
.sig done
.reg sum word at ring $word csr
immed[at, 0x40]
immed[sum, 0]
immed[ring, (4 << 2)]
loop#:
    alu[sum, sum, +, $value]
    alu[$word, --, B, sum]
    scratch[add, $word, at, 0], ctx_swap[done]
    scratch[put, $word, ring, 0, 1], ctx_swap[done]
    local_csr_rd[T_INDEX]
    immed[csr, 0]
    alu[sum, sum, XOR, csr]
    br_!signal[go, loop#]
    alu[sum, sum, +, 13]
    alu[$value, --, B, sum]
    br[loop#]
