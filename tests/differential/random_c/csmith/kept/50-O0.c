// -O0
#include "csmith.h"

static long __undefined;

static int32_t g_3 = 0x6FE7D8A8L;
static int32_t g_5 = 1L;
static int32_t g_10 = 0xB568BE13L;
static uint64_t g_11 = 18446744073709551615UL;
static int32_t g_21[1] = {0x69919C44L};
static int32_t g_35 = 0xFC24489BL;
static uint8_t g_37 = 0x28L;
static uint16_t g_45 = 0x59C4L;
static int16_t g_51 = 1L;
static int16_t g_53 = 1L;
static uint16_t g_54 = 4UL;
static int32_t g_56 = (-5L);
static int8_t g_71 = 1L;
static int32_t *g_80 = &g_35;
static int64_t g_112 = 0xF4D78F30ED53B0E2LL;
static int32_t **g_117 = (void*)0;
static int64_t g_118[1] = {0xF862FE7C9D89B7A4LL};
static uint16_t g_119[2] = {0UL,0UL};
static uint32_t g_125[2] = {5UL,5UL};

static int16_t  func_1(void);
static int32_t * func_14(const int64_t  p_15);
static uint8_t  func_17(int32_t  p_18);
static int16_t  func_24(const int32_t * p_25, uint32_t  p_26, uint16_t  p_27, uint64_t  p_28, uint8_t  p_29);

static int16_t  func_1(void)
{ 
    uint64_t l_2[4];
    int32_t l_124 = (-2L);
    int i;
    for (i = 0; i < 4; i++)
        l_2[i] = 7UL;
    for (g_3 = 3; (g_3 >= 0); g_3 -= 1)
    { 
        int32_t *l_4 = &g_5;
        int32_t *l_6 = &g_5;
        int32_t *l_7 = &g_5;
        int32_t *l_8 = (void*)0;
        int32_t *l_9[2];
        int32_t **l_123 = &l_4;
        int i;
        for (i = 0; i < 2; i++)
            l_9[i] = &g_5;
        g_11++;
        (*l_123) = func_14((l_2[g_3] ^ g_5));
        g_125[0]--;
    }
    for (g_5 = 3; (g_5 >= 0); g_5 -= 1)
    { 
        int32_t *l_128 = (void*)0;
        int32_t *l_129 = &g_56;
        int32_t *l_130 = &g_3;
        int32_t *l_131 = (void*)0;
        int32_t *l_132 = &g_56;
        int32_t *l_133 = (void*)0;
        int32_t *l_134 = (void*)0;
        int32_t *l_135 = &g_3;
        int32_t *l_136[2];
        uint64_t l_137 = 0UL;
        int i;
        for (i = 0; i < 2; i++)
            l_136[i] = &g_3;
        ++l_137;
        (*g_80) |= ((*l_132) = l_2[g_5]);
        if ((*g_80))
            break;
    }
    return g_118[0];
}

static int32_t * func_14(const int64_t  p_15)
{ 
    int32_t l_16 = 0xF88039D6L;
    int32_t *l_122 = &g_56;
    (*l_122) = ((l_16 ^ 0xC2D621EC2184E5A9LL) <= (p_15 < func_17(g_10)));
    return l_122;
}

static uint8_t  func_17(int32_t  p_18)
{ 
    uint8_t l_19[3];
    int64_t *l_111[4];
    int32_t l_113 = (-1L);
    int32_t * const *l_114 = &g_80;
    int32_t **l_115 = &g_80;
    int32_t ***l_116[1];
    int i;
    for (i = 0; i < 3; i++)
        l_19[i] = 0x5EL;
    for (i = 0; i < 4; i++)
        l_111[i] = &g_112;
    for (i = 0; i < 1; i++)
        l_116[i] = &l_115;
    for (g_5 = 0; (g_5 <= 2); g_5 += 1)
    { 
        uint64_t l_31 = 3UL;
        int32_t l_104 = 0x2D46470AL;
        for (p_18 = 2; (p_18 >= 0); p_18 -= 1)
        { 
            int32_t *l_20 = &g_10;
            int8_t *l_102 = &g_71;
            int8_t *l_103[4];
            int i;
            for (i = 0; i < 4; i++)
                l_103[i] = (void*)0;
            (*l_20) &= 0L;
            for (g_10 = 0; (g_10 <= 2); g_10 += 1)
            { 
                const int32_t *l_30 = (void*)0;
                int32_t l_89 = 0L;
                int i;
                g_21[0] ^= l_19[g_10];
                l_89 = (safe_sub_func_int16_t_s_s(func_24(l_30, (*l_20), l_31, g_10, p_18), l_19[1]));
            }
            (*l_20) = (safe_lshift_func_int8_t_s_s((l_104 = (((((safe_sub_func_int8_t_s_s((safe_rshift_func_int8_t_s_u((g_10 , (+(((p_18 | (safe_lshift_func_uint8_t_u_s((safe_lshift_func_uint16_t_u_u(((l_19[2] | (p_18 , ((*l_102) = ((~(l_31 < p_18)) == g_53)))) , p_18), g_35)), (*l_20)))) != p_18) == l_19[2]))), (*l_20))), g_37)) || (*l_20)) ^ p_18) | 0x4644L) , l_19[1])), 0));
        }
    }
    g_56 = ((*g_80) = (safe_div_func_uint64_t_u_u((safe_rshift_func_int16_t_s_u(((-3L) ^ ((l_113 ^= (safe_rshift_func_uint8_t_u_s(g_71, 0))) , (l_114 != (g_117 = l_115)))), p_18)), p_18)));
    g_119[1]--;
    return g_56;
}

