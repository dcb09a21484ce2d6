/* Instructions that compilers seldom use: DSP, SWP, LDRD, flags, shifts by registers. ARM state. */
#include "stdio.h"

#define ARM __attribute__((noinline, target("arm")))
static unsigned q_after;

ARM static void clear_q(void) { asm volatile("msr cpsr_f, #0"); }
ARM static unsigned flags(void) {
  unsigned v;
  asm volatile("mrs %0, cpsr" : "=r"(v));
  return v >> 27;
}

#define TWO(name, text)                                                                            \
  ARM static unsigned name(unsigned a, unsigned b) {                                               \
    unsigned v;                                                                                    \
    clear_q();                                                                                     \
    asm volatile(text " %0, %1, %2\n\tmrs %3, cpsr" : "=&r"(v), "+r"(a), "+r"(b), "=r"(q_after));  \
    q_after = q_after >> 27 & 1;                                                                   \
    return v;                                                                                      \
  }
#define THREE(name, text)                                                                          \
  ARM static unsigned name(unsigned a, unsigned b) {                                               \
    unsigned v, c = a ^ b << 3 ^ 0x7fffff00;                                                       \
    clear_q();                                                                                     \
    asm volatile(text " %0, %1, %2, %4\n\tmrs %3, cpsr"                                            \
                 : "=&r"(v), "+r"(a), "+r"(b), "=r"(q_after)                                       \
                 : "r"(c));                                                                        \
    q_after = q_after >> 27 & 1;                                                                   \
    return v;                                                                                      \
  }
#define FLAGS(name, text)                                                                          \
  ARM static unsigned name(unsigned a, unsigned b) {                                               \
    unsigned v;                                                                                    \
    clear_q();                                                                                     \
    asm volatile(text "\n\tmrs %3, cpsr" : "=&r"(v), "+r"(a), "+r"(b), "=r"(q_after) : : "cc");     \
    q_after >>= 27;                                                                                \
    return v;                                                                                      \
  }
TWO(qadd, "qadd") TWO(qsub, "qsub") TWO(qdadd, "qdadd") TWO(qdsub, "qdsub")
TWO(smulbb, "smulbb") TWO(smulbt, "smulbt") TWO(smultb, "smultb") TWO(smultt, "smultt")
TWO(smulwb, "smulwb") TWO(smulwt, "smulwt")
THREE(smlabb, "smlabb") THREE(smlabt, "smlabt") THREE(smlatb, "smlatb") THREE(smlatt, "smlatt")
THREE(smlawb, "smlawb") THREE(smlawt, "smlawt")
FLAGS(adds, "adds %0, %1, %2") FLAGS(subs, "subs %0, %1, %2") FLAGS(rsbs, "rsbs %0, %1, %2")
FLAGS(carry, "adds %0, %1, %2\n\tadcs %0, %0, %1\n\tsbcs %0, %0, %2")
FLAGS(lsls, "movs %0, %1, lsl %2") FLAGS(lsrs, "movs %0, %1, lsr %2")
FLAGS(asrs, "movs %0, %1, asr %2") FLAGS(rors, "movs %0, %1, ror %2")
FLAGS(rrx, "adds %0, %1, %2\n\tmovs %0, %2, rrx") FLAGS(lsr32, "movs %0, %1, lsr #32")
FLAGS(asr32, "movs %0, %1, asr #32") FLAGS(tst, "mov %0, #0\n\ttst %1, %2, ror #7")
FLAGS(muls, "muls %0, %1, %2") FLAGS(clz, "clz %0, %1")

static const struct {
  const char* name;
  unsigned (*function)(unsigned, unsigned);
} kAll[] = {{"qadd", qadd},     {"qsub", qsub},     {"qdadd", qdadd},   {"qdsub", qdsub},   {"smulbb", smulbb},
            {"smulbt", smulbt}, {"smultb", smultb}, {"smultt", smultt}, {"smulwb", smulwb}, {"smulwt", smulwt},
            {"smlabb", smlabb}, {"smlabt", smlabt}, {"smlatb", smlatb}, {"smlatt", smlatt}, {"smlawb", smlawb},
            {"smlawt", smlawt}, {"adds", adds},     {"subs", subs},     {"rsbs", rsbs},     {"carry", carry},
            {"lsls", lsls},     {"lsrs", lsrs},     {"asrs", asrs},     {"rors", rors},     {"rrx", rrx},
            {"lsr32", lsr32},   {"asr32", asr32},   {"tst", tst},       {"muls", muls},     {"clz", clz}};

ARM static void memory(void) {
  static unsigned long long pair[2] = {0x1122334455667788, 0};
  static unsigned block[6] = {1, 2, 3, 4, 5, 6};
  unsigned v = 0xabcdef12, old, byte;
  register unsigned long long both asm("r2");
  asm volatile("ldrd r2, r3, [%1]\n\tstrd r2, r3, [%1, #8]" : "=&r"(both) : "r"(pair) : "memory");
  printf("ldrd %llx %llx\n", both, pair[1]);
  asm volatile("swp %0, %2, [%1]" : "=&r"(old) : "r"(block), "r"(v) : "memory");
  asm volatile("swpb %0, %2, [%1]" : "=&r"(byte) : "r"(block + 1), "r"(v) : "memory");
  printf("swp %x %x, swpb %x %x\n", old, block[0], byte, block[1]);
  unsigned a, b, c, d;
  const unsigned* p = block + 3;
  asm volatile("ldmda %0!, {r4, r5}\n\tmov %1, r4\n\tmov %2, r5\n\tldmib %0, {r4, r5}\n\tmov %3, r4\n\tmov %4, r5"
               : "+r"(p), "=&r"(a), "=&r"(b), "=&r"(c), "=&r"(d)
               :
               : "r4", "r5");
  printf("ldm %x %x %x %x, base %d\n", a, b, c, d, (int)(p - block));
}

int main(void) {
  static const unsigned numbers[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0x40000000,
                                     0xc0000001, 0x80008000, 0x7fff8000, 0x0001ffff, 32,         33,
                                     31,         255,        0x12345678};
  enum { kCount = sizeof numbers / sizeof *numbers };
  for (unsigned f = 0; f < sizeof kAll / sizeof *kAll; ++f) {
    unsigned sum = 0, q = 0;
    for (unsigned i = 0; i < kCount * kCount; ++i) {
      sum = sum * 33 + kAll[f].function(numbers[i / kCount], numbers[i % kCount]);
      q = q * 3 + q_after;
    }
    printf("%s %08x %08x\n", kAll[f].name, sum, q);
  }
  memory();
  return flags() & 0;
}
