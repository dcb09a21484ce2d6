; error: order_files.uc:3:16: error: $ and $$ registers cannot be in one order; they are different files
.reg $a $$b
.xfer_order $a $$b
