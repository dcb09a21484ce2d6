; error: memory_full.uc:4:12: error: no place for 'second': it needs 1300 bytes, and 1260 of local memory are free
; error: memory_full.uc:6:7: error: no place for 'huge': it needs 67108864 bytes, and 3145728 of SRAM are free; widen the range in [memory] of the system file
.local_mem first 1300
.local_mem second 1300

.sram huge 0x4000000
