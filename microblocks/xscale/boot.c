/* Boots the chip with the table that the emulator leaves in flash (docs/xscale.md). */
#include "board.h"

#define MAGIC 0x49585042u
#define CTX_ENABLES 0x018
#define CSR_CTX_POINTER 0x020
#define INDIRECT_SIG_EVENTS 0x048
#define INDIRECT_WAKEUP_EVENTS 0x050
#define RBUF_BYTES 8192
#define RBUF_ELEMENT_DONE 0x44

static void fill_freelist(const u32* r) { /* channel, entry, buffers, first, bytes */
  for (u32 i = 0; i < r[2]; ++i)
    enqueue(r[0], r[1], r[3] + i * r[4]);
}

/* Erratum 69: elements 9, 18, 27 of 64 bytes, 4, 9, 13 of 128, 2, 4, 6 of 256. Never element 0. */
static int leaves_out(u32 bytes, u32 element) {
  if (bytes == 64) return element == 9 || element == 18 || element == 27;
  if (bytes == 128) return element == 4 || element == 9 || element == 13;
  return element == 2 || element == 4 || element == 6;
}
static void populate_rbuf(u32 bytes, u32 erratum_69) {
  for (u32 element = 1; element < RBUF_BYTES / bytes; ++element)
    if (!erratum_69 || !leaves_out(bytes, element)) MSF(RBUF_ELEMENT_DONE) = element;
}

/* A file's CTX_ENABLES describes modes; contexts begin with boot_release(). */
static void set_csr(u32 me, u32 csr, u32 value) {
  if (csr == CTX_ENABLES) value = (value & ~0xff00u) | (ME_CSR(me, csr) & 0xff00);
  ME_CSR(me, csr) = value;
}

static void start(u32 me, u32 contexts) {
  for (u32 c = 0; c < 8; ++c) {
    if (!(contexts >> c & 1)) continue;
    ME_CSR(me, CSR_CTX_POINTER) = c;
    ME_CSR(me, INDIRECT_SIG_EVENTS) = 1;
    ME_CSR(me, INDIRECT_WAKEUP_EVENTS) = 1;
  }
  ME_CSR(me, CSR_CTX_POINTER) = 0;
  ME_CSR(me, CTX_ENABLES) = ME_CSR(me, CTX_ENABLES) | contexts << 8;
}

static void write_all(u32 at, u32 end, volatile u32* to, u32 step) {
  for (; at < end; at += 4, to += step)
    *to = FLASH(at);
}

static int do_record(u32 kind, u32 at, u32 words) {
  u32 r[5] = {0};
  for (u32 i = 0; i < words && i < 5; ++i)
    r[i] = FLASH(at + 4 * i);
  const u32 data = at + 4, end = at + 4 * words;
  switch (kind) {
  case BOOT_RING: ring_set_up(r[0], r[1], r[2], (int)r[3]); return 0;
  case BOOT_QUEUE: queue_set_up(r[0], r[1], r[2]); return 0;
  case BOOT_SRAM_RING: queue_ring_set_up(r[0], r[1], r[2], r[3]); return 0;
  case BOOT_FREELIST: fill_freelist(r); return 0;
  case BOOT_MEMORY: write_all(data, end, (volatile u32*)r[0], 1); return 0;
  case BOOT_RING_WORDS: write_all(data, end, &REGISTER(0xcb400000u + 4 * r[0]), 0); return 0;
  case BOOT_RBUF: populate_rbuf(r[0], r[1]); return 0;
  case BOOT_MSF_REGISTER: MSF(r[0]) = r[1]; return 0;
  case BOOT_IMAGES: return uof_load(FLASH(4));
  case BOOT_LOCAL_CSR: set_csr(r[0], r[1], r[2]); return 0;
  default: printf("boot: record %u of the table in flash is not known\n", kind); return 1;
  }
}

/* All records, of kind BOOT_START only or all others. */
static int walk(int starts) {
  if (FLASH(0) != MAGIC) {
    printf("boot: there is no table in flash; expected 'boot = true' in [xscale]\n");
    return 1;
  }
  for (u32 at = 8;;) {
    const u32 kind = FLASH(at), words = FLASH(at + 4);
    at += 8;
    if (kind == BOOT_END) return 0;
    if (starts && kind == BOOT_START) start(FLASH(at), FLASH(at + 4));
    if (!starts && kind != BOOT_START && do_record(kind, at, words)) return 1;
    at += 4 * words;
  }
}

int boot_set_up(void) {
  return walk(0);
}
int boot_release(void) {
  return walk(1);
}
