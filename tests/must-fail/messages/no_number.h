#define SR_1_HOLDS 256
