/* A policer: a bucket that fills at RATE / 256 bytes a tick up to BURST; returns whether a frame
 * conforms. */
#include "kernel.h"

#define RATE 777
#define BURST 40000

typedef struct {
  unsigned tokens; /* in 1/256 bytes */
  unsigned last;   /* tick of the last frame */
} bucket_t;
STATE bucket_t bucket;
STATE unsigned now;

static void prepare(unsigned x, unsigned y) { now += x & 0x7ff; }

KERNEL kernel(unsigned x, unsigned y) {
  unsigned bytes = 64 + (y & 0x3ff), elapsed = now - bucket.last, tokens;
  bucket.last = now;
  if (elapsed > BURST * 256 / RATE) elapsed = BURST * 256 / RATE;
  tokens = bucket.tokens + elapsed * RATE;
  if (tokens > BURST * 256) tokens = BURST * 256;
  if (tokens < bytes << 8) {
    bucket.tokens = tokens;
    return 0;
  }
  bucket.tokens = tokens - (bytes << 8);
  return 1;
}
