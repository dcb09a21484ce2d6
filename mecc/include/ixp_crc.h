/* The CRC unit. Its remainder belongs to the microengine, not to the context, so it does not
   survive a swap.

     crc_32_be, crc_32_le, crc_32_be_bit_swap, crc_32_le_bit_swap (data, bytes)

   and the same for 5, 10, ccitt, iscsi and none. They return data unchanged. */
#ifndef IXP_CRC_H
#define IXP_CRC_H

#include <ixp_csr.h>

typedef enum {
  bytes_0_3,
  bytes_0_2,
  bytes_0_1,
  byte_0,
  bytes_1_3,
  bytes_2_3,
  byte_3
} bytes_specifier_t;

__me_inline unsigned crc_read(void) { return local_csr_read(local_csr_crc_remainder); }
__me_inline void crc_write(unsigned remainder) {
  local_csr_write(local_csr_crc_remainder, remainder);
}

/* The instruction has another order of specifiers: all, those that end at byte 3, those that begin
   at byte 0. */
#define __ME_CRC_BYTES(b) ((b) == bytes_0_3 ? 0u : (b) <= byte_0 ? (b) + 3u : (b) - 3u)
#define __ME_CRC(name, type, little_endian, bit_swap)                                              \
  __me_inline unsigned name(unsigned data, bytes_specifier_t bytes) {                              \
    return __me_crc(type, little_endian, bit_swap, __ME_CRC_BYTES(bytes), data);                   \
  }
#define __ME_CRC_TYPE(name, type)                                                                  \
  __ME_CRC(name##_be, type, 0, 0)                                                                  \
  __ME_CRC(name##_le, type, 1, 0)                                                                  \
  __ME_CRC(name##_be_bit_swap, type, 0, 1)                                                         \
  __ME_CRC(name##_le_bit_swap, type, 1, 1)
__ME_CRC_TYPE(crc_none, 0)
__ME_CRC_TYPE(crc_ccitt, 2)
__ME_CRC_TYPE(crc_32, 4)
__ME_CRC_TYPE(crc_iscsi, 5)
__ME_CRC_TYPE(crc_10, 6)
__ME_CRC_TYPE(crc_5, 7)
#undef __ME_CRC_TYPE
#undef __ME_CRC

#define __ME_DESCENDANT                                                                            \
  __attribute__((unavailable("the IXP2400 has no crc_16; use crc_ccitt, or a table")))
extern unsigned crc_16_be(unsigned, bytes_specifier_t) __ME_DESCENDANT;
extern unsigned crc_16_le(unsigned, bytes_specifier_t) __ME_DESCENDANT;
extern unsigned crc_16_be_bit_swap(unsigned, bytes_specifier_t) __ME_DESCENDANT;
extern unsigned crc_16_le_bit_swap(unsigned, bytes_specifier_t) __ME_DESCENDANT;
#undef __ME_DESCENDANT

#endif
