/* v52 is in memory at the print: so much is live that the allocation of registers splits it
   more than once. Reduced from a random program. */
#include "machine.h"
#include <ixp_debug.h>
union r1 {
  u32 w1[4];
  s16 v1[8];
  struct {
    s32 m1;
    u16 f1 : 8;
    u16 f2 : 8;
    u8 f3 : 8;
    u32 f4 : 2;
    u32 f5 : 1;
    u32 f6 : 10;
    u32 f7 : 4;
    s32 f8 : 15;
    s32 m2;
    u8 f9 : 8;
  } PACKED;
};
struct r2 {
  u8 f10 : 7;
  u8 f11 : 1;
  struct {
    s16 m4[3];
    s16 f12 : 8;
    u16 f13 : 6;
    u16 f14 : 2;
  } PACKED m3;
};
struct r3 {
  u16 m5;
  s16 m6;
};
static __shared volatile s64 g1 = (s64)0x18ce836c6full;
static __shared u8 g3 = (u8)8;
static __shared s64 g4 = (s64)0x2ca0e6ca9bfaull;
static EACH u16 g5 = (u16)0x3ed7u;
static __shared s64 g6 = (s64)-1000ull;
static __shared volatile u32 g7 = (u32)0;
static EACH union r1 g8 ALIGNED(8) = {{(u32)0, (u32)0, (u32)0x776u, (u32)0x20u}};
static EACH union r1 g9 ALIGNED(8) = {{(u32)7, (u32)0x36ad9f34u, (u32)4, (u32)0xb9e197d9u}};
static EACH __sram struct r2 g10 ALIGNED(8) = {
    (u8)0xf9u, (u8)0, {{(s16)0x7fu, (s16)0xffu, (s16)0x100u}, (s16)0x40u, (u16)4, (u16)3}};
static EACH struct r2 g11 ALIGNED(8);
static __shared struct r3 g13 ALIGNED(8);
static EACH struct r3 g14 ALIGNED(8) = {(u16)2, (s16)-1773u};
static EACH __scratch struct r3 g15 ALIGNED(8) = {(u16)0x13eu, (s16)0xcu};
static EACH u32 g16[3] ALIGNED(8);
static EACH u16 g17[7] ALIGNED(8) = {(u16)0x2ae5u, (u16)0,     (u16)1,      (u16)0xbu,
                                     (u16)0xf678u, (u16)0x20u, (u16)0xb007u};
static EACH s8 g18[20] ALIGNED(8);
static EACH u8 g19[20] ALIGNED(8) = {(u8)0x64u, (u8)3,     (u8)8,     (u8)0x42u, (u8)0x64u,
                                     (u8)0x1du, (u8)0x10u, (u8)0x7fu, (u8)0xadu, (u8)0,
                                     (u8)0x50u, (u8)0xf8u, (u8)0,     (u8)8,     (u8)0,
                                     (u8)0xd7u, (u8)0xfu,  (u8)0x9bu, (u8)0,     (u8)0xd5u};
static EACH u8 g20[20] ALIGNED(8);
static EACH __sram volatile s32 g21 = (s32)0x7fffffffu;
static __shared __sram u32 g22[22] ALIGNED(8);
static EACH __sram u16 g23[8] ALIGNED(8) = {(u16)0x7fu, (u16)2,       (u16)0x80u,   (u16)0xffffu,
                                            (u16)0,     (u16)0x6b58u, (u16)0xff9cu, (u16)3};
static EACH __scratch s64 g24 = (s64)0x100ull;
static EACH __scratch u32 g25[12] ALIGNED(8);
static EACH __scratch u8 g26[24] ALIGNED(8) = {
    (u8)0xffu, (u8)0x20u, (u8)0xbbu, (u8)1,     (u8)0xffu, (u8)0xd1u, (u8)0xffu, (u8)0,
    (u8)0xffu, (u8)0xffu, (u8)0x64u, (u8)0x18u, (u8)0xffu, (u8)0x10u, (u8)0xd2u, (u8)8,
    (u8)0,     (u8)0,     (u8)0x5au, (u8)0xd1u, (u8)0x60u, (u8)0,     (u8)0x67u, (u8)0x17u};
