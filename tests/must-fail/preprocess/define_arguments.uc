; error: define_arguments.uc:3:10: error: 'MAX' takes 2 arguments, not 1
#define MAX(a, b) ((a) > (b) ? (a) : (b))
immed[r, MAX(3)]
