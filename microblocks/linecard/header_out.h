/* Transmission of a cell header alone, a request: two words in one TBUF element (elements.h). */
#ifndef HEADER_OUT_H
#define HEADER_OUT_H

/* `place`: where the element begins in TBUF; `status`: its transmit control, first longword. */
__intrinsic void send_header_in(unsigned element, unsigned place, unsigned status, unsigned first,
                                unsigned second) {
  __declspec(sram_write_reg) unsigned control[2], words[2];
  SIGNAL sig_words, sig_control;
  words[0] = first;
  words[1] = second;
  msf_write(words, msf_buffer_data | place, 2, sig_done, &sig_words);
  set_control(control, status);
  wait_for_all(&sig_words);
  hand_over(element, control, &sig_control);
  wait_for_all(&sig_control);
}

#endif
