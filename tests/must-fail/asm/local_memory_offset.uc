; error: local_memory_offset.uc:4:10: error: expected a value, found '*l$index0[16]'
; error: local_memory_offset.uc:5:25: error: local-memory offset 16 is out of range; 0 to 15 are possible
.reg x
immed[x, *l$index0[16]]
alu[x, --, B, *l$index0[16]]
