/* The header switch on the control core: every packet of port 0 goes through it. The same as
 * header_switch.c, for comparison. The program never ends; it polls the ring of received packets
 * without pause. It needs no flag of RING_CORE: each packet in it has a buffer, but rx stops taking
 * packets when RING_RX_PORT0 is full, and from_core is faster than the core.
 */
#include "../../rings/header_switch.h"
#include "board.h"
#include "header_switch.h"

#define DATA_AT(handle) (((handle) << 8) + DATA_OFFSET + (((handle) & 0x18) << 4))

static void drop(u32 handle, u32 counter) {
  scratch_add(counter, 1);
  enqueue(0, FREELIST_ENTRY, (handle & 0xffffff) << 2);
}

static void switch_frame(u32 handle, u32 length) {
  volatile u32* const frame = &DRAM(DATA_AT(handle));
  const u32 version = frame[3];
  if (HIGH(version) != 0x0800) return drop(handle, COUNT_NOT_IPV4);
  if ((version >> 8 & 0xff) != 0x45 || length < 34) return drop(handle, COUNT_BAD_HEADER);
  const u32 h5 = frame[5], h6 = frame[6], h7 = frame[7], h8 = frame[8];
  const u32 destination = h7 << 16 | HIGH(h8);
  const u32 at = SWITCH_BASE + (destination & (SWITCH_ENTRIES - 1)) * SWITCH_ENTRY_BYTES;
  if (destination == 0 || SRAM(0, at) != destination) return drop(handle, COUNT_NO_ROUTE);
  const u32 to = SRAM(0, at + 4), from = SRAM(0, at + 8), port = SRAM(0, at + 12);
  const u32 change = CHANGE(destination, to) + CHANGE(LOW(h6) << 16 | HIGH(h7), from);
  for (u32 i = 0; i < 3; ++i)
    frame[i] = SRAM(0, at + 16 + 4 * i);
  frame[6] = CHANGED(HIGH(h6), change) << 16 | HIGH(from);
  frame[7] = from << 16 | HIGH(to);
  frame[8] = to << 16 | LOW(h8);
  if ((h5 & 0xff) == PROTOCOL_UDP) {
    const u32 h10 = frame[10];
    if (HIGH(h10) != 0) frame[10] = CHANGED_UDP(HIGH(h10), change) << 16 | LOW(h10);
  } else if ((h5 & 0xff) == PROTOCOL_TCP) {
    const u32 h12 = frame[12];
    frame[12] = (h12 & 0xffff0000) | CHANGED(LOW(h12), change);
  }
  const u32 buffer = ((handle & 0xffffff) * 4 - DESCRIPTOR_BASE) / 32;
  ring_put(RING_CORE, FIELD_PUT(CORE_BUFFER, buffer) | FIELD_PUT(CORE_PORT, port) |
                          FIELD_PUT(CORE_BYTES, length));
}

int main(void) {
  for (;;) {
    const u32 handle = ring_get(RING_RX_PORT0);
    if (handle) switch_frame(handle, FIELD_GET(PACKET_BYTES, ring_get(RING_RX_PORT0)));
  }
}
