// Objects, their types and initial values: a program a section (tests/sections.py).

//--- empty.c
// expect: the host
// Objects without a byte, and arrays of them with an index.
#include "test.h"

struct nothing {};
struct beside {
  struct nothing before, in[3];
  unsigned data;
};

int main(void) {
  struct nothing many[3];
  struct beside x = {.data = 5};
  many[unknown(2)] = x.in[unknown(1)];
  x.in[unknown(2)] = many[unknown(0)];
  result(x.data + sizeof many + (&x.in[unknown(2)] == &x.before));
  return 0;
}

//--- globals.c
// expect: the host
// Initial values of every type, constant tables, pointers between variables.
#include "test.h"

static signed char s8 = -3;
static unsigned char u8 = 200;
static short s16 = -30000;
static unsigned short u16 = 60000;
static int s32 = -2000000000;
static unsigned u32 = 4000000000u;
static long long s64 = -1234567890123456789;
static unsigned long long u64 = 0xfedcba9876543210;
static _Bool flag = 1;
static int unset;
static signed char bytes[5] = {1, -2, 3, -4, 5};
static short halves[3] = {-1, 2};
static const unsigned char table[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {250, 251, 252}};
static const struct {
  short key;
  unsigned char value;
  int weight;
} entries[] = {{1, 2, 3}, {-1, 255, -100000}, {300, 4, 5}};
static int* pointer = &s32;
static const char* const words[] = {"one", "two", "three"};
static const unsigned short* middle = 0;
static const unsigned short series[6] = {1, 10, 100, 1000, 10000, 65535};

int main(void) {
  const unsigned one = unknown(1);
  result((unsigned)(s8 + u8) + (unsigned)s16 + u16);
  result((unsigned)s32 ^ u32);
  result(mix64(mix64(0, (unsigned long long)s64), u64));
  result((unsigned)flag + (unsigned)unset);
  result((unsigned)(bytes[one] * 100 + bytes[one + 3] + halves[one - 1] + halves[one + 1]));
  result(table[one + 2][one] * 1000u + table[one][2]);
  result(
      (unsigned)(entries[one].key * entries[one].weight + entries[2].value - entries[one].value));
  *pointer += 5;
  result((unsigned)s32);
  result((unsigned)(words[one][0] * 65536 + words[2][4]));
  middle = &series[2];
  result(middle[one] + 100000u * *middle + middle[-1]);
  s8 = (signed char)(s8 * 50);
  u8 += 100;
  s16 -= 10000;
  u16 = (unsigned short)(u16 * 3);
  s64 /= 1000;
  u64 <<= one * 5;
  bytes[one + 1] = (signed char)(u8 + 200);
  result((unsigned)s8 ^ u8 ^ (unsigned)s16 ^ u16 ^ (unsigned)bytes[2]);
  result(mix64(mix64(0, (unsigned long long)s64), u64));
  return 0;
}

//--- initial.c
// expect: 8 1 2 11 5 0 9 0xfffffffd 0x1234567 0x64 0x6 0x2a 11 12 5 4
// options: --check
// Initial values of variables in every memory; absolute registers get theirs from the loader.
#include "test.h"

static __declspec(gp_reg) unsigned own = 5;
static __declspec(shared gp_reg) unsigned count = 7, nothing;
static __declspec(shared gp_reg) unsigned several[3] = {1, 2, 3};
static __declspec(shared gp_reg) struct {
  unsigned char a, b;
  unsigned short c;
  long long d;
} mixed = {0, 1, 2, 9};
static __declspec(shared) struct {
  int p : 4;
  unsigned q : 28;
} bits = {-3, 0x1234567};
static __declspec(local_mem) char letters[5] = "abcd";
static __declspec(sram) unsigned short shorts[] = {1, 2, 3, [7] = 6};
static __declspec(scratch) unsigned answer = 42;
static __declspec(sram_write_reg) unsigned out[2] = {11, 12};
static __declspec(sram shared) unsigned target[4] = {3, 4, 5};
static __declspec(shared gp_reg) unsigned __sram* pointer = &target[1];
static unsigned __sram* own_pointer = &target[1];

int main(void) {
  SIGNAL done;
  ++count;
  several[2] += count;
  result(count);
  result(several[0]);
  result(several[1]);
  result(several[2]);
  result(own);
  result(nothing);
  result((unsigned)mixed.d);
  result((unsigned)bits.p);
  result(bits.q);
  result((unsigned)letters[3]);
  result(shorts[7] + shorts[6]);
  result(answer);
  sram_write(out, (void __sram*)0x2000, 2, ctx_swap, &done);
  result(((unsigned __sram*)0x2000)[0]);
  result(((unsigned __sram*)0x2000)[1]);
  ++pointer;
  result(*pointer);
  result(*own_pointer);
}

