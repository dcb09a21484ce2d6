#define SR_1 0
#define SR_1_HOLDS 256
#define COUNT_LOST 0x3f00
