#define N 4
#define R (N * 3)
#define R_HOLDS (N << 5), M_
#define M__X N, 31, (31 - N), number
#if N > 3
#define COUNT_A (0x3f00 + N)
#endif
