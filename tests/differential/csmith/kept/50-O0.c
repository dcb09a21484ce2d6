// -O0
#include "csmith.h"
 static int32_t g_3 = 0x6FE7D8A8L;
        static int32_t g_5 = 1L;
        static int32_t g_10 = 0xB568BE13L;
        static int32_t g_21[1] ;
        static int32_t g_35 = 0xFC24489BL;
        static uint8_t g_37 = 0x28L;
        static int16_t g_53 = 1L;
        static int32_t g_56 = (-5L);
        static int8_t g_71 = 1L;
        static int32_t *g_80 = &g_35;
        static int32_t **g_117 = (void*)0;
        static int64_t g_118[1] ;
        static uint16_t g_119[2] ;
        static uint32_t g_125[2] = {
      5UL,5UL};
        static int32_t * func_14(const int64_t  p_15);
        static uint8_t  func_17(int32_t  p_18);
        static int16_t  func_1(void) {
            uint64_t l_2[4];
           int i;
           for (i = 0;
       i < 4;
       i++)         l_2[i] = 7UL;
           for (g_3 = 3;
       (g_3 >= 0);
       g_3 -= 1)     {
               int32_t *l_4 = &g_5;
              int32_t **l_123 = &l_4;
              (*l_123) = func_14((l_2[g_3] ^ g_5));
          }
           for (g_5 = 3;
       (g_5 >= 0);
       g_5 -= 1)     {
              int32_t *l_132 = &g_56;
              (*g_80) |= ((*l_132) = l_2[g_5]);
              if ((*g_80))             break;
          }
           return g_118[0];
       }
        static int32_t * func_14(const int64_t  p_15) {
            int32_t l_16 = 0xF88039D6L;
           int32_t *l_122 = &g_56;
           (*l_122) = ((l_16 ^ 0xC2D621EC2184E5A9LL) <= (p_15 < func_17(g_10)));
           return l_122;
       }
        static uint8_t  func_17(int32_t  p_18) {
            uint8_t l_19[3];
           int32_t l_113 = (-1L);
           int32_t * const *l_114 = &g_80;
           int32_t **l_115 = &g_80;
           int32_t ***l_116[1];
           int i;
           for (i = 0;
       i < 3;
       i++)         l_19[i] = 0x5EL;
           for (i = 0;
       i < 1;
       i++)         l_116[i] = &l_115;
           for (g_5 = 0;
       (g_5 <= 2);
       g_5 += 1)     {
               uint64_t l_31 = 3UL;
              int32_t l_104 = 0x2D46470AL;
              for (p_18 = 2;
      (p_18 >= 0);
      p_18 -= 1)         {
                  int32_t *l_20 = &g_10;
                 int8_t *l_102 = &g_71;
                 int8_t *l_103[4];
                 for (i = 0;
     i < 4;
     i++)                 l_103[i] = (void*)0;
                 (*l_20) = (safe_lshift_func_int8_t_s_s((l_104 = (((((safe_sub_func_int8_t_s_s((safe_rshift_func_int8_t_s_u((g_10 , (+(((p_18 | (safe_lshift_func_uint8_t_u_s((safe_lshift_func_uint16_t_u_u(((l_19[2] | (p_18 , ((*l_102) = ((~(l_31 < p_18)) == g_53)))) , p_18), g_35)), (*l_20)))) != p_18) == l_19[2]))), (*l_20))), g_37)) || (*l_20)) ^ p_18) | 0x4644L) , l_19[1])), 0));
             }
          }
           g_56 = ((*g_80) = (safe_div_func_uint64_t_u_u((safe_rshift_func_int16_t_s_u(((-3L) ^ ((l_113 ^= (safe_rshift_func_uint8_t_u_s(g_71, 0))) , (l_114 != (g_117 = l_115)))), p_18)), p_18)));
           return g_56;
       }
        
        int main (void) {
           int i;
           int print_hash_value = 0;
           func_1();
           transparent_crc(g_5, "g_5", print_hash_value);
           for (i = 0;
       i < 2;
       i++)     
           platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
       }
