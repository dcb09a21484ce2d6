/* Code of both ARM programs of the gateway: RTSP packets go through the observer, the clock ticks,
 * and ten times a second the program checks the age of streams and, in a quiet period, prints the
 * counts. */
#include "../../rings/gateway.h"
#include "gateway.h"

#ifndef RTSP_PORT
#define RTSP_PORT 554
#endif
#ifndef RTSP_OTHER_PORT
#define RTSP_OTHER_PORT 8554
#endif
#ifndef DEFAULT_RATE /* bit/s of streams without a given bandwidth; 0: they are refused */
#define DEFAULT_RATE 0
#endif

#define TICK_MS 10
#define LOOK_MS 100
#define AGED_A_LOOK 128 /* streams: all of them in 0.8 s */
#define TIMER_HZ 50000000
#define DATA_AT(handle) (((handle) << 8) + DATA_OFFSET + (((handle) & 0x18) << 4))

volatile u32 now_ms;
static struct rtsp_observer observer;

static void tick(void) {
  TIMER_CLEAR(0) = 1;
  now_ms += TICK_MS;
}

void watch_begin(void) {
  rtsp_begin(&observer, RTSP_PORT, RTSP_OTHER_PORT, DEFAULT_RATE);
  table_begin();
  interrupt_handle(IRQ_TIMER1, tick);
  timer_start(0, TICK_MS * (TIMER_HZ / 1000));
}

int is_rtsp(u32 source_port, u32 destination_port) {
  return source_port == RTSP_PORT || source_port == RTSP_OTHER_PORT ||
         destination_port == RTSP_PORT || destination_port == RTSP_OTHER_PORT;
}

volatile u32* frame_of(u32 handle) {
  return &DRAM(DATA_AT(handle));
}

void free_buffer(u32 handle) {
  enqueue(0, FREELIST_ENTRY, (handle & 0xffffff) << 2);
}

void watch_frame(u32 handle, u32 port_bytes) {
  static u8 frame[BUFFER_BYTES];
  const volatile u32* const from = frame_of(handle);
  const u32 bytes = FIELD_GET(PACKET_BYTES, port_bytes);
  for (u32 i = 0; i < bytes; i += 4) {
    const u32 word = from[i / 4];
    frame[i] = (u8)(word >> 24);
    frame[i + 1] = (u8)(word >> 16);
    frame[i + 2] = (u8)(word >> 8);
    frame[i + 3] = (u8)word;
  }
  rtsp_frame(&observer, frame, bytes, FIELD_GET(PACKET_PORT, port_bytes), now_ms);
}

static void say_counters(void) {
  static u32 said[RTSP_COUNTER_COUNT];
  for (u32 i = 0; i < RTSP_COUNTER_COUNT; ++i) {
    if (said[i] == observer.counters[i]) continue;
    said[i] = observer.counters[i];
    printf("%d ms: %u %s\n", now_ms, said[i], rtsp_counter_texts[i]);
  }
}

int watch_look(void) {
  static u32 looked_ms, frames;
  if (now_ms - looked_ms < LOOK_MS) return 0;
  looked_ms = now_ms;
  rtsp_age(&observer, AGED_A_LOOK, now_ms);
  if (frames == observer.counters[RTSP_frames]) say_counters();
  frames = observer.counters[RTSP_frames];
  return 1;
}
