/* A token bucket in time instead of tokens, so that nothing is divided and nothing rounded: the
 * state is the time at which the bucket will be full. Times are in 1/65536 tick of the TIMESTAMP,
 * 64 bits, which last 87 days.
 *
 * A packet of L bytes conforms when the bucket is full but for at most depth - L bytes:
 *   release = full - (depth - L) * ticks a byte
 * If it is sent at a time t >= release:   full = max(full, t) + L * ticks a byte
 *
 * This is GCRA of the ATM Forum with bytes for cells; over any time d from one packet to another
 * the packets sent, the first and the last included, have at most depth + d / ticks a byte. */
#ifndef BUCKET_H
#define BUCKET_H

typedef unsigned long long moment_t;
#define MOMENT_SHIFT 16 /* a tick, as a power of two */

__intrinsic moment_t now(void) {
  return get_timestamp() << MOMENT_SHIFT;
}

/* 0: at any time. bytes is at most depth. */
__intrinsic moment_t release(moment_t full, unsigned depth, unsigned bytes, unsigned ticks_a_byte) {
  moment_t lack = multiply_32x32(depth - bytes, ticks_a_byte);
  return full > lack ? full - lack : 0;
}

__intrinsic moment_t full_after(moment_t full, moment_t when, unsigned bytes,
                                unsigned ticks_a_byte) {
  return (full > when ? full : when) + multiply_32x32(bytes, ticks_a_byte);
}

#endif
