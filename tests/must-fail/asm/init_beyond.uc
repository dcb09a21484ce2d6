; error: init_beyond.uc:4:17: error: table has 8 bytes; there is no longword at 8
; error: init_beyond.uc:5:13: error: offset 9 is out of range; 0 to 8 are possible
.sram table 8
.init table 1 2 3
.init table+9 1
