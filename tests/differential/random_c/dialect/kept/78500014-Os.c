// -Os
// expect: 0xb493c3e8
#define CONTEXTS 1
#include "machine.h"
struct r1 {
   s64 m2;
   }
    PACKED;
    struct r2 {
   s32 f9 : 16;
   s16 f15 : 4;
   };
    struct r3 {
   s8 m3[4];
   s16 m5;
   };
    static EACH u64 g1 = (u64)0x29bd7db1d6aull;
    static EACH s16 g2 = (s16)3;
    static EACH s8 g3 = (s8)-1u;
    static EACH u8 g4;
    static __shared u32 g5 = (u32)0x3fu;
    static __shared struct r1 g7 ALIGNED(8) = {
  (s16)1, (s64)-132901883ull, (u16)0x355u, (s16)0x40u, (s16)-32768u, (u16)0x8000u, (u16)0xffu, (s16)-1u, (s16)-29081u};
    static __shared __sram struct r2 g9 ALIGNED(8) = {
  (u32)4, (s32)-2147483648u, (s32)0, (u32)8, (u32)1, (u32)0x62de3e9u, (s16)0x20u, (s16)0x681au, (s64)8, (u64)0xffffffff80000000ull, (u8)0x17u};
    static EACH struct r2 g10 ALIGNED(8);
    static EACH struct r3 g11 ALIGNED(8) = {
  {
 (s8)0x14u, (s8)-24u, (s8)-128u, (s8)0x1du}
  , (s8)-1u, (s16)-1u};
    static EACH __dram struct r3 g13 ALIGNED(8) = {
  {
 (s8)0x7au, (s8)1, (s8)-127u, (s8)0x28u}
  , (s8)2, (s16)-27522u};
    static EACH struct r3 g14[4] ALIGNED(8);
    static __shared __lmem u8 g16[18] ALIGNED(8) = {
  (u8)0, (u8)8, (u8)0x8au, (u8)0x14u, (u8)0x2au, (u8)0xb5u, (u8)0x2eu, (u8)0xc4u, (u8)0xfu, (u8)0x96u, (u8)0x7fu, (u8)0x67u, (u8)0xd4u, (u8)1, (u8)0x7bu, (u8)0x7fu, (u8)0xffu, (u8)3};
    static __shared u8 g17[10] ALIGNED(8);
    static EACH u8 g18[24] ALIGNED(8);
    static EACH u8 g19[28] ALIGNED(8) = {
  (u8)0x8fu, (u8)0, (u8)0x72u, (u8)0x4du, (u8)1, (u8)0, (u8)0xffu, (u8)0x11u, (u8)1, (u8)0x7fu, (u8)6, (u8)0x2du, (u8)0x9cu, (u8)0xf6u, (u8)0x3fu, (u8)0, (u8)1, (u8)0x19u, (u8)0x40u, (u8)0x20u, (u8)0x64u, (u8)0, (u8)0, (u8)8, (u8)0, (u8)0xffu, (u8)0xc9u, (u8)0x7fu};
    static EACH __sram s32 g20 = (s32)-821424143u;
    static __shared __sram u32 g21[10] ALIGNED(8) = {
  (u32)0x7fu, (u32)0xff18c1eeu, (u32)0x313d7u, (u32)0x80000000u, (u32)0x3cd74eu, (u32)0xffffffffu, (u32)0xffffu, (u32)0x20u, (u32)0x64u, (u32)0xa9442cdfu};
    static EACH __dram s16 g24 = (s16)0;
    static EACH __dram u32 g25[12] ALIGNED(8) = {
  (u32)0xfffu, (u32)0xcaff42a1u, (u32)2, (u32)0xc0182f64u, (u32)0xffffff81u, (u32)0x1f05ffu, (u32)0xbf82cf57u, (u32)7, (u32)7, (u32)0x338u, (u32)0x100u, (u32)0};
    static EACH __dram u64 g26[8] ALIGNED(8) = {
  (u64)5, (u64)0x1197ull, (u64)0x224f2b3ull, (u64)0x1888ull, (u64)0x7fffffffull, (u64)0x1full, (u64)0xfffffffffffffff9ull, (u64)0x8000000000000000ull};
    static EACH const u8 k1[8] = {
  (u8)7, (u8)0x64u, (u8)0x20u, (u8)0xf8u, (u8)0, (u8)0x3fu, (u8)0xffu, (u8)0};
    static __noinline u16 f19(u8 p1) {
     s32 v1 = (s32)((u32)(s32)2 * (u32)(s32)p1);
     return (u16)((u16)MOD_u16((u16)0x484eu, (u16)v1) ^ (u16)((u32)(u16)0 << 31));
   }
    int main(void) {
     {
      u32 n3 = (u32)(s64)g26[((u32)g24 ^ 53u) & 7] % 3u;
      while (n3-- > 0)     {
       {         s32 v55 = (s32)((u32)(s32)g26[n3] << ((s32)g25[n3] & 31));         u32 v56 = (u32)(s8)n3;         u64 v57 = (u64)multiply_32x32_hi((u32)g11.m3[n3], (u32)g17[n3]);         u64 v58 = (u64)((u64)(u64)0xffffffc24da2be3bull - (u64)(u64)g25[n3]);         u64 v59 = (u64)((u64)(u64)((u8 __dram *)&g25)[n3] - (u64)(u64)g14[n3].m5);         u32 v60 = (u32)((u64)(u8)g2 - (u8)n3);         u64 v61 = (u64)!(u64)g20;         s32 v62 = (s32)MOD_s32((s32)g25[n3], (s32)((s32)((any_u64 *)(((u8 *)&g16) + 1))->v >> 7));         u32 v63 = (u32)-(u32)((any_u32 __sram *)(((u8 __sram *)&g21) + 4))->v;         s8 v64 = (s8)(s64)7;         s32 v65 = (s32)ROTATE_u32((u32)g26[n3], (u32)g18[((u32)g4 ^ 59u) % 24u]);         u32 v66 = (u32)((u32)g5 - (u32)(u32)g26[3]);         u32 v67 = (u32)((u32)(u32)g11.m5 + (u32)(u32)n3);         u64 v68 = (u64)((u64)(u64)((u8 __dram *)&g25)[n3] - (u64)(u64)n3);         u64 v69 = (u64)((u64)(u64)k1[n3] + (u64)(u64)((u8 __dram *)&g25)[((u32)g2 + 1u) % 48u]);         for (u32 i4 = 0; i4 < 3; ++i4) {           v57 = (u64)(v57 + (u64)v57);           v64 = (s8)(v64 + (u8)v67);           v60 = (u32)(v60 - (u32)v60);           v56 = (u32)(v56 ^ (u32)v61);           v58 = (u64)(v58 + (u64)v64);           {             u64 v70 = (u64)(((u64)v67 >> 33) - v58);             u16 v71 = (u16)((((u32)0xffffffe1u >> 24 & 0xff) == 151) ? (u16)g1 : (u16)v67);             u32 v72 = (u32)((((u32)v58 >> 16 & 0xff) == 198) ? (u32)v68 : (u32)0xffu);             u32 v73 = (u32)((v67 >> 28) - (u16)g14[n3].m5);             s8 v74 = (s8)v66;             s8 v75 = (s8)!(s32)v56;             u64 v76 = g1;             u32 v77 = (u32)((u32)((u8 *)&g1)[6] << 24 | (u32)(u8)v69 << 16 | (u32)(u8)0xffu << 8 | (u32)(u8)v67 << 0);             s32 v78 = (s32)~(s32)v66;             u32 v79 = (u32)((u32)0x13b997c4u >> ((s32)n3 & 31));             u32 v80 = (u32)((u32)(u8)0x31u << 24 | (u32)(u8)v66 << 16 | (u32)(u8)g10.f15 << 8 | (u32)(u8)i4 << 0);             s32 v81 = (s32)(v68 >> 48);             s32 v82 = (s32)((s32)0 ^ (s32)v58);             s32 v83 = (s32)((s16)((any_u64 *)(((u8 *)&g16) + 1))->v + (u8)0);             s8 v84 = (s8)f19((u8)0x81u);             u32 v85 = (u32)((u32)(u32)n3 + (u32)(u32)i4);             u64 v86 = g26[i4];             s32 v87 = (s32)((u32)(s32)g5 * (u32)(s32)g9.f9);             u32 v88 = (u32)((g25[i4] & 0xffffu) ^ (u16)v67);             u32 v89 = (u32)((u32)((any_s32 *)(((u8 *)&g7) + 1))->v & (u32)v69);             u64 v90 = (u64)bswap((u32)0);             u64 v91 = (u64)((u64)v68 + (u64)(u64)0xfffff4b045e6400dull);             for (u32 i5 = 0; i5 < 3; ++i5) {               v70 = (u64)(v70 - (u64)v88);               v85 = (u32)(v85 + (u32)v79);               v79 = (u32)(v79 + (u32)v86);               v74 = (s8)(v74 + (u8)v79);               v91 = (u64)(v91 - (u64)v80);             }             note64((u64)v70);             note((u16)v71);             note((u32)v72);             note((u32)v73);             note((u8)v74);             note((u8)v75);             note64((u64)v76);             note((u32)v77);             note((u32)v78);             note((u32)v79);             note((u32)v80);             note((u32)v81);             note((u32)v82);             note((u32)v83);             note((u8)v84);             note((u32)v85);             note64((u64)v86);             note((u32)v87);             note((u32)v88);             note((u32)v89);             note64((u64)v90);             note64((u64)v91);           }         }         note((u32)v55);         note((u32)v56);         note64((u64)v57);         note64((u64)v58);         note64((u64)v59);         note((u32)v60);         note64((u64)v61);         note((u32)v62);         note((u32)v63);         note((u8)v64);         note((u32)v65);         note((u32)v66);         note((u32)v67);         note64((u64)v68);         note64((u64)v69);       }
     }
    }
     ua_set_16_lmem(g19, ((u32)((any_u32 __sram *)(((u8 __sram *)&g21) + 4))->v ^ 62u) % 20u, (u32)((u32)g25[6] + (u32)(u32)((u32)(u8)0xbdu << 24 | (u32)(u8)g3 << 16 | (u32)(u8)0xafu << 8 | (u32)((u8 __dram *)&g25)[42] << 0)));
     {
      u16 v156 = (u16)ROTATE_u32((u32)g1, g21[((u32)g2 + 17u) % 10u]);
      u32 v157 = (u32)k1[((u32)g1 ^ 4u) & 7];
      u32 v158 = (u32)-(u32)(u32)((any_s32 *)(((u8 *)&g7) + 1))->v;
      s8 v161 = (s8)((s8)k1[((u32)g4 + 50u) & 7] | (s8)4);
      u32 v163 = (u32)(g25[6] | (u32)g19[20]);
      s8 v164 = (s8)f19((u8)0);
      u32 v165 = (u32)-(u32)g5;
      for (u32 i9 = 0;
  i9 < 1;
  ++i9) {
       v156 = (u16)(v156 - (u16)v164);
       {         u32 n5 = (u32)(((s32)0xffu > (s32)0x7fffffffu) ? v165 : (u32)0xa07ad732u) % 3u;         while (n5-- > 0)         {           {             __xread u32 x2[3];             SIGNAL sig2;             sram_read(x2, &g21[n5], 3, sig_done, &sig2);             {               v165 = (u32)4;             }             __wait_for_all(&sig2);             note(x2[0]);             note(x2[1]);             note(x2[2]);           }         }       }
     }
      note((u16)v156);
    }
     publish(hash_);
   }
