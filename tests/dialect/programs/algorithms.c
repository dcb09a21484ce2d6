// expect: the host
// Small programs as one writes them: tables, primes, matrices, searches, checksums.
#include "test.h"

static unsigned crc_table[64];
static unsigned char sieve[150];

static unsigned crc(const unsigned char* data, unsigned n) {
  unsigned c = 0xffffffff, i;
  while (n--) {
    c ^= *data++;
    for (i = 0; i < 8; ++i)
      c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0);
  }
  return ~c;
}
static unsigned primes(unsigned n) {
  unsigned i, j, count = 0;
  for (i = 2; i < n; ++i) {
    if (sieve[i]) continue;
    ++count;
    for (j = 2 * i; j < n; j += i)
      sieve[j] = 1;
  }
  return count;
}
static unsigned root(unsigned n) {
  unsigned r = 0, bit = 1u << 30;
  for (; bit; bit >>= 2)
    if (n >= r + bit) {
      n -= r + bit;
      r = (r >> 1) + bit;
    } else {
      r >>= 1;
    }
  return r;
}
static unsigned long long fibonacci(unsigned n) {
  unsigned long long a = 0, b = 1;
  while (n--) {
    const unsigned long long t = a + b;
    a = b;
    b = t;
  }
  return a;
}
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    const unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
static int find(const unsigned* a, int n, unsigned key) {
  int low = 0, high = n - 1;
  while (low <= high) {
    const int middle = (low + high) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
static unsigned checksum(const unsigned short* words, unsigned n) {
  unsigned sum = 0;
  while (n--)
    sum += *words++;
  sum = (sum & 0xffff) + (sum >> 16);
  return (unsigned short)~(sum + (sum >> 16));
}
static void multiply(const int (*a)[3], const int (*b)[3], int (*c)[3]) {
  int i, j, k;
  for (i = 0; i < 3; ++i)
    for (j = 0; j < 3; ++j)
      for (c[i][j] = 0, k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
}
static unsigned decimal(unsigned n, char* text) {
  unsigned digits = 0, i;
  do
    text[digits++] = (char)('0' + n % 10);
  while (n /= 10);
  for (i = 0; i < digits / 2; ++i) {
    const char c = text[i];
    text[i] = text[digits - 1 - i];
    text[digits - 1 - i] = c;
  }
  return digits;
}

int main(void) {
  static const unsigned char message[] = "123456789";
  static const unsigned short header[10] = {0x4500, 0x0073, 0, 0x4000, 0x4011,
                                            0,      0xc0a8, 1, 0xc0a8, 0xc7};
  static const int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, -9}}, b[3][3] = {{2, 0, 1}, {1, 3, 5}};
  int c[3][3];
  char text[12];
  unsigned i;
  result(crc(message, unknown(9)));
  result(primes(unknown(150)));
  result(root(unknown(2000000000)));
  result(mix64(0, fibonacci(unknown(90))));
  result(gcd(unknown(1071 * 13), 462 * 13));
  for (i = 0; i < 64; ++i)
    crc_table[i] = i * i * 3;
  result((unsigned)find(crc_table, 64, 2187) + 100 * (unsigned)find(crc_table, 64, 2188));
  result(checksum(header, 10));
  multiply(a, b, c);
  multiply(c, a, c);
  for (i = 0; i < 9; i += 2)
    result((unsigned)c[i / 3][i % 3]);
  result(decimal(unknown(4093082899u), text));
  for (i = 0; i < 10; i += 3)
    result((unsigned)text[i]);
  return 0;
}
