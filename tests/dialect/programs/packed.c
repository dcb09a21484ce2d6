// expect: 0xffffffff 0xfff 0 0 0xffffffff 0xffd 0x55 0xffffffff 0xd5 0x50 0x01 0x020304 0x0a0b0c0d 0x0e0f1011 0x12 7
// Members that are not aligned, of three, five, six and seven bytes: parts of longwords are written
// one after the other.
#include "test.h"

struct record {
  signed char a;
  unsigned char b[3];
  signed char c;
  unsigned long long d : 44;
  int e : 8;
} __attribute__((packed));
struct fields {
  unsigned char first;
  unsigned middle : 24;
  unsigned long long wide;
  unsigned char last;
} __attribute__((packed));

static struct record records[3], copies[3];
static struct fields fields[2];

static __noinline void subtract(unsigned i, unsigned n) {
  records[i].d -= n;
}
static __noinline void set_e(unsigned i, int v) {
  records[i].e = v;
}
static __noinline void copy(unsigned i, unsigned j) {
  copies[i] = records[j];
}
static __noinline void set_fields(unsigned i, unsigned long long wide) {
  fields[i].first = 1;
  fields[i].middle = 0x020304;
  fields[i].wide = wide;
  fields[i].last = 0x12;
}
static __noinline void scatter(unsigned* p, unsigned v) {
  struct two {
    unsigned a, b;
  } __attribute__((packed))* at = (struct two*)((char*)p + 1);
  at->a = v;
  at->b = v + 1;
}

int main(void) {
  const unsigned one = unknown(1);
  unsigned words[3] = {0, 0, 0};
  unsigned char* bytes = (unsigned char*)&copies[0];
  subtract(one, 1);
  result((unsigned)(records[one].d >> 12));
  result((unsigned)records[one].d & 0xfff);
  result((unsigned)records[one].e);
  result((unsigned)records[one].c);
  subtract(one, 2);
  result((unsigned)(records[one].d >> 12));
  result((unsigned)records[one].d & 0xfff);
  set_e(one, 0x55);
  result((unsigned)records[one].e);
  copy(unknown(0), one);
  result((unsigned)(copies[0].d >> 12));
  result(bytes[10]);
  result(bytes[11]);
  set_fields(one, 0x0a0b0c0d0e0f1011ull);
  result(fields[one].first);
  result(fields[one].middle);
  result((unsigned)(fields[one].wide >> 32));
  result((unsigned)fields[one].wide);
  result(fields[one].last);
  scatter(words, unknown(0x11223344));
  result(words[0] == 0x00112233 && words[1] == 0x44112233 && words[2] == 0x45000000 ? 7 : words[1]);
}
