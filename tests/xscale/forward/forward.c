/* A kernel that forwards frames as the driver of Linux does: it loads microcode into two
   microengines, gives empty buffers on ring 0, is interrupted for full ones on ring 1, gives
   frames to transmit on ring 2 and gets their buffers back on ring 3. A frame of port N leaves by
   port (N + 1) % 3 with a TTL that is one lower; frames without a TTL to spend are dropped. It ends
   when frames came and then none for the milliseconds in its command line. */
#include "board.h"
#include "microcode.h" /* of the test: words of `receive` and `transmit` */

enum { RX_PENDING, RX_DONE, TX_PENDING, TX_DONE, RING_WORDS = 256 };
enum { RX_DESCRIPTORS = 0x1000, TX_DESCRIPTORS = 0x2000, DESCRIPTORS = 64, DESCRIPTOR_BYTES = 16 };
enum { BUFFERS = 0x100000, BUFFER_BYTES = 2048, PORTS = 3, FCS_BYTES = 4 };
enum { BUFFER, BYTES, CHANNEL, FRAME_BYTES }; /* longwords of a descriptor; to transmit: 3 */
enum { TAG_COMMAND_LINE = 0x54410009 };

extern const u32* tags;
static u32 free_for_transmit[DESCRIPTORS], free_count, received, forwarded, dropped, no_room;
static u32 received_before; /* at the last tick */
static volatile u32 over;

static u32 milliseconds(void) {
  for (const u32* tag = tags; tag[0]; tag += tag[0])
    if (tag[1] == TAG_COMMAND_LINE) {
      u32 n = 0;
      for (const char* c = (const char*)(tag + 2); *c; ++c)
        n = 10 * n + (u32)(*c - '0');
      return n;
    }
  return 0;
}

static u32 parity(u32 bits) {
  return (u32)__builtin_parity(bits);
}

static void load(u32 me, const u32 (*words)[2], u32 count) {
  ME_CSR(me, 0x000) = 1u << 31;
  for (u32 i = 0; i < count; ++i) {
    const u32 high = words[i][0], low = words[i][1];
    ME_CSR(me, 0x004) = low;
    ME_CSR(me, 0x008) = high | parity(low & 0xfffff) << 8 | parity(high << 12 | low >> 20) << 9;
  }
  ME_CSR(me, 0x000) = 0;
  for (u32 context = 0; context < 8; ++context) {
    ME_CSR(me, 0x020) = context;
    ME_CSR(me, 0x040) = 0;
    ME_CSR(me, 0x048) = 1;
    ME_CSR(me, 0x050) = 1;
  }
  ME_CSR(me, 0x018) = 0xff00;
}

static void set_up_descriptors(void) {
  for (u32 i = 0; i < DESCRIPTORS; ++i) {
    const u32 rx = RX_DESCRIPTORS + DESCRIPTOR_BYTES * i, tx = TX_DESCRIPTORS + DESCRIPTOR_BYTES * i;
    SRAM(0, rx) = BUFFERS + 2 * i * BUFFER_BYTES;
    SRAM(0, rx + 4 * BYTES) = BUFFER_BYTES;
    SRAM(0, tx) = BUFFERS + (2 * i + 1) * BUFFER_BYTES;
    ring_put(RX_PENDING, rx);
    free_for_transmit[free_count++] = tx;
  }
}

/* One SPI-3 bus of 32 bits, polled, mpackets of 64 bytes. */
static void set_up_media(void) {
  MSF(0x0000) = MSF(0x0004) = 1u << 28 | 1u << 19 | 1u << 18 | 1u << 17;
  MSF(0x0048) = MSF(0x0070) = PORTS - 1;
  for (u32 element = 1; element < 128; ++element)
    if (element % 9 || element > 27) MSF(0x0044) = element; /* erratum 69 */
}

static void reclaim(void) {
  for (u32 tx; (tx = ring_get(TX_DONE));)
    free_for_transmit[free_count++] = tx;
}

/* Longwords are the same in both byte orders. 0: to be dropped. */
static int spend_ttl(u32 buffer) {
  const u32 kind = DRAM(buffer + 12) >> 16, ttl_word = DRAM(buffer + 20), sum = DRAM(buffer + 24);
  if (kind != 0x0800 || (ttl_word >> 8 & 0xff) <= 1) return 0;
  const u32 higher = (sum >> 16) + 0x100;
  DRAM(buffer + 20) = ttl_word - 0x100;
  DRAM(buffer + 24) = ((higher & 0xffff) + (higher >> 16)) << 16 | (sum & 0xffff);
  return 1;
}

/* The buffers of both descriptors change places. */
static void forward(u32 rx) {
  const u32 buffer = SRAM(0, rx), port = SRAM(0, rx + 4 * CHANNEL);
  ++received;
  if (!free_count) reclaim();
  if (!spend_ttl(buffer)) {
    ++dropped;
  } else if (!free_count) {
    ++no_room;
  } else {
    const u32 tx = free_for_transmit[--free_count];
    SRAM(0, rx) = SRAM(0, tx);
    SRAM(0, tx) = buffer;
    SRAM(0, tx + 4 * BYTES) = SRAM(0, rx + 4 * FRAME_BYTES) - FCS_BYTES;
    SRAM(0, tx + 4 * CHANNEL) = (port + 1) % PORTS;
    ring_put(TX_PENDING, tx);
    ++forwarded;
  }
  ring_put(RX_PENDING, rx);
}

/* Cleared first: a frame that comes while others are handled interrupts again. */
static void receive_interrupt(void) {
  THREADS_A(0) = 0xff;
  for (u32 rx; (rx = ring_get(RX_DONE));)
    forward(rx);
}

static void tick(void) {
  TIMER_CLEAR(0) = 1;
  over = received && received == received_before;
  received_before = received;
}

int main(void) {
  ring_set_up(RX_PENDING, 0x000, RING_WORDS, 1);
  ring_set_up(RX_DONE, 0x400, RING_WORDS, 0);
  ring_set_up(TX_PENDING, 0x800, RING_WORDS, 1);
  ring_set_up(TX_DONE, 0xc00, RING_WORDS, 0);
  set_up_descriptors();
  set_up_media();
  load(0, receive, sizeof receive / sizeof *receive);
  load(1, transmit, sizeof transmit / sizeof *transmit);
  THREADS_A_ENABLE(0) = 0xff;
  interrupt_handle(IRQ_THREADS_A, receive_interrupt);
  interrupt_handle(IRQ_TIMER1, tick);
  timer_start(0, 50000 * milliseconds());
  while (!over) {
    wait_for_interrupt();
    interrupts_unmask();
    interrupts_mask();
  }
  while (free_count < DESCRIPTORS)
    reclaim();
  printf("received %u, forwarded %u, dropped %u, no room %u\n", received, forwarded, dropped, no_room);
  return 0;
}
