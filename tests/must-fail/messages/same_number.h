#define SR_1 0
#define SR_1_HOLDS 256
#define SR_2 0
#define SR_2_HOLDS 256
