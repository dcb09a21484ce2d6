// -Os -mdata=sram
// expect: 0x27b88edb
// seed 6028, 4 contexts, variant 8
#define CONTEXTS 4
#include "machine.h"
struct slots1 { u8 m1; u16 m2; u16 m3; } PACKED;
static __shared __gpr u32 sum1;
static __shared __gpr u32 sum2;
static __shared __gpr u32 order1;
static __shared __gpr u32 order2;
static __shared __gpr u32 arrived, finished, turn;
static __shared __gpr mutex_t lock;
static EACH u32 barriers, turns;
static __shared __dram u32 guarded1;
static __shared __sram u32 count1[4];
static __shared __scratch u32 count2[4];
static __shared __dram u32 slot1[8] ALIGNED(8);
static __shared __dram u64 slot2[8] ALIGNED(8);
static __shared __sram u16 slot3[8] ALIGNED(8);
static __shared __sram u32 slot4[8] ALIGNED(8);
static __shared __lmem u16 slot5[8] ALIGNED(8);
static __shared __dram struct slots1 slot6[8] ALIGNED(8);
struct r1 { s8 f1 : 1; s8 f2 : 3; u8 f3 : 4; u8 m4; u8 m5; s8 m6; };
struct r2 { u16 f4 : 2; s16 f5 : 8; u16 f6 : 6; s8 m7; u8 m8; } PACKED;
static EACH u16 g1 = (u16)0xfffu;
static EACH s8 g2 = (s8)-1u;
static EACH s8 g4 = (s8)0;
static EACH s64 g5 = (s64)0x131a1df9fce7ull;
static EACH u32 g7 = (u32)4;
static EACH __dram struct r1 g8 ALIGNED(8) = {(s8)0x71u, (s8)0x40u, (u8)0xffu, (u8)0x5au, (u8)8, (s8)0xbu};
static EACH struct r1 g10[4] ALIGNED(8);
static EACH __dram struct r2 g13 ALIGNED(8) = {(u16)0xe6aeu, (s16)-32005u, (u16)0xe082u, (s8)-127u, (u8)8};
static EACH __scratch s32 g15[2][2] ALIGNED(8);
static EACH __scratch s32 g17 = (s32)-1u;
static EACH __scratch u32 g18[22] ALIGNED(8) = {(u32)0x5bd69d91u, (u32)0, (u32)0xecfa837bu, (u32)0x10u, (u32)0x3e8u, (u32)0x2bu, (u32)0x2bd459b6u, (u32)0, (u32)0xffffffffu, (u32)0x4067842u, (u32)0x1fu, (u32)0x8000u, (u32)0xff000000u, (u32)0xde9d8c85u, (u32)4, (u32)0xfe2629a2u, (u32)0xfffu, (u32)1, (u32)0x5a285au, (u32)0xffffffffu, (u32)0x8000u, (u32)0x1fu};
static EACH __dram s32 g21;
static EACH __dram u32 g22[20] ALIGNED(8) = {(u32)0xac6398u, (u32)0x64b7e3aau, (u32)0xffu, (u32)1, (u32)3, (u32)0xffffffc1u, (u32)4, (u32)0x80u, (u32)0x10b27e50u, (u32)0xffffffffu, (u32)0xfb2fd002u, (u32)0x1ced9bb0u, (u32)0xff00ffu, (u32)0, (u32)0x10000u, (u32)0xff000000u, (u32)0xb8d045c0u, (u32)0, (u32)0x1fu, (u32)0x8000u};
static EACH __dram u64 g24[7] ALIGNED(8) = {(u64)0x40ull, (u64)0x819a9ull, (u64)0x240a16ull, (u64)0xffffffffffe1dcf4ull, (u64)0x14528c75855948ull, (u64)0x10000ull, (u64)0x9973ec6eded43ull};
static EACH const u32 k1[8] = {(u32)0x80u, (u32)1, (u32)0x169cc93eu, (u32)0x10000u, (u32)7, (u32)0x64u, (u32)0x8000u, (u32)0x8000u};
static __noinline s32 f7(u64 p1)
{
  u8 v1 = (u8)k1[3];
  s16 v2 = (s16)((u32)(s16)p1 - (u32)(s16)k1[1]);
  p1 = (u64)((u32)((u32)(u8)p1 << 24 | (u32)(u8)k1[6] << 16 | (u32)(u8)v2 << 8 | (u32)(u8)p1 << 0) >= (u32)((u32)(u32)(s16)k1[0] - (u32)(u32)((u32)(u32)v2 * (u32)k1[((u32)p1 ^ 8u) & 7])));
  v1 += (u8)((u32)(u8)((u32)(u8)4 + (u32)(u8)v2) - (u32)(u8)((u64)0x64ull >> 32));
  p1 += (u64)((u64)(u64)((u64)(u64)v1 + (u64)p1) + (u64)(u64)!(u64)k1[2]);
  return (s32)((s32)((s32)-1u >> 18) ^ (s32)((s32)v1 >> ((u8)p1 & 31)));
}
static __noinline u32 f8(u64 p2, u8 p3, u16 p4)
{
  u8 v3 = (u8)((u32)((u8 *)&g10)[((u32)g5 ^ 19u) & 15] << 24 | (u32)p3 << 16 | (u32)p3 << 8 | (u32)(u8)g21 << 0);
  while (zero)
  {
  }
  {
    s8 v4 = (s8)((s8)p4 & (s8)p2);
    s32 v5 = (s32)-(u32)(s32)p2;
    u64 v6 = (u64)(u32)g13.f4;
    s8 v7 = (s8)((s8)-1u >> ((s32)g7 & 31));
    s32 v8 = (s32)MOD_s32((s32)((any_u64 *)(((u8 *)&g5) + 0))->v, (s32)p2);
    u32 v9 = (u32)p3;
    u16 v10 = (u16)((u32)(u16)0 * (u32)p4);
    u32 v11 = (u32)MOD_u32((u32)p2, (u32)0x10000u);
    s32 v12 = (s32)((u32)(s32)((u8 *)&g5)[((u32)p4 ^ 26u) & 7] - (u32)(s32)((u8 __dram *)&g8)[1]);
    u16 v13 = (u16)((s64)(s8)-2u - (s8)p4);
    u64 v14 = (u64)(((u64)g15[((u32)g21 ^ 47u) & 1][0] & 0xffffffu) * (u8)p2);
    u64 v15 = (u64)~(u64)p4;
    for (u32 i2 = 0; i2 < 1; ++i2) {
      v13 = (u16)(v13 - (u16)v12);
      v6 = (u64)(v6 ^ (u64)v12);
      v14 = (u64)(v14 - (u64)v4);
      v7 = (s8)(v7 + (u8)v5);
      v11 = (u32)(v11 - (u32)v12);
      v9 = (u32)(v9 - (u32)v9);
      {
        const u32 t2 = (u32)f7(v15);
        mutex_lock(&lock);
        guarded1 += t2;
        mutex_unlock(&lock);
      }
    }
    note((u8)v4);
    note((u32)v5);
    note64((u64)v6);
    note((u8)v7);
    note((u32)v8);
    note((u32)v9);
    note((u16)v10);
    note((u32)v11);
    note((u32)v12);
    note((u16)v13);
    note64((u64)v14);
    note64((u64)v15);
  }
  return (u32)!(u32)((s8)g22[((u32)g7 ^ 38u) % 20u] != (s8)p2);
}
int main(void)
{
  SIGNAL token;
  __assign_relative_register(&token, 15);
  __implicit_write(&token);
  begin();
  if (zero > 6)
  {
  }
  note((u32)(f8((u64)(((u64)(((s16)g22[((u32)((any_u64 *)(((u8 *)&g5) + 0))->v + 27u) % 20u] != (s16)k1[3]) ? (u64)0xffffffffffffff00ull : g24[((u32)g4 ^ 47u) % 7u]) >> 55) * (u8)((((u32)8 >> 0 & 0xff) == 67) ? (u8)k1[5] : (u8)g18[((u32)g2 ^ 12u) % 22u])), (u8)((u32)(u8)((u32)(u8)g22[((u32)g17 + 38u) % 20u] * (u32)g10[((u32)g1 + 50u) & 3].m4) - (u32)(u8)((u32)(u8)g17 << ((u64)g4 & 31))), (u16)(u64)((u64)((u8 __scratch *)&g17)[3] ^ ~(u64)0x2303cb85642841ull))));
  sum1 += hash_;
  if (++finished == CONTEXTS)
  {
    hash_ = 0;
    note(sum1);
    note(sum2);
    note(order1);
    note(order2);
    note(guarded1);
    note(count1[0]);
    note(count1[1]);
    note(count1[2]);
    note(count1[3]);
    note(count2[0]);
    note(count2[1]);
    note(count2[2]);
    note(count2[3]);
    for (u32 i = 0; i < 8; ++i) note(slot1[i]);
    for (u32 i = 0; i < 8; ++i) note64(slot2[i]);
    for (u32 i = 0; i < 8; ++i) note(slot3[i]);
    for (u32 i = 0; i < 8; ++i) note(slot4[i]);
    for (u32 i = 0; i < 8; ++i) note(slot5[i]);
    for (u32 i = 0; i < 8; ++i) note(slot6[i].m1);
    for (u32 i = 0; i < 8; ++i) note(slot6[i].m2);
    for (u32 i = 0; i < 8; ++i) note(slot6[i].m3);
    publish(hash_);
  }
  return 0;
}
