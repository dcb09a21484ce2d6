; error: control_store.uc:3:1: error: the program has 4097 instructions and the control store 4096
#repeat 4097
nop
#endloop
