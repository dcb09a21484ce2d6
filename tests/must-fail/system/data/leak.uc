; Takes 1023 buffers and forgets them.
.reg $buffer entry left
.sig taken
immed[entry, 0]
immed[left, 1023]
next#:
sram[dequeue, $buffer, entry, 0], ctx_swap[taken]
alu[left, left, -, 1]
bne[next#]
ctx_arb[kill]
