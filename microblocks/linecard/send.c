/* send: gives the packets that assemble.c has put together to the line, short ones first. A packet
 * that has begun is not interrupted: the line carries frames.
 *
 * Under token_get a context takes a packet and the TBUF elements it needs (elements.h).
 * It takes none while TBUF holds much already, for this content precedes a new short
 * packet.
 *
 * A frame gets its Ethernet header in front of its first element, by prepending. Packets that carry
 * their type bring the rest; the others are IPv4. */
#include "../common/elements.h"

#if !defined(RING_OUT_SHORT) || !defined(RING_OUT_LONG)
#error                                                                                             \
    "the system's `messages` must define RING_OUT_SHORT and RING_OUT_LONG, as rings/linecard_egress.h does"
#endif
#ifndef LINE_PORT
#define LINE_PORT 0 /* of the chip */
#endif
#ifndef OUTPUT
#define OUTPUT 0 /* the fabric's, that this card is behind */
#endif
/* The host behind the line, and the card itself, as in traces/real. */
#ifndef DESTINATION_HIGH
#define DESTINATION_HIGH 0x02000000 /* four bytes of the address, and two */
#define DESTINATION_LOW (OUTPUT << 8 | 2)
#define SOURCE_HIGH 0x0200 /* two bytes, and four */
#define SOURCE_LOW (OUTPUT << 8 | 1)
#endif

#define ELEMENT_BYTES 128
#define ELEMENT_SHIFT 7
#define ELEMENTS 64
#ifndef ELEMENTS_BEFORE_MAX
#define ELEMENTS_BEFORE_MAX 4
#endif

#define TYPE_IPV4 0x0800
#define HEADER_ROOM 16 /* in the first element: 14 bytes, or 12, and the payload at a quadword */

static SIGNAL token_get;

main() {
  __declspec(sram_read_reg) message_t message;
  __declspec(sram_write_reg) unsigned control[2], ethernet[4];
  SIGNAL sig_message, sig_moved, sig_control, sig_ethernet;

  ethernet[0] = DESTINATION_HIGH;
  ethernet[1] = DESTINATION_LOW << 16 | SOURCE_HIGH;
  ethernet[2] = SOURCE_LOW;
  ethernet[3] = TYPE_IPV4 << 16;
  if (__ctx() == 0) {
    no_elements();
    first_token(&token_get);
  }
  for (;;) {
    unsigned handle, length, in_first, element, status;
    volatile char __dram* data;

    wait_for_all(&token_get);
    wait_for_room(ELEMENTS_BEFORE_MAX);
    scratch_get_ring(&message, scratch_ring(RING_OUT_SHORT), 2, sig_done, &sig_message);
    wait_for_all(&sig_message);
    if (message.handle == 0) {
      scratch_get_ring(&message, scratch_ring(RING_OUT_LONG), 2, sig_done, &sig_message);
      wait_for_all(&sig_message);
    }
    handle = message.handle;
    if (handle == 0) {
      pause();
      pass_token(&token_get);
      continue;
    }
    length = FIELD_GET(OUT_BYTES, message.port_bytes);
    element = taken % ELEMENTS;
    taken += (length + HEADER_ROOM + ELEMENT_BYTES - 1) / ELEMENT_BYTES;
    pass_token(&token_get);

    status = TSW_SOP | LINE_PORT | (FIELD_GET(OUT_TYPED, message.port_bytes) ? 12 : 14) << 16;
    data = (volatile char __dram*)frame_address(handle);
    msf_write(ethernet, msf_buffer_data | element << ELEMENT_SHIFT, 4, sig_done, &sig_ethernet);
    dram_tbuf_write(data, (msf_buffer_data | element << ELEMENT_SHIFT) + HEADER_ROOM,
                    (ELEMENT_BYTES - HEADER_ROOM) / 8, sig_done, &sig_moved);
    in_first = ELEMENT_BYTES - HEADER_ROOM;
    while (length > in_first) { /* all elements but the last are full */
      set_control(control, status | in_first << 24);
      wait_for_all(&sig_moved);
      if (status & TSW_SOP) wait_for_all(&sig_ethernet);
      hand_over(element, control, &sig_control);
      status = LINE_PORT;
      data += in_first;
      length -= in_first;
      in_first = ELEMENT_BYTES;
      element = (element + 1) % ELEMENTS;
      wait_for_all(&sig_control);
      dram_tbuf_write(data, msf_buffer_data | element << ELEMENT_SHIFT, ELEMENT_BYTES / 8, sig_done,
                      &sig_moved);
    }
    set_control(control, status | TSW_EOP | length << 24);
    wait_for_all(&sig_moved);
    if (status & TSW_SOP) wait_for_all(&sig_ethernet);
    hand_over(element, control, &sig_control);
    sram_enqueue(free_buffers(handle));
    wait_for_all(&sig_control);
  }
}
