; Puts 513 longwords into an SRAM ring of 512. The status of a put is never read.
.sig stored
.reg $word ring left
immed[ring, (5 << 2)]
immed[left, 513]
again#:
alu[$word, --, B, left]
sram[put, $word, ring, 0, 1], sig_done[stored]
ctx_arb[stored]
alu[left, left, -, 1]
bne[again#]
ctx_arb[kill]
