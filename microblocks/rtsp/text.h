/* Pieces of a text that has no end mark. */
#ifndef RTSP_TEXT_H
#define RTSP_TEXT_H

#include "types.h"

struct text {
  const char* at;
  u32 size;
};

static inline struct text text_of(const char* at, u32 size) {
  struct text t;
  t.at = at;
  t.size = size;
  return t;
}

static inline char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}
static inline int is_digit(char c) {
  return c >= '0' && c <= '9';
}
static inline int is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* literal: lower case, with an end mark. Case does not count. */
static inline int text_begins(struct text t, const char* literal) {
  for (u32 i = 0; literal[i]; ++i)
    if (i >= t.size || lower(t.at[i]) != literal[i]) return 0;
  return 1;
}
static inline int text_is(struct text t, const char* literal) {
  u32 size = 0;
  while (literal[size])
    ++size;
  return t.size == size && text_begins(t, literal);
}

static inline struct text text_from(struct text t, u32 from) {
  return from ? text_of(t.at + from, t.size - from) : t;
}
static inline struct text text_trimmed(struct text t) {
  while (t.size && is_blank(t.at[0]))
    t = text_from(t, 1);
  while (t.size && is_blank(t.at[t.size - 1]))
    --t.size;
  return t;
}

/* Takes the text before the first `mark`, or all, from t, and the mark. */
static inline struct text text_until(struct text* t, char mark) {
  u32 n = 0;
  while (n < t->size && t->at[n] != mark)
    ++n;
  const struct text piece = text_of(t->at, n);
  *t = text_from(*t, n < t->size ? n + 1 : n);
  return piece;
}

/* A decimal number from the beginning; how many digits, 0: none, or more than fit. */
static inline u32 text_number(struct text t, u32* value) {
  u32 n = 0;
  u64 v = 0;
  for (; n < t.size && is_digit(t.at[n]); ++n) {
    v = v * 10 + (u32)(t.at[n] - '0');
    if (v > 0xffffffffu) return 0;
  }
  *value = (u32)v;
  return n;
}
/* The whole text is a number. */
static inline int text_is_number(struct text t, u32* value) {
  return t.size && text_number(t, value) == t.size;
}

/* FNV-1a of 64 bits, which can be continued: the hash of ab is hash_on(hash of a, b). */
#define HASH_BEGIN 0xcbf29ce484222325ull
static inline u64 hash_on(u64 hash, struct text t) {
  for (u32 i = 0; i < t.size; ++i)
    hash = (hash ^ (u8)t.at[i]) * 0x100000001b3ull;
  return hash;
}

#endif
