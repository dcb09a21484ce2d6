// expect: itself
#include "test.h"

__declspec(sram shared) unsigned table[4] = {0x00010203, 0x04050607, 0x08090a0b, 0xfcfdfeff};
__declspec(scratch shared) unsigned pad[4];
__declspec(dram shared aligned(8)) unsigned packet[4];
__declspec(local_mem) unsigned local[4];

static void reads(void) {
  EXPECT(ua_get_u8(table, HIDE(9)), 0x09);
  EXPECT(ua_get_u16(table, HIDE(1)), 0x0102);
  EXPECT(ua_get_u16(table, HIDE(3)), 0x0304);
  EXPECT(ua_get_u32_sram(table, HIDE(5)), 0x05060708);
  EXPECT(ua_get_u32(table, HIDE(4)), 0x04050607);
  EXPECT(ua_get_u64(table, HIDE(2)) >> 32, 0x02030405);
  EXPECT(ua_get_u64(table, HIDE(2)), 0x06070809);
  EXPECT(ua_get_s8(table, HIDE(12)), -4);
  EXPECT(ua_get_s16(table, HIDE(13)), -514);
}

static void writes(void) {
  for (int i = 0; i < 4; ++i)
    pad[i] = local[i] = packet[i] = 0;
  ua_set_16(local, 3, HIDE(0xabcd));
  EXPECT(local[0], 0xab);
  EXPECT(local[1], 0xcd000000);
  EXPECT(ua_get_u16(local, 3), 0xabcd);
  ua_set_32(pad, HIDE(2), HIDE(0x12345678));
  EXPECT(pad[0], 0x1234);
  EXPECT(pad[1], 0x56780000);
  ua_set_8(packet, HIDE(5), HIDE(0xfee));
  EXPECT(packet[1], 0x00ee0000);
  ua_set_64(packet, HIDE(1), 0x0102030405060708ull);
  EXPECT(packet[0], 0x00010203);
  EXPECT(packet[1], 0x04050607);
  EXPECT(packet[2], 0x08000000);
}

static void blocks(void) {
  memcpy_dram_sram(packet, table, 16);
  EXPECT(packet[0], 0x00010203);
  EXPECT(packet[3], 0xfcfdfeff);
  memcpy_lmem_dram(local, packet, 8);
  EXPECT(local[1], 0x04050607);
  memset_scratch(pad, 0x5a, 12);
  EXPECT(pad[2], 0x5a5a5a5a);
}

main() {
  reads();
  writes();
  blocks();
  DONE();
}
