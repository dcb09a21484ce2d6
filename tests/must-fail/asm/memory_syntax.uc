; error: memory_syntax.uc:3:12: error: write .alloc_mem name region scope bytes alignment
; error: memory_syntax.uc:4:12: error: write .alloc_mem name region scope bytes alignment
.alloc_mem one
.alloc_mem two sram global 8 8 8
