/* A calendar of 1024 days, a bit each in local memory and a word that says which of the 32 words are
 * not 0: takes the first day and enters another. */
#define TURNS 300
#include "program.h"

STATE unsigned days[32];

static unsigned top;

static void enter(unsigned day) {
  days[day >> 5] |= 1u << (day & 31);
  top |= 1u << (day >> 5);
}

PROGRAM work(unsigned x) {
  unsigned turn, sum = 0;
  for (turn = 0; turn < 20; ++turn) {
    x = x * 9 + 7;
    enter(x >> 3 & 1023);
  }
  for (turn = 0; turn < TURNS; ++turn) {
    unsigned word = ffs(top), day = ffs(days[word]), rest = days[word] & (days[word] - 1);
    days[word] = rest;
    if (rest == 0) top &= ~(1u << word);
    sum += word << 5 | day;
    x = x * 9 + 7;
    enter(x >> 3 & 1023);
  }
  return sum ^ top ^ x;
}
