/* header_switch: gives packets of one input port new addresses, by a table (rings/header_switch.h),
 * and keeps their checksums right: IPv4, UDP where it has one, TCP.
 *
 * Frames keep their order (in_turn.h). Packets other than IPv4 without options, or without an
 * entry, are counted and freed. */
#include "header_switch.h"
#include "../common/in_turn.h"

__intrinsic void drop_in_turn(unsigned handle, unsigned counter) {
  wait_for_all(&token_put);
  drop(handle, counter);
}

__intrinsic void take(unsigned handle, unsigned port_bytes) {
  __declspec(dram_read_reg) unsigned header[SWITCH_LONGWORDS];
  __declspec(dram_write_reg) unsigned out[SWITCH_WRITTEN];
  __declspec(sram_read_reg) unsigned entry[8];
  __declspec(sram_write_reg) message_t message;
  volatile void __dram* frame = frame_address(handle);
  SIGNAL sig_header, sig_entry, sig_put;
  unsigned destination, change, protocol, length = FIELD_GET(PACKET_BYTES, port_bytes);

  dram_read(header, frame, SWITCH_LONGWORDS / 2, sig_done, &sig_header);
  wait_for_all(&sig_header);
  if (HIGH(header[3]) != 0x0800) {
    drop_in_turn(handle, COUNT_NOT_IPV4);
    return;
  }
  if ((header[3] >> 8 & 0xff) != 0x45 || length < 34) {
    drop_in_turn(handle, COUNT_BAD_HEADER);
    return;
  }
  destination = header[7] << 16 | HIGH(header[8]);
  sram_read(entry,
            (volatile void __sram*)(SWITCH_BASE +
                                    (destination & SWITCH_ENTRIES - 1) * SWITCH_ENTRY_BYTES),
            8, ctx_swap, &sig_entry);
  if (entry[0] != destination || destination == 0) {
    drop_in_turn(handle, COUNT_NO_ROUTE);
    return;
  }
  change = CHANGE(destination, entry[1]) + CHANGE(LOW(header[6]) << 16 | HIGH(header[7]), entry[2]);
  protocol = header[5] & 0xff;
  out[0] = entry[4];
  out[1] = entry[5];
  out[2] = entry[6];
  out[3] = header[3];
  out[4] = header[4];
  out[5] = header[5];
  out[6] = CHANGED(HIGH(header[6]), change) << 16 | HIGH(entry[2]);
  out[7] = entry[2] << 16 | HIGH(entry[1]);
  out[8] = entry[1] << 16 | LOW(header[8]);
  out[9] = header[9];
  out[10] = header[10];
  if (protocol == PROTOCOL_UDP && HIGH(header[10]) != 0)
    out[10] = CHANGED_UDP(HIGH(header[10]), change) << 16 | LOW(header[10]);
  out[11] = header[11];
  out[12] = header[12];
  if (protocol == PROTOCOL_TCP)
    out[12] = (header[12] & 0xffff0000) | CHANGED(LOW(header[12]), change);
  out[13] = header[13];
  dram_write(out, frame, SWITCH_WRITTEN / 2, sig_done, &sig_header);
  message.handle = handle;
  message.port_bytes = FIELD_PUT(PACKET_PORT, entry[3]) | length;
  wait_for_all(&sig_header, &token_put);
  if (RING_FULL(RING_TX)) {
    drop(handle, COUNT_TX_RING_FULL);
    return;
  }
  scratch_put_ring(&message, scratch_ring(RING_TX), 2, sig_done, &sig_put);
  pass_token(&token_put);
  wait_for_all(&sig_put);
}

main() {
  take_in_turn(RING_RX_PORT0 + PORT);
}
