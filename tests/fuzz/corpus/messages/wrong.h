#define R 1 + (2
#define R_HOLDS (128,, M
#define M_ 0, 31, , hex
#define M_X F(1, 2), 3
#define F(a) a
