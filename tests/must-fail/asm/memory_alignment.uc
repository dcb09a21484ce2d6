; error: memory_alignment.uc:3:24: error: the alignment 12 is no power of two
; error: memory_alignment.uc:4:24: error: address 0x3f04 is no multiple of the alignment 8
.sram table 64 aligned 12
.alloc_mem one scratch+0x3f04 me 8 8
