/* Two fields in the same bits. */
#define SR_1 0
#define SR_1_HOLDS 256, PACKET
#define PACKET_FLOW 1, 31, 20, number
#define PACKET_PORT 1, 23, 16, number
