; error: else_after_else.uc:5:1: error: #else after #else
#ifdef X
#else
nop
#else
#endif