static EACH const u8 k1[16] = {(u8)0x6bu, (u8)0,     (u8)0x20u, (u8)0,    (u8)0x64u, (u8)0,
                               (u8)0x80u, (u8)0x7bu, (u8)0x98u, (u8)0xfu, (u8)0,     (u8)0x64u,
                               (u8)8,     (u8)0,     (u8)0xc9u, (u8)0xffu};
int main(void) {
  begin();
  g1 ^= (s64)zero;
  g3 ^= (u8)zero;
  g4 ^= (s64)zero;
  g11.f10 ^= (u8)zero;
  g11.f11 ^= (u8)zero;
  {
    s32 v50 = (s32)((s32)g9.v1[0] >> (k1[13] & 31));
    u32 v51 = (u32)((u32)g25[((u32)g1 + 59u) % 12u] << ((s32)g8.f6 & 31));
    s32 v52 = (s32)((u32)g4 >= (u32)((u8*)&g8)[8]);
    ixp_print("@%u", v52);
    u32 v55 = g16[((u32)g5 ^ 3u) % 3u];
    u32 v56 = (u32)(((s64)-32768ull >= g24) ? (u32)g26[((u32)g24 + 18u) % 24u]
                                            : (u32)g26[((u32)g1 + 47u) % 24u]);
    u64 v57 = (u64)ROTATE_u64((u64)g6, 27u);
    u64 v60 = (u64)((u64)g23[((u32)g4 + 6u) & 7] | (u64)g11.f11);
    s32 v61 = (s32)((s16)((any_u64 __scratch*)(((u8 __scratch*)&g25) + 31))->v * (s16)g5);
    u64 v62 = (u64)((s16)((any_u64 __scratch*)(((u8 __scratch*)&g25) + 31))->v == (s16)8);
    u32 v68 = (u32)((u32)(u32)8 + (u32)(u32)((u8 __scratch*)&g25)[12]);
    u32 v70 = (u32)((u32)(u32)0x139485dbu << 27);
    u16 v71 = (u16)((((u32)g8.f7 >> 8 & 0xff) == 47) ? (u16)g4 : g14.m5);
    s32 v72 = (s32)g26[((u32)g3 + 6u) % 24u];
    for (u32 i6 = 0; i6 < 2; ++i6) {
      v68 = (u32)(v68 ^ (u32)v72);
      {
        u16* p11 = &v71;
        {
          s8 v73 = (s8)ROTATE_u32(v68, (u32)g24);
          u16 v74 =
              (u16)((u32)(u8)v68 << 24 | (u32)(u8)i6 << 16 | (u32)(u8)i6 << 8 | (u32)(u8)0 << 0);
          u16 v82 = (u16)MOD_u16((u16)0x4f07u, (u16)g6);
          s8 v83 = (s8)(((u64)g1 > (u64)0x505480495ull) ? (s8)v70 : (s8)(*p11));
          u32 v96 = (u32)((u8*)&g9)[((u32)g3 + 57u) & 15];
          for (u32 i7 = 0; i7 < 2; ++i7) {
            v74 = (u16)(v74 ^ (u16)v82);
          }
          note((u8)v73);
          note((u16)v74);
        }
        if (zero) {
          {
            s8 zv51 = (s8)((s8)i6 & (s8)v52);
            s32 zv60 = (s32)g7;
            u32 zv71 = (u32) - (u32)(u32)g1;
            u32 zv73 = (u32)((u32)g13.m5 & ~(u32)i6);
            u32 zv74 = (u32)0xfffu;
            s32 zv75 = (s32)((s16)v71 - (s16)g22[((u32)v57 + 52u) % 22u]);
            for (u32 zi8 = 0; zi8 < 4; ++zi8) {
              g23[i6] = (u16)((u32)(u16)0xf953u -
                              (u32)(u16)((u32)(u16)((u16)zv75 | (u16)g21) -
                                         (u32)(u16)(((s8)i6 > (s8)0x5du) ? g17[i6] : (u16)0)));
              ((u8*)&g18)[i6] =
                  (u8)((u32)(u8) ~(u8)(u8)((any_u64 __scratch*)(((u8 __scratch*)&g25) + 31))->v
                       << ((u32)((u32)((u32)zv74 + (u32)(u32)zi8) ^
                                 (u32)(((u32)0 >> 17) & (u32)i6)) &
                           31));
            }
            u32 zv77 = (u32)MOD_u32((u32)0x20u, g25[i6]);
            u32 zv78 = v55;
            u32 zv80 = (u32)((u32)(u32)i6 + (u32)(u32)i6);
            u32 zv81 = (u32)((u32)(u32)v61 - (u32)(u32)4);
            u32 zv82 = (u32)(((u32)v72 >> 8) ^ (u32)g15.m5);
            s8 zv86 = (s8)((u32)(s8)v55 + (u32)(s8)0x5fu);
            u32 zv87 = (u32)rotr((u32)((u8*)&g16)[i6], v51);
            u16 zv90 = (u16)((u16)0x7fffu | ~(u16)v60);
            u64 zv91 = (u64)((u64)(u64)v72 + (u64)v62);
            u16 zv92 = (u16)(((u32)0xffffffffu >> 25) * (u8)v70);
            for (u32 zi9 = 0; zi9 < 2; ++zi9) {
              zv86 = (s8)(zv86 - (u8)zv87);
              zv91 = (u64)(zv91 - (u64)zv82);
              v70 = (u32)(!(u16)((u16) - (u32)(u16)zv81 ^ (u16)v52)
                              ? (u32)((u32)(u32)((u32)(u32)((u8 __scratch*)&g24)[zi9] -
                                                 (u32)(u32)v50) -
                                      (u32)(u32)((s64)(s16)zv91 * (s16)zv90))
                              : (u32)i6);
              zv91 = (u64)(u32)((u32)((u32)((any_u64 __scratch*)(((u8 __scratch*)&g25) + 31))->v &
                                      (u32)2) ^
                                (u32)(((s32)i6 != (s32)zi9) ? (u32)g4 : (u32)0x80000000u));
            }
            note((u32)zv77);
            note((u32)zv78);
            note((u32)zv80);
            note((u32)zv81);
            note((u16)zv92);
          }
        }
        {
          u16 *p12 = &g17[zero + 0], *q2 = &g17[zero + 0];
          for (u32 i8 = zero; i8 < 1; ++i8, p12 += 4, q2 += 4) {
            p12[0] = (u16)0;
            {
              const u32 t9 = (u32)q2[3];
              q2[3] = (u16)0;
              note((t9 & ~0xff00u) | ((u32)p12[0] & 0xff00u));
              p12[0] = (u16)t9;
            }
          }
        }
      }
      {
        union r1 t11;
        for (u32 i10 = 0; i10 < sizeof t11; ++i10)
          note(((u8*)&t11)[i10]);
      }
    }
    note((u32)v56);
    note((u32)g16[1]);
  }
  {
    {
      {
        {
          g13.m6 = (s16)((s64)(s8)g21 - (s8)((u32)(s8)(((u8)g10.f10 <= (u8)g9.w1[0])
                                                           ? (s8)g3
                                                           : (s8)g23[((u32)g5 + 19u) & 7])
                                             << ((u8)((u32)(u8)0x70u - (u32)(u8)g1) & 31)));
        }
      }
    }
    {
      __xwrite u32 x3[7];
      x3[6] = (u32)(((u64)g24 > (u64)0xffull) ? (u32)g21 : (u32)g26[2]);
    }
  }
  __builtin_memmove(((u8*)&g19) + (5), g19 + (4), 10);
  {
    for (u32 zi11 = 18; zi11-- > 0;)
      g20[zi11] = (u8)((u32)g20[zi11] - (u32)g20[zi11 + 2]);
  }
  {
    __xread u32 x5[2];
    const u32 n4 = 1 + (u32)((u32)g7 + (u32)(u32)g21) % 2u;
    if (n4 > 1) note(x5[1]);
  }
  note((u32)g3);
  note((u32)g7);
  note((u32)g8.w1[0]);
  publish(hash_);
}
