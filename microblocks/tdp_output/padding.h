/* Padding: a packet that says nothing but which time frame it was sent in, so that the neighbour
 * stays in step. UDP to the port of padding, between link-local addresses, with the TTL that no
 * router has forwarded (RFC 5082). 60 bytes: the shortest frame. It is written into TBUF as it is;
 * there is no buffer. */
#ifndef PADDING_H
#define PADDING_H

#include "transmit.h"

#define PADDING_BYTES 60
#define PADDING_TTL_PROTOCOL 0xff11
#define PADDING_FROM 0xa9fe0001 /* 169.254.0.1 */
#define PADDING_TO 0xa9fe0002

/* Sum of the words of the IP header but for type of service and checksum, which is 0. */
#define PADDING_SUM                                                                                \
  (0x4500 + (PADDING_BYTES - 14) + PADDING_TTL_PROTOCOL + (PADDING_FROM >> 16) +                   \
   (PADDING_FROM & 0xffff) + (PADDING_TO >> 16) + (PADDING_TO & 0xffff))

__intrinsic void send_padding(unsigned port, unsigned codepoint) {
  __declspec(sram_write_reg) unsigned words[16];
  SIGNAL sig_words;
  unsigned element = take_elements(1) % ELEMENTS, sum = PADDING_SUM + (codepoint << 2);
  sum = (sum >> 16) + (sum & 0xffff);
  sum = ~((sum >> 16) + sum) & 0xffff;
  words[0] = 0x02000000; /* MACs: destination :02, source :01 */
  words[1] = 0x00020200;
  words[2] = 0x00000001;
  words[3] = 0x08004500 | codepoint << 2;
  words[4] = (PADDING_BYTES - 14) << 16;
  words[5] = PADDING_TTL_PROTOCOL;
  words[6] = sum << 16 | PADDING_FROM >> 16;
  words[7] = (unsigned)PADDING_FROM << 16 | PADDING_TO >> 16;
  words[8] = (unsigned)PADDING_TO << 16 | PADDING_PORT;
  words[9] = PADDING_PORT << 16 | (PADDING_BYTES - 34);
  words[10] = words[11] = words[12] = words[13] = words[14] = words[15] = 0;
  msf_write(words, msf_buffer_data | element * ELEMENT_BYTES, 16, sig_done, &sig_words);
  wait_for_all(&sig_words);
  validate(element, port | TSW_SOP | TSW_EOP | PADDING_BYTES << 24);
}

#endif
