; error: division_by_zero.uc:3:13: error: division by zero
; error: division_by_zero.uc:5:18: error: remainder by zero
#if (8 % 2) / 0
#endif
#define_eval X 4 % (2 - 2)
