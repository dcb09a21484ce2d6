/* The media switch fabric interface and PCI. Addresses are in bytes in the unit's own space; RBUF
   (reads) and TBUF (writes) data are at 0x2000. count is in longwords, in pairs for the 64-bit
   forms, 1..16. */
#ifndef IXP_MSF_H
#define IXP_MSF_H

#include <ixp_memory.h>

typedef enum { /* byte addresses */
  msf_rx_control = 0x0000,
  msf_tx_control = 0x0004,
  msf_interrupt_status = 0x0008,
  msf_interrupt_enable = 0x000c,
  msf_csix_type_map = 0x0010,
  msf_fc_egress_status = 0x0014,
  msf_fc_ingress_status = 0x0018,
  msf_hwm_control = 0x0024,
  msf_fc_status_override = 0x0028,
  msf_rx_thread_freelist_0 = 0x0030,
  msf_rx_thread_freelist_1 = 0x0034,
  msf_rx_thread_freelist_2 = 0x0038,
  msf_rx_port_map = 0x0040,
  msf_rbuf_element_done = 0x0044,
  msf_rx_mphy_poll_limit = 0x0048,
  msf_fcefifo_validate = 0x004c,
  msf_rx_thread_freelist_timeout_0 = 0x0050,
  msf_rx_thread_freelist_timeout_1 = 0x0054,
  msf_rx_thread_freelist_timeout_2 = 0x0058,
  msf_tx_sequence_0 = 0x0060,
  msf_tx_sequence_1 = 0x0064,
  msf_tx_sequence_2 = 0x0068,
  msf_tx_mphy_poll_limit = 0x0070,
  msf_fcififo = 0x0100, /* sixteen longwords each; every address accesses the FIFO's end */
  msf_fcefifo = 0x0140,
  msf_tbuf_element_control = 0x1800, /* 8 more for each element */
  msf_buffer_data = 0x2000
} msf_address_t;

#define __ME_UNIT(name, opcode, in)                                                                \
  __me_inline void name(in volatile void *xfer, unsigned address, unsigned count, sync_t sync,     \
                        __me_signals sig) {                                                        \
    __me_cmd_##opcode((volatile void *)xfer, address, 0, count, sync, sig.signal);                 \
  }                                                                                                \
  __me_inline void name##_ind(in volatile void *xfer, unsigned address, unsigned max_nn,           \
                              generic_ind_t ind, sync_t sync, __me_signals sig) {                  \
    __me_cmdi_##opcode((volatile void *)xfer, address, 0, max_nn, ind.value, sync, sig.signal);    \
  }
__ME_UNIT(msf_read, MSF_READ, )
__ME_UNIT(msf_write, MSF_WRITE, const)
__ME_UNIT(msf_read64, MSF_READ64, )
__ME_UNIT(msf_write64, MSF_WRITE64, const)
__ME_UNIT(pci_read, PCI_READ, )
__ME_UNIT(pci_write, PCI_WRITE, const)
#undef __ME_UNIT

/* Writes sixteen bits to an MSF register, without completion signal. */
__me_inline void msf_fast_write(unsigned address, unsigned data) {
  __me_cmd_MSF_FAST_WR((volatile void *)0, data << 16, address, 0, sig_none, (volatile void *)0);
}

#endif
