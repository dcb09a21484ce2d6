; error: memory_size.uc:3:12: error: size in bytes 0 is out of range; 1 to 1073741824 are possible
; error: memory_size.uc:4:11: error: a name and its bytes are expected: .scratch table 256 aligned 16
.sram none 0
.scratch  table
