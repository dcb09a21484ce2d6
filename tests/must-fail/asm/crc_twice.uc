; error: crc_twice.uc:6:1: error: one instruction must stand between two crc; put something else or a nop there
; error: crc_twice.uc:5:1: note: the first of the two
.reg x
immed[x, 0]
crc_be[crc_32, --, x]
crc_be[crc_32, --, x]
