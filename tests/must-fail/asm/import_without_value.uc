; error: import_without_value.uc:2:13: error: import variable FLOWS has no value; give one with -D FLOWS=value
.import_var FLOWS
.reg x
immed[x, FLOWS]