static int16_t  func_24(const int32_t * p_25, uint32_t  p_26, uint16_t  p_27, uint64_t  p_28, uint8_t  p_29)
{ 
    int32_t *l_34 = &g_35;
    uint8_t *l_36[1];
    uint16_t *l_44 = &g_45;
    int16_t *l_50 = &g_51;
    int16_t *l_52[1];
    int32_t *l_55[1];
    uint64_t *l_69 = &g_11;
    int8_t *l_70[2];
    int i;
    for (i = 0; i < 1; i++)
        l_36[i] = &g_37;
    for (i = 0; i < 1; i++)
        l_52[i] = &g_53;
    for (i = 0; i < 1; i++)
        l_55[i] = &g_56;
    for (i = 0; i < 2; i++)
        l_70[i] = &g_71;
    (*l_34) = (safe_mul_func_uint16_t_u_u(g_10, g_21[0]));
    g_56 = (((p_29--) < (g_54 |= (safe_add_func_int16_t_s_s((((*l_44) = ((void*)0 == l_36[0])) && (safe_rshift_func_int8_t_s_s((safe_mul_func_int16_t_s_s(0x7A3DL, ((*l_50) = 0L))), (((((*l_34) = g_21[0]) ^ 0xAF83L) || g_21[0]) == p_27)))), 0L)))) ^ g_21[0]);
    if (((safe_sub_func_uint16_t_u_u(((l_52[0] != ((((*l_34) = ((-1L) || ((safe_sub_func_int32_t_s_s((g_56 &= (safe_rshift_func_uint8_t_u_u((0x74B80CDEL || (((*l_69) = (safe_mod_func_int16_t_s_s(g_35, (((*l_44) = (safe_div_func_int32_t_s_s((((safe_mul_func_uint16_t_u_u((*l_34), g_54)) == 7UL) > (*l_34)), 8UL))) ^ g_37)))) ^ g_3)), 4))), g_53)) < 0x0973F91AL))) || p_29) , (void*)0)) > g_71), 4UL)) != 0x328DA4CDC86D9E1BLL))
    { 
        for (p_27 = 0; (p_27 <= 1); p_27 += 1)
        { 
            uint8_t l_72 = 0x24L;
            l_72--;
        }
    }
    else
    { 
        uint64_t l_81 = 8UL;
        int32_t l_85 = 1L;
        for (p_27 = 1; (p_27 == 40); p_27++)
        { 
            uint16_t l_84 = 0UL;
            uint32_t l_86 = 5UL;
            for (g_51 = 0; (g_51 == 25); g_51 = safe_add_func_uint64_t_u_u(g_51, 1))
            { 
                int32_t **l_79[2];
                int i;
                for (i = 0; i < 2; i++)
                    l_79[i] = &l_55[0];
                g_80 = (void*)0;
                l_81--;
                g_80 = &g_35;
            }
            (*g_80) ^= l_84;
            l_86++;
        }
    }
    return (*l_34);
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    g_3 ^= unknown_zero;
    g_5 ^= unknown_zero;
    g_10 ^= unknown_zero;
    g_11 ^= unknown_zero;
    g_21[0] ^= unknown_zero;
    g_35 ^= unknown_zero;
    g_37 ^= unknown_zero;
    g_45 ^= unknown_zero;
    g_51 ^= unknown_zero;
    g_53 ^= unknown_zero;
    g_54 ^= unknown_zero;
    g_56 ^= unknown_zero;
    g_71 ^= unknown_zero;
    g_112 ^= unknown_zero;
    g_118[0] ^= unknown_zero;
    g_119[0] ^= unknown_zero;
    g_125[0] ^= unknown_zero;
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_21[i], "g_21[i]", print_hash_value);

    }
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_37, "g_37", print_hash_value);
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_51, "g_51", print_hash_value);
    transparent_crc(g_53, "g_53", print_hash_value);
    transparent_crc(g_54, "g_54", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_71, "g_71", print_hash_value);
    transparent_crc(g_112, "g_112", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_118[i], "g_118[i]", print_hash_value);

    }
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_119[i], "g_119[i]", print_hash_value);

    }
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_125[i], "g_125[i]", print_hash_value);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
