/* Loads a UOF file (docs/formats.md) from flash: control stores, modes and local CSRs of
   microengines, memory. Both byte orders. State that cannot be set from outside a microengine, its
   registers and local memory, is refused. */
#include "board.h"

#define FILE_ID 0xc6c2
#define FILE_HEADER 12
#define FILE_CHUNK 20
#define OBJECT_HEADER 20
#define OBJECT_CHUNK 16

#define USTORE_ADDRESS 0x000
#define USTORE_DATA_LOWER 0x004
#define USTORE_DATA_UPPER 0x008
#define CTX_ENABLES 0x018
#define CSR_CTX_POINTER 0x020
#define INDIRECT_CTX_STS 0x040
#define USTORE_ACCESS (1u << 31)
#define FOUR_CONTEXTS (1u << 31)
#define NN_SELF (1u << 20)
#define LM1_GLOBAL (1u << 17)
#define LM0_GLOBAL (1u << 16)

static u32 file; /* where it begins in flash */
static int big;  /* its byte order */

static u32 number(u32 at, u32 bytes) {
  u32 value = 0;
  for (u32 i = 0; i < bytes; ++i)
    value = value << 8 | flash_byte(file + at + (big ? i : bytes - 1 - i));
  return value;
}
static u32 word(u32 at) {
  return number(at, 4);
}
static u32 half(u32 at) {
  return number(at, 2);
}

static int is_chunk(u32 at, const char* id) {
  for (u32 i = 0; i < 8; ++i)
    if (flash_byte(file + at + i) != (u8)id[i]) return 0;
  return 1;
}

static u32 parity(u32 bits) {
  bits ^= bits >> 16, bits ^= bits >> 8, bits ^= bits >> 4, bits ^= bits >> 2, bits ^= bits >> 1;
  return bits & 1;
}

/* 40 bits and a parity bit for each half. */
static void write_store(u32 me, u32 at, u32 words) {
  ME_CSR(me, USTORE_ADDRESS) = USTORE_ACCESS;
  for (u32 i = 0; i < words; ++i, at += 5) {
    const u32 low = big ? word(at + 1) : word(at), high = big ? number(at, 1) : number(at + 4, 1);
    ME_CSR(me, USTORE_DATA_LOWER) = low;
    ME_CSR(me, USTORE_DATA_UPPER) =
        high | parity(low & 0xfffff) << 8 | parity(high << 12 | low >> 20) << 9;
  }
  ME_CSR(me, USTORE_ADDRESS) = 0;
}

static int init_registers(u32 me, u32 at) {
  const u32 count = word(at);
  for (u32 i = 0; i < count; ++i) {
    const u32 record = at + 4 + 16 * i;
    if (number(record + 4, 1) != 0x80) {
      printf("uof: microengine %x begins with registers that are set; ARM code cannot do that\n",
             me);
      return 1;
    }
    ME_CSR(me, word(record + 8)) = word(record + 12);
  }
  return 0;
}

/* `object`: offsets count from there. */
static int load_image(u32 me, u32 object, u32 image) {
  const u32 mode = half(image + 18), entry = half(image + 32), registers = word(image + 40);
  const u32 code = object + word(image + 52 + 36), blocks = object + word(code + 4);
  ME_CSR(me, CTX_ENABLES) = ((mode & 15) == 4 ? FOUR_CONTEXTS : 0) | (mode & 0xf0 ? NN_SELF : 0) |
                            (mode & 0x100 ? LM0_GLOBAL : 0) | (mode & 0x200 ? LM1_GLOBAL : 0);
  if (word(blocks) != 1 || word(blocks + 4) != 0) {
    printf("uof: words of microengine %x are in several blocks\n", me);
    return 1;
  }
  write_store(me, object + word(blocks + 12), word(blocks + 8));
  for (u32 c = 0; c < 8; ++c) {
    ME_CSR(me, CSR_CTX_POINTER) = c;
    ME_CSR(me, INDIRECT_CTX_STS) = entry;
  }
  ME_CSR(me, CSR_CTX_POINTER) = 0;
  return registers ? init_registers(me, object + registers) : 0;
}

/* Regions: 0 sram0, 1 DRAM, 2 scratchpad, 3 local memory, 4 sram1. */
static int load_memory(u32 at) {
  static const u32 bases[] = {0x80000000, 0, 0xca000000, 0, 0x90000000};
  const u32 count = word(at);
  at += 4;
  for (u32 i = 0; i < count; ++i) {
    const u32 region = number(at + 4, 1), address = word(at + 8), values = word(at + 16);
    if (region == 3 || region > 4) {
      printf("uof: memory region %u cannot be set by ARM code\n", region);
      return 1;
    }
    at += 24;
    for (u32 v = 0; v < values; ++v, at += 8)
      REGISTER(bases[region] + address + word(at)) = word(at + 4);
  }
  return 0;
}

static int load_object(u32 object) {
  const u32 chunks = half(object + 10);
  for (u32 i = 0; i < chunks; ++i) {
    const u32 header = object + OBJECT_HEADER + OBJECT_CHUNK * i, chunk = object + word(header + 8);
    if (is_chunk(header, "UOF_IMEM") && load_memory(chunk)) return 1;
    if (!is_chunk(header, "UOF_IMAG")) continue;
    const u32 assigned = word(chunk + 4);
    for (u32 me = 0; me < 32; ++me)
      if (assigned >> me & 1 && load_image(me, object, chunk)) return 1;
  }
  return 0;
}

int uof_load(u32 offset) {
  file = offset, big = 0;
  if (half(0) != FILE_ID) big = 1;
  if (half(0) != FILE_ID) {
    printf("uof: there is no UOF file at byte %u of the flash\n", offset);
    return 1;
  }
  const u32 objects = half(10);
  for (u32 i = 0; i < objects; ++i) {
    const u32 header = FILE_HEADER + FILE_CHUNK * i;
    if (is_chunk(header, "UOF_OBJS")) return load_object(word(header + 12));
  }
  printf("uof: the file has no object of code\n");
  return 1;
}
