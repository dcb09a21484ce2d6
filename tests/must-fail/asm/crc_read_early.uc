; error: crc_read_early.uc:8:1: error: CRC_REMAINDER can be read 5 instructions after the crc at the earliest; 2 more must stand between; put something else or a nop there
; error: crc_read_early.uc:5:1: note: the first of the two
.reg x
immed[x, 0]
crc_be[crc_32, --, x]
nop
nop
local_csr_rd[CRC_REMAINDER]
immed[x, 0]
