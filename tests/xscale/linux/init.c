// The first process of a Linux kernel for tests, without a C library: a shell of a few commands,
// read from the console. Linux 2.6, EABI.
//   cat FILE            prints a file
//   write FILE TEXT     writes a line into a file
//   up IF ADDRESS MASK  gives an interface its address, and starts it
//   ping ADDRESS        sends an echo request and waits a second for the reply
//   fork N              N processes, each with a copy of the memory that its parent goes on writing
//   sleep MS            waits
//   crash               reads address 0, in a process of its own
typedef unsigned u32;
typedef unsigned short u16;
typedef unsigned char u8;

enum { SYS_EXIT = 1, SYS_FORK = 2, SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_MOUNT = 21, SYS_IOCTL = 54,
       SYS_WAIT4 = 114, SYS_NANOSLEEP = 162, SYS_POLL = 168, SYS_SOCKET = 281, SYS_SENDTO = 290, SYS_RECV = 291 };

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long r7 __asm__("r7") = number;
  register long r0 __asm__("r0") = a;
  register long r1 __asm__("r1") = b;
  register long r2 __asm__("r2") = c;
  register long r3 __asm__("r3") = d;
  register long r4 __asm__("r4") = e;
  register long r5 __asm__("r5") = f;
  __asm__ volatile("svc #0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5) : "memory");
  return r0;
}

void *memset(void *to, int value, u32 n) {
  for (u32 i = 0; i < n; ++i)
    ((volatile u8 *)to)[i] = (u8)value;
  return to;
}
void *memcpy(void *to, const void *from, u32 n) {
  for (u32 i = 0; i < n; ++i)
    ((volatile u8 *)to)[i] = ((const u8 *)from)[i];
  return to;
}
static u32 length(const char *text) {
  u32 n = 0;
  while (text[n])
    ++n;
  return n;
}
static int same(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}
static void print(const char *text) {
  call(SYS_WRITE, 1, (long)text, length(text), 0, 0, 0);
}
static void print_number(long n) {
  char digits[12];
  int at = 11;
  const int negative = n < 0;
  u32 left = negative ? (u32)-n : (u32)n;
  digits[at] = 0;
  do {
    u32 tens = 0, rest = left; // no division in this processor
    for (u32 bit = 1u << 28; bit; bit >>= 1)
      if (rest >= 10 * bit && 10 * bit / 10 == bit) rest -= 10 * bit, tens += bit;
    digits[--at] = (char)('0' + rest);
    left = tens;
  } while (left);
  if (negative) digits[--at] = '-';
  print(digits + at);
}
static u32 number(const char *text) {
  u32 n = 0;
  for (; *text >= '0' && *text <= '9'; ++text)
    n = 10 * n + (u32)(*text - '0');
  return n;
}
static u32 address(const char *text) {
  u32 n = 0;
  for (int part = 0; part < 4; ++part) {
    n = n << 8 | number(text);
    while (*text && *text != '.')
      ++text;
    if (*text) ++text;
  }
  return n;
}
static void failed(const char *what, long error) {
  print(what);
  print(" failed: ");
  print_number(error);
  print("\n");
}
static void sleep_ms(u32 ms) {
  struct { long s, ns; } time = {0, 0};
  while (ms >= 1000)
    ms -= 1000, ++time.s;
  time.ns = (long)ms * 1000000;
  call(SYS_NANOSLEEP, (long)&time, 0, 0, 0, 0, 0);
}

static void cat(const char *file) {
  static char text[512];
  const long from = call(SYS_OPEN, (long)file, 0, 0, 0, 0, 0);
  if (from < 0) return failed(file, from);
  long n;
  while ((n = call(SYS_READ, from, (long)text, sizeof(text), 0, 0, 0)) > 0)
    call(SYS_WRITE, 1, (long)text, n, 0, 0, 0);
  call(SYS_CLOSE, from, 0, 0, 0, 0, 0);
}
static void write_line(const char *file, const char *text) {
  const long to = call(SYS_OPEN, (long)file, 1, 0, 0, 0, 0);
  if (to < 0) return failed(file, to);
  const long n = call(SYS_WRITE, to, (long)text, length(text), 0, 0, 0);
  if (n < 0) failed(file, n);
  call(SYS_CLOSE, to, 0, 0, 0, 0, 0);
}

struct socket_address { u16 family, port; u32 address; u8 zero[8]; };
struct interface { char name[16]; union { struct socket_address address; short flags; } is; };
enum { INET = 2, DATAGRAM = 2, RAW = 3, SET_FLAGS = 0x8914, SET_ADDRESS = 0x8916, SET_MASK = 0x891c, UP_RUNNING = 0x41, ICMP = 1 };

