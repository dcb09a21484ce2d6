#define SR_1 0
#define SR_1_HOLDS 256, PACKET
#define PACKET_FLOW 31, 20