//--- literals.c
// expect: the host
// Compound literals: values, addresses of them, at file scope, in loops.
#include "test.h"

struct pair {
  int a, b;
};
static int *table = (int[]){4, 5, 6};
static struct pair *fixed = &(struct pair){70, 80};

static __noinline int sum(const struct pair *p) { return p->a * 100 + p->b; }
static __noinline struct pair turn(struct pair p) { return (struct pair){p.b, p.a}; }

int main(void) {
  const unsigned z = unknown_zero();
  struct pair p = (struct pair){1, (int)z + 2};
  const int *list = (const int[]){1, 2, (int)z + 3};
  unsigned i;
  result((unsigned)sum(&p));
  p = turn(p);
  result((unsigned)sum(&p));
  result((unsigned)list[z + 2] + (unsigned)table[z + 1] + (unsigned)sum(fixed));
  table[z] += 10;
  result((unsigned)(table[0] + table[1]));
  result((unsigned char[]){7, 8, 9}[z + 2]);
  result(((union {
           unsigned word;
           unsigned char byte[4];
         }){0x11111111 * (z + 3)})
             .byte[z + 1]);
  for (i = 0; i < 3; ++i)
    result((unsigned)sum(&(struct pair){.b = (int)i, .a = (int)z - 1}));
}

//--- memories.c
// expect: the host
// Variables in SRAM, DRAM and scratchpad: every width, arrays, structures, pointers, copies.
#include "test.h"

typedef struct {
  signed char a;
  unsigned char b;
  short c;
  unsigned short d;
  unsigned e;
  long long f;
  unsigned g : 5, h : 20;
  int i : 7;
} Record;

