/* Messages on rings, defined once for microcode (.uc, .c), the emulator and the tools. A header
 * of definitions (rings/pcfq.h) contains
 *
 *   #define SR_1 0                             a ring: its number,
 *   #define SR_1_HOLDS 256, PACKET             its size in longwords, the message on it
 *   #define PACKET_FLOW 1, 31, 24, number      a field: longword, high bit, low bit, unit
 *   #define COUNT_NO_BUFFER 0x3f00             a drop counter: its byte address in scratchpad
 *   #define COPIES_LOST 0x3f88                 another counter, and
 *   #define COPIES_LOST_COUNTS losses, divert  its kind (losses, events) and the counting block
 *
 * For the emulator a name that ends in _HOLDS is a ring; one that begins with a message and an
 * underscore is a field of it; one that begins with COUNT_ is a counter of dropped frames; one
 * that ends in _COUNTS describes another counter: with losses a run fails. A system file names
 * the header as `messages`. A ring without a message is shown as longwords. The unit is for
 * display; fields of unit `hex` are shown in hexadecimal.
 *
 * Microcode accesses fields with the macros below. `word` is the longword that contains the
 * field. */
#ifndef RINGS_FIELD_H
#define RINGS_FIELD_H

#define FIELD_LONGWORD(field) FIELD_LONGWORD_OF(field) /* its longword */
#define FIELD_LOW(field) FIELD_LOW_OF(field) /* its low bit */
#define FIELD_MAX(field) FIELD_MAX_OF(field) /* its largest value */
#define FIELD_GET(field, word) FIELD_GET_OF(field, word)
#define FIELD_PUT(field, value) FIELD_PUT_OF(field, value) /* value: at most FIELD_MAX */

#define FIELD_LONGWORD_OF(longword, high, low, unit) (longword)
#define FIELD_LOW_OF(longword, high, low, unit) (low)
#define FIELD_MAX_OF(longword, high, low, unit) (0xffffffff >> (31 - (high) + (low)))
#define FIELD_GET_OF(longword, high, low, unit, word)                                              \
  ((word) >> (low) & FIELD_MAX_OF(longword, high, low, unit))
#define FIELD_PUT_OF(longword, high, low, unit, value) ((value) << (low))

#endif
