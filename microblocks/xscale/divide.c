/* Arithmetic that ARMv5TE has no instructions for, by the names of ARM's run-time ABI. */
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;

u32 __aeabi_uidiv(u32 n, u32 d) {
  u32 quotient = 0, rest = 0;
  for (int i = 31; i >= 0; --i) {
    rest = rest << 1 | (n >> i & 1);
    if (rest >= d) rest -= d, quotient |= 1u << i;
  }
  return d ? quotient : 0;
}

int __aeabi_idiv(int n, int d) {
  u32 quotient = __aeabi_uidiv(n < 0 ? -(u32)n : (u32)n, d < 0 ? -(u32)d : (u32)d);
  return (int)((n < 0) != (d < 0) ? -quotient : quotient);
}

/* By shifts of one place only: others would be calls in Thumb state, to functions below. */
u64 divide_unsigned_long(u64 n, u64 d, u64* remainder) {
  u64 quotient = 0, rest = 0;
  for (int i = 0; i < 64; ++i) {
    const u32 carry = (u32)(rest >> 32) >> 31;
    rest = rest << 1 | (u32)(n >> 32) >> 31;
    n <<= 1, quotient <<= 1;
    if (d && (carry || rest >= d)) rest -= d, quotient |= 1;
  }
  *remainder = rest;
  return quotient;
}

s64 divide_long(s64 n, s64 d, s64* remainder) {
  u64 rest;
  const u64 quotient =
      divide_unsigned_long(n < 0 ? -(u64)n : (u64)n, d < 0 ? -(u64)d : (u64)d, &rest);
  *remainder = (s64)(n < 0 ? -rest : rest);
  return (s64)((n < 0) != (d < 0) ? -quotient : quotient);
}

static u64 pair(u32 low, u32 high) {
  union {
    u64 whole;
    u32 half[2];
  } both;
#ifdef __ARMEB__
  both.half[0] = high, both.half[1] = low;
#else
  both.half[0] = low, both.half[1] = high;
#endif
  return both.whole;
}
static u32 low_of(u64 v) {
  return (u32)v;
}
static u32 high_of(u64 v) {
  return (u32)(v >> 32);
}

u64 __aeabi_llsl(u64 v, int n) {
  if (n == 0) return v;
  if (n >= 32) return pair(0, low_of(v) << (n - 32));
  return pair(low_of(v) << n, high_of(v) << n | low_of(v) >> (32 - n));
}
u64 __aeabi_llsr(u64 v, int n) {
  if (n == 0) return v;
  if (n >= 32) return pair(high_of(v) >> (n - 32), 0);
  return pair(low_of(v) >> n | high_of(v) << (32 - n), high_of(v) >> n);
}
s64 __aeabi_lasr(s64 v, int n) {
  const int high = (int)high_of((u64)v);
  if (n == 0) return v;
  if (n >= 32) return (s64)pair((u32)(high >> (n - 32)), (u32)(high >> 31));
  return (s64)pair(low_of((u64)v) >> n | (u32)high << (32 - n), (u32)(high >> n));
}
u64 __aeabi_lmul(u64 a, u64 b) {
  const u32 al = low_of(a), bl = low_of(b);
  const u32 a0 = al & 0xffff, a1 = al >> 16, b0 = bl & 0xffff, b1 = bl >> 16;
  const u32 low = a0 * b0, middle = a1 * b0 + (low >> 16), other = a0 * b1 + (middle & 0xffff);
  const u32 high = a1 * b1 + (middle >> 16) + (other >> 16);
  return pair(other << 16 | (low & 0xffff), high + al * high_of(b) + high_of(a) * bl);
}
