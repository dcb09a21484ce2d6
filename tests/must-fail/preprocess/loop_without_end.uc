; error: loop_without_end.uc:3:1: error: #while runs more than 100000 times
#define N 1
#while N > 0
#endloop
