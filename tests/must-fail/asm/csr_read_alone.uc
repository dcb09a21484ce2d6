; error: csr_read_alone.uc:3:1: error: local_csr_rd delivers its value through the next instruction, which must be immed[register, 0]
.reg x
local_csr_rd[TIMESTAMP_LOW]
nop
immed[x, 0]
