// error: error: more than 15 signals are in use at the same time: s16 finds no number beside s1, s2,
// error: wait for some of them earlier, or share one
#include <ixp.h>
int main(void) {
  SIGNAL s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16;
  __implicit_write(&s1), __implicit_write(&s2), __implicit_write(&s3), __implicit_write(&s4);
  __implicit_write(&s5), __implicit_write(&s6), __implicit_write(&s7), __implicit_write(&s8);
  __implicit_write(&s9), __implicit_write(&s10), __implicit_write(&s11), __implicit_write(&s12);
  __implicit_write(&s13), __implicit_write(&s14), __implicit_write(&s15), __implicit_write(&s16);
  __wait_for_all(&s1, &s2, &s3, &s4, &s5, &s6, &s7, &s8, &s9, &s10, &s11, &s12, &s13, &s14, &s15,
                 &s16);
}
