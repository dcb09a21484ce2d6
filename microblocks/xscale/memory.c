/* Functions that compilers call to copy and fill. Built with -fno-builtin. */
typedef __SIZE_TYPE__ size_t;

void* memmove(void* to, const void* from, size_t n) {
  char* t = to;
  const char* f = from;
  if (t < f)
    for (size_t i = 0; i < n; ++i)
      t[i] = f[i];
  else
    while (n--)
      t[n] = f[n];
  return to;
}
void* memcpy(void* to, const void* from, size_t n) {
  return memmove(to, from, n);
}
void* memset(void* to, int c, size_t n) {
  char* t = to;
  while (n--)
    *t++ = (char)c;
  return to;
}
int memcmp(const void* a, const void* b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (; n--; ++x, ++y)
    if (*x != *y) return *x - *y;
  return 0;
}
size_t strlen(const char* s) {
  size_t n = 0;
  while (s[n])
    ++n;
  return n;
}

/* With 4 and 8 in the name: pointers with that alignment. */
#define COPY(name)                                                                                 \
  void name(void* to, const void* from, size_t n) {                                                \
    memmove(to, from, n);                                                                          \
  }
#define FILL(name)                                                                                 \
  void name(void* to, size_t n, int c) {                                                           \
    memset(to, c, n);                                                                              \
  }
#define CLEAR(name)                                                                                \
  void name(void* to, size_t n) {                                                                  \
    memset(to, 0, n);                                                                              \
  }
COPY(__aeabi_memcpy)
COPY(__aeabi_memcpy4) COPY(__aeabi_memcpy8) COPY(__aeabi_memmove) COPY(__aeabi_memmove4)
    COPY(__aeabi_memmove8) FILL(__aeabi_memset) FILL(__aeabi_memset4) FILL(__aeabi_memset8)
        CLEAR(__aeabi_memclr) CLEAR(__aeabi_memclr4) CLEAR(__aeabi_memclr8)
