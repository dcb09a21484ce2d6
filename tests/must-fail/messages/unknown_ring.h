#define SR_1 0
#define SR_1_HOLDS 256
