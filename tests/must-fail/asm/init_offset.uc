; error: init_offset.uc:3:7: error: offset 2 is no multiple of 4; values are longwords
.sram table 8
.init table+2 1
