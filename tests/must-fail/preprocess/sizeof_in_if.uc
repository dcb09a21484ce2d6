; error: sizeof_in_if.uc:3:5: error: sizeof() is for operands and directives; the preprocessor knows no registers
.reg $x[4]
#if sizeof($x) > 8
#endif
