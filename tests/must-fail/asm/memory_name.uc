; error: memory_name.uc:3:7: error: '$table' is no name of memory; names are letters, digits and _
; error: memory_name.uc:5:7: error: count is already declared in this scope
.sram $table 8
.reg count
.sram count 8
