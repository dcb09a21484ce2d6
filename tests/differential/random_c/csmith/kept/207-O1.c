// -O1

#define NO_LONGLONG

#include "csmith.h"

static long __undefined;

struct S0 {
   int32_t  f0;
};

struct S1 {
   int16_t  f0;
   int32_t  f1;
   struct S0  f2;
   uint8_t  f3;
};

static int32_t g_3 = 0x82BD7B1C;
static uint8_t g_4 = 0x10;
static struct S0 g_32 = {0x976B5A7D};
static int8_t g_76 = 0xF9;
static int16_t g_82 = 0x4590;
static uint8_t g_92 = 0U;
static struct S1 g_105 = {-1,0x66BFFE0A,{-4},0xA2};
static struct S1 *g_110 = &g_105;
static struct S1 **g_109 = &g_110;
static int32_t **g_136 = (void*)0;
static int32_t *g_162 = &g_32.f0;
static uint32_t g_168[4] = {0xDB3BB4DD,0xDB3BB4DD,0xDB3BB4DD,0xDB3BB4DD};

static int16_t  func_1(void);
static int32_t  func_7(int8_t  p_8, struct S0  p_9);
static int16_t  func_12(int32_t  p_13, struct S1  p_14, int8_t  p_15, uint32_t  p_16, int8_t  p_17);
static struct S1  func_18(int8_t  p_19, int32_t  p_20, int8_t  p_21, struct S0  p_22, int8_t  p_23);

static int16_t  func_1(void)
{ 
    uint16_t l_2[1];
    uint32_t l_33 = 0x966896E6;
    int8_t *l_164 = &g_76;
    struct S1 l_204 = {-1,0,{0x6DDA51A4},1U};
    int i;
    for (i = 0; i < 1; i++)
        l_2[i] = 8U;
    for (g_3 = 0; g_3 < 1; g_3 += 1)
    {
        l_2[g_3] = 0x2C7C;
    }
    if (((((((g_3 > l_2[0]) > (g_4++)) & func_7(((*l_164) = (((safe_div_func_int16_t_s_s(l_2[0], func_12(g_3, ((**g_109) = func_18(((safe_add_func_uint8_t_u_u((safe_mul_func_int8_t_s_s((safe_lshift_func_int16_t_s_u((safe_mul_func_uint8_t_u_u(l_2[0], g_3)), 6)), l_2[0])), 1U)) , l_2[0]), g_3, l_2[0], g_32, l_33)), l_33, l_33, g_92))) && l_33) >= g_32.f0)), g_32)) != g_92) ^ l_2[0]) , 0xCC1BE0C0))
    { 
        int16_t l_181 = 0;
        for (g_92 = 0; (g_92 > 21); g_92 = safe_add_func_uint8_t_u_u(g_92, 9))
        { 
            int32_t l_175 = (-1);
            for (g_4 = 26; (g_4 > 10); --g_4)
            { 
                int32_t *l_176 = &g_105.f2.f0;
                int32_t *l_177 = (void*)0;
                uint32_t l_178 = 0x57EAC764;
                if (l_175)
                    break;
                l_178++;
            }
            if (l_181)
                continue;
            return g_168[0];
        }
    }
    else
    { 
        uint32_t l_185 = 4294967295U;
        int32_t l_190 = 1;
        int32_t *l_203 = &g_32.f0;
        l_190 ^= (safe_add_func_uint8_t_u_u((((~g_3) , (l_185 != l_2[0])) | (safe_rshift_func_uint16_t_u_u((g_105.f1 == (safe_add_func_int16_t_s_s(g_105.f2.f0, g_105.f3))), 13))), (-1)));
        (*l_203) = (safe_sub_func_uint8_t_u_u((0x4EF6039F | ((safe_sub_func_int32_t_s_s(l_190, (safe_rshift_func_uint16_t_u_s(g_3, 5)))) != (safe_sub_func_uint8_t_u_u((safe_add_func_int32_t_s_s(((safe_mul_func_int8_t_s_s(((*l_164) = g_92), ((*g_110) , g_82))) ^ l_33), l_185)), 0xD6)))), 7));
    }
    (*g_110) = l_204;
    return l_204.f0;
}

static int32_t  func_7(int8_t  p_8, struct S0  p_9)
{ 
    int32_t *l_165 = &g_105.f1;
    int32_t *l_166 = &g_105.f2.f0;
    int32_t *l_167[4];
    int i;
    for (i = 0; i < 4; i++)
        l_167[i] = &g_105.f1;
    g_168[1]--;
    return p_9.f0;
}

static int16_t  func_12(int32_t  p_13, struct S1  p_14, int8_t  p_15, uint32_t  p_16, int8_t  p_17)
{ 
    uint32_t l_157 = 0x31E85077;
    int32_t *l_160 = (void*)0;
    int32_t **l_161 = &l_160;
    const int32_t l_163 = 0xF4F1AD9D;
    l_157--;
    g_162 = ((*l_161) = l_160);
    p_13 ^= l_163;
    return p_14.f1;
}

