; Overwrites a word of ring 0 in the scratchpad, then gets three longwords of a message of one.
.sig done
.reg read $x $y $z
.xfer_order $x $y $z
.reg write $word
.reg ring memory
immed[ring, 0]
alu[$word, --, B, 7]
scratch[put, $word, ring, 0, 1], ctx_swap[done]
immed[memory, 0x1000]
scratch[write, $word, memory, 0, 1], ctx_swap[done]
scratch[get, $x, ring, 0, 3], ctx_swap[done]
ctx_arb[kill]
