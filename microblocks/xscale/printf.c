/* Enough of printf: %d %u %x %llx %s %c, with a width filled with zeros. console_put() is the
   board's (console.c). */
void console_put(char c);
int printf(const char* format, ...);

static void put_number(unsigned long long v, unsigned base, int width) {
  char digits[24];
  int n = 0;
  do
    digits[n++] = "0123456789abcdef"[v % base], v /= base;
  while (v);
  for (; width > n; --width)
    console_put('0');
  while (n)
    console_put(digits[--n]);
}

int printf(const char* f, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, f);
  for (; *f; ++f) {
    int width = 0, longs = 0;
    if (*f != '%') {
      console_put(*f);
      continue;
    }
    for (++f; *f >= '0' && *f <= '9'; ++f)
      width = 10 * width + *f - '0';
    for (; *f == 'l'; ++f)
      ++longs;
    switch (*f) {
    case 'c': console_put((char)__builtin_va_arg(list, int)); break;
    case 's':
      for (const char* s = __builtin_va_arg(list, const char*); *s; ++s)
        console_put(*s);
      break;
    case 'd': {
      const int v = __builtin_va_arg(list, int);
      if (v < 0) console_put('-');
      put_number(v < 0 ? -(unsigned)v : (unsigned)v, 10, width);
      break;
    }
    default: {
      const unsigned base = *f == 'x' ? 16 : 10;
      put_number(longs == 2 ? __builtin_va_arg(list, unsigned long long)
                            : __builtin_va_arg(list, unsigned),
                 base, width);
    }
    }
  }
  __builtin_va_end(list);
  return 0;
}