static struct S1  func_18(int8_t  p_19, int32_t  p_20, int8_t  p_21, struct S0  p_22, int8_t  p_23)
{ 
    uint32_t l_61 = 4294967295U;
    int32_t *l_65 = &g_3;
    int32_t **l_64 = &l_65;
    struct S0 l_85 = {0x4FE9DE55};
    int16_t *l_86[2];
    struct S1 l_111 = {0x3260,-1,{-5},255U};
    uint8_t l_149 = 254U;
    int i;
    for (i = 0; i < 2; i++)
        l_86[i] = &g_82;
    for (p_19 = 0; (p_19 < (-18)); p_19 = safe_sub_func_int8_t_s_s(p_19, 8))
    { 
        int32_t l_36[4];
        int i;
        for (i = 0; i < 4; i++)
            l_36[i] = (-1);
        for (p_22.f0 = 3; (p_22.f0 >= 0); p_22.f0 -= 1)
        { 
            int32_t l_49 = 0x5392614F;
            int32_t l_55 = 0x90AAF75D;
            int32_t *l_72 = &l_36[3];
            int8_t *l_102 = &g_76;
            int i;
            if ((4294967295U != ((safe_lshift_func_uint16_t_u_s((safe_rshift_func_int8_t_s_u((safe_sub_func_uint32_t_u_u(0xAC92D14B, ((l_36[p_22.f0] < p_20) , (safe_rshift_func_int16_t_s_u(((0xBB && g_32.f0) != 0xE5769E8A), 8))))), g_3)), 3)) , p_23)))
            { 
                int32_t *l_45 = &g_32.f0;
                int32_t **l_46 = &l_45;
                (*l_46) = l_45;
            }
            else
            { 
                int32_t *l_47 = &g_32.f0;
                int32_t *l_48 = &l_36[p_22.f0];
                int32_t *l_50 = &l_36[0];
                int32_t l_51[3];
                int32_t *l_52 = &l_51[1];
                int32_t *l_53 = &l_51[2];
                int32_t *l_54 = &l_36[1];
                int32_t *l_56 = &g_32.f0;
                int32_t *l_57 = &l_49;
                int32_t *l_58 = &l_55;
                int32_t *l_59 = &l_49;
                int32_t *l_60 = &l_49;
                int i;
                for (i = 0; i < 3; i++)
                    l_51[i] = (-10);
                --l_61;
                if (p_22.f0)
                    break;
            }
        }
    }
    if ((**l_64))
    { 
        uint32_t l_117[3];
        uint32_t l_124[1];
        int32_t l_125 = (-1);
        int i;
        for (i = 0; i < 3; i++)
            l_117[i] = 8U;
        for (i = 0; i < 1; i++)
            l_124[i] = 0xEA2BDD4A;
        l_125 |= ((((((safe_rshift_func_int8_t_s_s((((((((((safe_add_func_int16_t_s_s(l_117[2], ((safe_lshift_func_int16_t_s_u((safe_add_func_int32_t_s_s((((p_20 , g_105.f1) && (safe_lshift_func_uint8_t_u_u(3U, 3))) , (-1)), 0xBF173AA3)), p_23)) || g_105.f2.f0))) & l_124[0]) < 0) ^ 0xBC) ^ g_105.f2.f0) ^ g_105.f3) <= (*l_65)) , p_22.f0) <= 1U), p_22.f0)) == g_76) , p_23) , 0xA716) >= (-9)) , 0x915C511D);
    }
    else
    { 
        int8_t *l_137 = (void*)0;
        int8_t *l_138 = &g_76;
        struct S1 * const l_139 = &l_111;
        uint8_t *l_146 = &l_111.f3;
        int32_t *l_150 = &g_105.f2.f0;
        if (((safe_mod_func_uint16_t_u_u((safe_lshift_func_uint8_t_u_u((safe_sub_func_uint32_t_u_u(((((safe_lshift_func_int8_t_s_s(((**l_64) != p_19), ((*l_138) ^= (safe_rshift_func_uint16_t_u_s((g_136 != (void*)0), 6))))) ^ ((**l_64) != g_105.f0)) , (void*)0) != l_139), 0x73BD0DCC)), p_22.f0)), g_105.f3)) > p_19))
        { 
            int32_t l_142 = 0x8BCBB588;
            uint8_t **l_147 = &l_146;
            int32_t l_148 = 1;
            for (g_105.f3 = (-8); (g_105.f3 == 4); ++g_105.f3)
            { 
                if (l_142)
                    break;
            }
            (*l_64) = ((!(((*l_65) > (l_149 = ((l_148 = (l_137 == ((*l_147) = l_146))) | 0x1A8A))) && ((-10) >= l_142))) , l_150);
        }
        else
        { 
            int32_t l_155[2];
            struct S1 l_156 = {0xE24B,-9,{-1},250U};
            int i;
            for (i = 0; i < 2; i++)
                l_155[i] = 0xD1EAB3F1;
            for (l_111.f3 = 0; (l_111.f3 != 2); l_111.f3 = safe_add_func_uint16_t_u_u(l_111.f3, 2))
            { 
                if ((*l_150))
                    break;
                (*l_64) = (*l_64);
            }
            (*l_150) ^= ((safe_rshift_func_int16_t_s_u((g_105.f0 = 0xE054), 6)) && (l_155[1] , ((l_156 , ((*g_109) != (p_20 , &l_111))) > l_155[1])));
        }
    }
    return (**g_109);
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    g_3 ^= unknown_zero;
    g_4 ^= unknown_zero;
    g_76 ^= unknown_zero;
    g_82 ^= unknown_zero;
    g_92 ^= unknown_zero;
    g_168[0] ^= unknown_zero;
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_32.f0, "g_32.f0", print_hash_value);
    transparent_crc(g_76, "g_76", print_hash_value);
    transparent_crc(g_82, "g_82", print_hash_value);
    transparent_crc(g_92, "g_92", print_hash_value);
    transparent_crc(g_105.f0, "g_105.f0", print_hash_value);
    transparent_crc(g_105.f1, "g_105.f1", print_hash_value);
    transparent_crc(g_105.f2.f0, "g_105.f2.f0", print_hash_value);
    transparent_crc(g_105.f3, "g_105.f3", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_168[i], "g_168[i]", print_hash_value);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
