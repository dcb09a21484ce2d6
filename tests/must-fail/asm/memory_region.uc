; error: memory_region.uc:4:16: error: 'imem' is no memory; there are sram, dram, scratch and lmem
; error: memory_region.uc:5:16: error: 'sram1' is no memory; there are sram, dram, scratch and lmem (what the assembler places is in channel 0)
; error: memory_region.uc:6:16: error: an address is expected behind '+'
.alloc_mem one imem global 8
.alloc_mem two sram1 global 8
.alloc_mem six sram+
