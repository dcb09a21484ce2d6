; error: paste_makes_unknown.uc:4:7: error: register 'count3' is not declared; did you mean 'count1'?
.reg count1
#define N 3
immed[count##N, 0]
