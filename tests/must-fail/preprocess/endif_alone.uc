; error: endif_alone.uc:3:1: error: #endif without #if
nop
#endif
