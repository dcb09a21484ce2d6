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
