; error: import_in_size.uc:4:11: error: the array size must be known here; 'SIZE' has a value only when the program is loaded, give it one with -D NAME=value
; error: import_in_size.uc:5:13: error: the size in bytes must be known here; '(SIZE * 4)' has a value only
.import_var SIZE
.reg list[SIZE]
.sram table (SIZE * 4)
