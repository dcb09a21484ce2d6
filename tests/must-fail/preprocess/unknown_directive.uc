; error: unknown_directive.uc:2:1: error: unknown directive '#defien', did you mean #define?
#defien N 4