static void configure(long socket, const char *name, u32 what, u32 value) {
  struct interface request;
  memset(&request, 0, sizeof(request));
  memcpy(request.name, name, length(name));
  if (what == SET_FLAGS)
    request.is.flags = UP_RUNNING;
  else
    request.is.address.family = INET, request.is.address.address = value;
  const long error = call(SYS_IOCTL, socket, what, (long)&request, 0, 0, 0);
  if (error < 0) failed(name, error);
}
static void up(const char *name, const char *own, const char *mask) {
  const long socket = call(SYS_SOCKET, INET, DATAGRAM, 0, 0, 0, 0);
  if (socket < 0) return failed("socket", socket);
  configure(socket, name, SET_ADDRESS, address(own));
  configure(socket, name, SET_MASK, address(mask));
  configure(socket, name, SET_FLAGS, 0);
  call(SYS_CLOSE, socket, 0, 0, 0, 0, 0);
}

static u16 checksum(const u16 *words, u32 count) {
  u32 sum = 0;
  for (u32 i = 0; i < count; ++i)
    sum += words[i];
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return (u16)~sum;
}
static void ping(const char *to) {
  static u16 sequence;
  struct { u8 type, code; u16 check, id, sequence; u8 data[24]; } request;
  struct { long fd; short events, revents; } wait = {0, 1, 0};
  static u8 reply[256];
  const long socket = call(SYS_SOCKET, INET, RAW, ICMP, 0, 0, 0);
  if (socket < 0) return failed("socket", socket);
  memset(&request, 0, sizeof(request));
  request.type = 8;
  request.id = 0x4958;
  request.sequence = ++sequence;
  request.check = checksum((const u16 *)&request, sizeof(request) / 2);
  struct socket_address there = {INET, 0, address(to), {0}};
  const long sent = call(SYS_SENDTO, socket, (long)&request, sizeof(request), 0, (long)&there, sizeof(there));
  if (sent < 0) failed(to, sent);
  wait.fd = socket;
  print(to);
  for (int tries = 0; sent >= 0; ++tries) {
    if (tries == 8 || call(SYS_POLL, (long)&wait, 1, 1000, 0, 0, 0) <= 0) {
      print(": no reply\n");
      break;
    }
    const long n = call(SYS_RECV, socket, (long)reply, sizeof(reply), 0, 0, 0);
    if (n >= 28 && reply[20] == 0 && reply[26] == (u8)(sequence >> 8) && reply[27] == (u8)sequence) {
      print(": reply\n");
      break;
    }
  }
  call(SYS_CLOSE, socket, 0, 0, 0, 0, 0);
}

// Each process has its own copy of the table; the pages are shared until one of them writes.
static void forks(u32 count) {
  static volatile u32 table[4096];
  for (u32 i = 0; i < 4096; ++i)
    table[i] = i;
  u32 wrong = 0;
  for (u32 child = 1; child <= count; ++child) {
    const long id = call(SYS_FORK, 0, 0, 0, 0, 0, 0);
    if (id < 0) return failed("fork", id);
    if (id == 0) {
      u32 bad = 0;
      sleep_ms(20);
      for (u32 i = 0; i < 4096; ++i)
        bad += table[i] != i + child - 1;
      call(SYS_EXIT, bad ? 1 : 0, 0, 0, 0, 0, 0);
    }
    for (u32 i = 0; i < 4096; ++i)
      table[i] = i + child;
  }
  for (u32 child = 0; child < count; ++child) {
    int status = 0;
    call(SYS_WAIT4, -1, (long)&status, 0, 0, 0, 0);
    wrong += status != 0;
  }
  print_number((long)count);
  print(" processes, ");
  print_number((long)wrong);
  print(" wrong\n");
}
static void crash(void) {
  const long id = call(SYS_FORK, 0, 0, 0, 0, 0, 0);
  if (id == 0) call(SYS_EXIT, *(volatile int *)0, 0, 0, 0, 0, 0);
  int status = 0;
  call(SYS_WAIT4, id, (long)&status, 0, 0, 0, 0);
  print("signal ");
  print_number(status & 127);
  print("\n");
}

static void command(char **words) {
  if (same(words[0], "cat")) return cat(words[1]);
  if (same(words[0], "write")) return write_line(words[1], words[2]);
  if (same(words[0], "up")) return up(words[1], words[2], words[3]);
  if (same(words[0], "ping")) return ping(words[1]);
  if (same(words[0], "fork")) return forks(number(words[1]));
  if (same(words[0], "sleep")) return sleep_ms(number(words[1]));
  if (same(words[0], "crash")) return crash();
  if (words[0][0]) print("unknown command\n");
}

__attribute__((noreturn)) void _start(void) {
  static char line[256];
  call(SYS_MOUNT, (long)"proc", (long)"/proc", (long)"proc", 0, 0, 0);
  for (;;) {
    char *words[4] = {"", "", "", ""};
    print("# ");
    const long n = call(SYS_READ, 0, (long)line, sizeof(line) - 1, 0, 0, 0);
    if (n <= 0) {
      sleep_ms(10);
      continue;
    }
    line[n] = 0;
    u32 count = 0;
    for (char *at = line; *at && count < 4;) {
      while (*at == ' ')
        ++at;
      if (!*at || *at == '\n') break;
      words[count++] = at;
      while (*at && *at != ' ' && *at != '\n')
        ++at;
      if (*at) *at++ = 0;
    }
    command(words);
  }
}