#define MEMORY(name, words)                                                                        \
  static words signed char name##_s8 = -5;                                                         \
  static words unsigned short name##_u16 = 50000;                                                  \
  static words int name##_s32 = -100;                                                              \
  static words unsigned long long name##_u64 = 0x1122334455667788;                                 \
  static words unsigned char name##_bytes[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};                        \
  static words short name##_halves[5] = {-1, -2, -3};                                              \
  static words unsigned name##_words[6];                                                           \
  static words Record name##_record = {-1, 2, -3, 4, 5, -6, 7, 8, -9};                             \
  static __noinline unsigned name##_hash(words Record* r) {                                        \
    unsigned h = mix(mix(mix(mix(0, (unsigned)r->a), r->b), (unsigned)r->c), r->d);                \
    return mix(mix(mix(mix64(mix(h, r->e), (unsigned long long)r->f), r->g), r->h),                \
               (unsigned)r->i);                                                                    \
  }                                                                                                \
  static __noinline void name##_check(unsigned one) {                                              \
    unsigned i, hash = 0;                                                                          \
    words unsigned char* p = name##_bytes;                                                         \
    Record copy;                                                                                   \
    result((unsigned)(name##_s8 + name##_u16 + name##_s32));                                       \
    result(mix64(0, name##_u64));                                                                  \
    name##_s8 = (signed char)(name##_s8 - 100 * (int)one);                                         \
    name##_u16 += 20000;                                                                           \
    name##_s32 *= 7;                                                                               \
    name##_u64 = name##_u64 * 3 + one;                                                             \
    result((unsigned)(name##_s8 + name##_u16 + name##_s32));                                       \
    result(mix64(0, name##_u64));                                                                  \
    for (i = 0; i < 9; ++i)                                                                        \
      hash = mix(hash, *p++);                                                                      \
    name##_bytes[one + 4] = 77;                                                                    \
    name##_halves[one + 1] += 1000;                                                                \
    for (i = 0; i < 5; ++i)                                                                        \
      hash = mix(hash, (unsigned)name##_halves[i] + name##_bytes[i + one]);                        \
    for (i = 0; i < 6; ++i)                                                                        \
      name##_words[i] = i * i + one;                                                               \
    for (i = 6; i-- > one;)                                                                        \
      name##_words[i] += name##_words[i - 1];                                                      \
    for (i = 0; i < 6; ++i)                                                                        \
      hash = mix(hash, name##_words[i]);                                                           \
    result(hash);                                                                                  \
    result(name##_hash(&name##_record));                                                           \
    copy = name##_record;                                                                          \
    copy.c = 999;                                                                                  \
    copy.h += 5;                                                                                   \
    copy.f += one;                                                                                 \
    name##_record = copy;                                                                          \
    name##_record.b ^= 0xff;                                                                       \
    name##_record.i = 33;                                                                          \
    result(name##_hash(&name##_record));                                                           \
  }
MEMORY(sram, __sram)
MEMORY(dram, __dram)
MEMORY(scratch, __scratch)

int main(void) {
  const unsigned one = unknown(1);
  sram_check(one);
  dram_check(one);
  scratch_check(one);
  sram_record = dram_record;
  scratch_record = sram_record;
  result(scratch_hash(&scratch_record));
  return 0;
}

//--- null.c
// expect: the host
// No object is where a null pointer points, in no memory and in no frame.
#include "test.h"

static int number;
static int numbers[3];
static __sram int far_number;
static __scratch int near_number;

static __noinline int value_or(int* p, int otherwise) {
  return p ? *p : otherwise;
}
static __noinline int is_null(const void* p) {
  return !p;
}
static __noinline int is_far_null(const void __sram* p) {
  return !p;
}
static __noinline int is_near_null(const void __scratch* p) {
  return !p;
}
static __noinline int local(int n) {
  int here = n;
  return value_or(&here, 77);
}
static __noinline int locals(int n) {
  int here[3] = {n, n + 1, n + 2};
  return value_or(here, 78) + value_or(&here[n % 3], 79);
}
static __noinline int empty_callee(int n) {
  int here = n;
  return local(n) + is_null(&here);
}

int main(void) {
  result(local(unknown(5)));
  result(locals(unknown(7)));
  result(empty_callee(unknown(3)));
  result(value_or(0, 80));
  result(is_null(&number) + is_null(numbers) + is_null(&numbers[unknown(0)]));
  result(is_far_null(&far_number) + is_near_null(&near_number));
  result(is_null(0));
}

//--- packed.c
// expect: 0xffffffff 0xfff 0 0 0xffffffff 0xffd 0x55 0xffffffff 0xd5 0x50 0x01
// expect: 0x020304 0x0a0b0c0d 0x0e0f1011 0x12 7
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

//--- records.c
// expect: 0x01020304 0x01020304 0x01020304 7 8 9 10 0x11223344 5 1 4
// Words after the body of a structure apply to the declared variables, like words before it.
#include "test.h"

typedef struct {
  unsigned v;
} __sram in_sram;
struct pair {
  unsigned v, w;
} __dram* pointer;
static struct {
  unsigned v;
} __attribute__((packed)) const volatile __scratch near_one = {7};
static union {
  unsigned v;
  unsigned char bytes[4];
} __declspec(local_mem) parts;
typedef struct {
  unsigned a, b;
} __declspec(sram_read_reg) entry;
struct holder {
  struct {
    unsigned char x;
  } __dram* inner;
} __sram outer;

static __dram unsigned char bytes[16] __attribute__((aligned(8)));
static in_sram memory;
static __dram struct pair target;

int main(void) {
  SIGNAL done;
  entry in;
  unsigned n;
  for (n = 0; n < 4; ++n)
    bytes[4 + n] = (unsigned char)(n + 1);
  result(((struct { unsigned v; } __dram*)(bytes + 4))->v);
  result(((struct __declspec(packed) { unsigned v; } __dram*)(bytes + 4))->v);
  result(((struct { unsigned v; } __declspec(packed) __dram*)(bytes + 4))->v);
  result(near_one.v);
  memory.v = unknown(8);
  sram_read(&in, &memory, 1, ctx_swap, &done);
  result(in.a);
  pointer = &target;
  pointer->w = unknown(9);
  result(target.w);
  pointer[0].v = 10;
  result(target.v);
  for (n = 0; n < 4; ++n)
    parts.bytes[n] = (unsigned char)(0x11 * (n + 1));
  result(parts.v);
  outer.inner = (void __dram*)&bytes[7];
  ++outer.inner->x;
  result(bytes[7]);
  result(__is_in_sram(&memory) && __is_in_dram(pointer) && __is_in_scratch(&near_one));
  result(sizeof(((struct { unsigned v; } __dram*)0)->v));
}

//--- structures.c
// expect: the host
// Structures by value, nested, in arrays; bit-fields; unions; enumerations.
#include "test.h"

typedef struct {
  short x;
  signed char y;
  unsigned z;
} Point;
typedef struct {
  Point corner[2];
  long long area;
  struct {
    unsigned char red, green;
  } colour;
} Box;
typedef struct {
  unsigned a : 3;
  int b : 5;
  unsigned c : 17, : 0;
  signed d : 31;
  unsigned e : 1;
  unsigned long long f : 40;
} Fields;
typedef struct {
  unsigned char bytes[7];
  unsigned short half;
} Odd;
typedef union {
  unsigned word;
  int number;
} Either;
enum Colour { Red = 3, Green, Blue = -1 };

static __noinline Point moved(Point p, int by) {
  p.x = (short)(p.x + by);
  p.y = (signed char)(p.y - by);
  p.z *= 3;
  return p;
}
static __noinline Box box(Point a, Point b) {
  Box r;
  r.corner[0] = a;
  r.corner[1] = b;
  r.area = (long long)(b.x - a.x) * (b.y - a.y);
  r.colour.red = (unsigned char)a.z;
  r.colour.green = (unsigned char)~r.colour.red;
  return r;
}
static __noinline unsigned hash(const Box* b) {
  unsigned h = 0, i;
  for (i = 0; i < 2; ++i)
    h = mix(mix(mix(h, (unsigned)b->corner[i].x), (unsigned)b->corner[i].y), b->corner[i].z);
  return mix(mix(mix64(h, (unsigned long long)b->area), b->colour.red), b->colour.green);
}
static __noinline Fields fields(unsigned n) {
  Fields f = {n, (int)n, n, (int)n, n, n};
  f.b -= 3;
  f.c <<= 2;
  f.d = -f.d;
  f.f = f.f * 0x10001 + f.c;
  ++f.a;
  return f;
}

int main(void) {
  static const Point table[3] = {{1, 2, 3}, {-4, -5, 6}, {700, 80, 0xffffffff}};
  Point p = {-3, 100, unknown(0x80000001)}, q;
  Box boxes[3];
  Odd odd, copy;
  Either either;
  int i;
  q = moved(p, 30000);
  result((unsigned)q.x);
  result((unsigned)q.y);
  result(q.z);
  for (i = 0; i < 3; ++i)
    boxes[i] = box(table[i], moved(table[(i + 1) % 3], i));
  boxes[1] = boxes[2];
  boxes[2].corner[1].x = 9;
  for (i = 0; i < 3; ++i)
    result(hash(&boxes[i]));
  for (i = 0; i < 40; i += 7) {
    const Fields f = fields(unknown(0x1234567u << i % 8) + (unsigned)i);
    result(mix64(mix(mix(mix(mix(mix(0, f.a), (unsigned)f.b), f.c), (unsigned)f.d), f.e), f.f));
  }
  for (i = 0; i < 7; ++i)
    odd.bytes[i] = (unsigned char)(i * 37);
  odd.half = 0xbeef;
  copy = odd;
  odd.bytes[3] = 0;
  result(mix(copy.half, copy.bytes[3] + copy.bytes[6]));
  either.number = -5;
  result(either.word);
  result((unsigned)(unknown(1) ? Blue : Green) + Red);
  result(sizeof(Point) + 100 * sizeof(Odd));
  return 0;
}

//--- type_words.c
// expect: itself
#include "test.h"

typedef __declspec(sram) unsigned cell;
struct __declspec(packed) header {
  unsigned char kind;
  unsigned length;
};
union parts {
  struct {
    unsigned high : 4, middle : 20, low : 8;
  };
  unsigned value;
};
__declspec(shared gp_reg) unsigned calls;
__declspec(scratch) unsigned private_pad[2] = {3, 4};

static __noinline unsigned count(unsigned start) {
  __declspec(sram) unsigned total = start; /* assigned at each entry */
  static __declspec(sram) unsigned entries = 10;
  total += ++entries;
  ++calls;
  return total;
}

main() {
  cell c = HIDE(5), *pointer = &c;
  union parts parts;
  __declspec(local_mem) unsigned table[4];
  EXPECT(count(HIDE(100)), 111);
  EXPECT(count(HIDE(100)), 112);
  EXPECT(calls, 2);
  *pointer += 2;
  EXPECT(c, 7);
  EXPECT(sizeof(struct header), 5);
  parts.value = HIDE(0x12345678);
  EXPECT(parts.high, 1);
  EXPECT(parts.middle, 0x23456);
  EXPECT(parts.low, 0x78);
  for (int i = 0; i < 4; ++i)
    table[i] = i * i;
  EXPECT(table[HIDE(3)], 9);
  EXPECT(private_pad[0] + private_pad[1], 7);
  EXPECT((signed char)HIDE(0x80) < 0 && (char)HIDE(0x80) < 0, 1);
  EXPECT(*(__declspec(sram) unsigned *)(unsigned)&c, 7);
  DONE();
}
