// -O0
// expect: 0x4b9c5209
#define CONTEXTS 1
#include "machine.h"
struct r1 {
  u16 f3 : 1;
};
struct r2 {
  union {
    u32 w2;
  };
};
union r3 {
  u32 w3[4];
  s8 v5[16];
};
static __shared s32 g1;
static __shared u64 g3;
static __shared u32 g4;
static __shared __sram struct r1 g7 ALIGNED(8) = {{{(u32)0x80000000u, (u32)0xfffff72fu}}, (u16)0x90aeu, (s16)0xffu, (u16)0x1d6du, (s16)2, (u16)0xf001u, (u32)0x10000u, (u32)0x3dau, (s32)0x3f4d5ce5u, (u32)0x8c90d60u};
static EACH __sram struct r2 g9 ALIGNED(8) = {{(u32)0x3715u}};
static __shared union r3 g10 ALIGNED(8) = {{(u32)0x99u, (u32)0x7fffu, (u32)0, (u32)0x10928dafu}};
static EACH union r3 g11 ALIGNED(8) = {{(u32)8, (u32)0x41edad1u, (u32)2, (u32)2}};
static EACH __lmem u32 g13[7] ALIGNED(8);
static __shared s32 g15[19] ALIGNED(8) = {(s32)-1u, (s32)0x10u, (s32)0xffu, (s32)-32768u, (s32)-1821123392u, (s32)0x64u, (s32)0x217f62bu, (s32)-2126470666u, (s32)-100u, (s32)0xff00ffu, (s32)-92353700u, (s32)0x1fu, (s32)0x58e65f0eu, (s32)0x107eu, (s32)-16777216u, (s32)0x10u, (s32)-16711935u, (s32)0x38f3u, (s32)0x1729e351u};
static EACH __dram u8 g18;
static __shared __dram u32 g19[8] ALIGNED(8) = {(u32)0x496f7ccu, (u32)0xde1288c1u, (u32)3, (u32)0xfu, (u32)0, (u32)0x66ece2bfu, (u32)0x3b1d7133u, (u32)0x3fu};
static __shared __sram u32 g21 = (u32)0x20u;
static EACH __sram u32 g22[8] ALIGNED(8);
static __shared __sram u8 g23[40] ALIGNED(8) = {(u8)0xffu, (u8)2, (u8)8, (u8)0x40u, (u8)0, (u8)0, (u8)4, (u8)0xfdu, (u8)0x66u, (u8)0x6eu, (u8)0, (u8)0, (u8)0xffu, (u8)0x23u, (u8)0xf9u, (u8)0x61u, (u8)0xffu, (u8)0xb8u, (u8)0, (u8)0x40u, (u8)0xf5u, (u8)0x20u, (u8)0xbeu, (u8)7, (u8)0x2eu, (u8)0, (u8)0x4cu, (u8)0, (u8)0x6bu, (u8)0x10u, (u8)0x3fu, (u8)7, (u8)0xe8u, (u8)1, (u8)0x35u, (u8)0, (u8)0xc1u, (u8)1, (u8)0x48u, (u8)0xffu};
static EACH __sram u64 g24[3] ALIGNED(8);
static EACH const s16 k1[16] = {(s16)-20897u, (s16)0x804u, (s16)0x5fb9u, (s16)-26930u, (s16)0x80u, (s16)8, (s16)3, (s16)-1u, (s16)1, (s16)0, (s16)2, (s16)0x3e8u, (s16)-30511u, (s16)0, (s16)-3u, (s16)0x3112u};
int main(void) {
  u16 v49 = (u16)((u32)(u16)g21 - (u32)(u16)g7.f3);
  u32 v50 = g19[((u32)g3 ^ 8u) & 7];
  s32 v51 = (s32)((u8)k1[1] + k1[((u32)g21 ^ 40u) & 15]);
  u32 v52 = (u32)((u32)(u32)g24[2] - (u32)(u32)g1);
  u32 v54 = (u32)((u32)g13[((u32)g21 ^ 59u) % 7u] << ((u32)g24[1] & 31));
  u64 v55 = (u64)((u64)0x3e8ull ^ g24[((u32)g4 ^ 10u) % 3u]);
  s32 v56 = (s32)g23[((u32)g18 ^ 60u) % 40u];
  u32 v57 = (u32)(g21 >> 27);
  u16 v63 = (u16)(((u32)((u8 *)&g10)[6] & 0x1ffu) * (u8)0x4cu);
  u64 v64 = (u64)(g24[2] >> 10);
  u16 v65 = (u16)((u32)(u16)g24[2] * (u32)(u16)g24[((u32)g21 + 23u) % 3u]);
  s32 v66 = (s32)((u32)(s32)g13[2] << 26);
  u16 v67 = (u16)(((u32)0xf5bc0ff6u >> 16) - (u32)0x64u);
  u16 v68 = (u16)k1[((u32)g4 ^ 50u) & 15];
  u32 v69 = (u32)(g9.w2 | ~(u32)g15[((u32)g18 + 33u) % 19u]);
  s32 v70 = (s32)((s32)g19[((u32)((any_u64 *)(((u8 *)&g11) + 4))->v ^ 11u) & 7] | (s32)g10.w3[2]);
  u32 v71 = (u32)((u32)(u32)k1[((u32)g21 ^ 22u) & 15] * (u32)(u32)g10.v5[0]);
  u32 v72 = (u32)((u32)g1 >> 6);
  for (u32 i6 = 0; i6 < 2; ++i6) {
    v63 = (u16)(v63 ^ (u16)v72);
    v54 = (u32)(v54 + (u32)v57);
    v57 = (u32)(v57 ^ (u32)v66);
    v67 = (u16)(v67 - (u16)v71);
    u64 v73 = (u64)g22[i6];
    s32 v74 = (s32)((u32)(s32)i6 + (u32)(s32)g10.w3[i6]);
    s32 v77 = (s32)((u32)(s32)g4 << ((u32)i6 & 31));
    u16 v87 = (u16)((u32)(u16)v72 + (u32)(u16)v70);
    u32 v89 = (u32)((u32)(u32)0x7fffffffu - (u32)v71);
    s8 v90 = (s8)((s8)1 / (s8)7);
    u32 v91 = (u32)((u32)v64 >> ((u32)v73 & 31));
    u32 v92 = (u32)(u16)v73;
    for (u32 i8 = 0; i8 < 2; ++i8) {
      v90 = (s8) ~(s8)((u32)(s8)((s8)v91 >> ((s32)v91 & 31)) << ((u8) !(u8)g15[i6] & 31));
    }
    note((u16)v87);
    note((u32)v89);
    note((u32)v92);
  }
  note((u16)v49);
  note((u32)v51);
  note((u32)v52);
  note((u32)v54);
  note64((u64)v55);
  note((u16)v63);
  note64((u64)v64);
  note((u16)v65);
  note((u32)v66);
  note((u16)v67);
  note((u16)v68);
  publish(hash_);
}
