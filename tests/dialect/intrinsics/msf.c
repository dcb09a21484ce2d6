// expect: 5 9 0 0
// hazards: media-misuse
// Registers and buffers of the MSF.
#include "test.h"

int main(void) {
  SIGNAL s;
  __xwrite unsigned out[4];
  __xread unsigned in[4];
  const unsigned z = unknown_zero();
  out[0] = 5 + z;
  msf_write(out, msf_rx_port_map, 1, ctx_swap, &s);
  msf_read(in, msf_rx_port_map, 1, ctx_swap, &s);
  result(in[0]);
  out[0] = 9 + z;
  msf_write_ind(out, msf_rx_port_map, 1, ind_count(1 + z), ctx_swap, &s);
  msf_read_ind(in, msf_rx_port_map, 1, ind_count(1 + z), ctx_swap, &s);
  result(in[0]);
  msf_read64(in, msf_interrupt_status, 1, ctx_swap, &s);
  result(in[0]);
  msf_fast_write(msf_interrupt_enable, z);
  out[1] = z;
  msf_write64(out, msf_buffer_data, 1, ctx_swap, &s);
  msf_write64_ind(out, msf_buffer_data, 1, ind_count(1 + z), ctx_swap, &s);
  msf_read64_ind(in, msf_buffer_data, 1, ind_count(1 + z), ctx_swap, &s);
  result(in[0]);
  return 0;
}
