// -O0
#include "csmith.h"

static long __undefined;

struct S0 {
   int8_t  f0;
   const unsigned f1 : 12;
};

static int32_t g_2 = 7L;
static int32_t g_6 = 0x70A77C87L;
static uint64_t g_22[3] = {0xE314A5EA964A90C6LL,0xE314A5EA964A90C6LL,0xE314A5EA964A90C6LL};
static uint64_t g_35 = 0x03B15A8DF0442E11LL;
static uint64_t *g_34 = &g_35;
static int32_t g_37 = 0xEE1D4595L;
static int16_t g_56[1] = {0x0B2DL};
static int64_t g_73[3] = {0x3460EE42AC96AAE1LL,0x3460EE42AC96AAE1LL,0x3460EE42AC96AAE1LL};
static int32_t g_82 = 0x50EDC675L;
static uint32_t g_93 = 0xD04657E6L;
static uint64_t g_94 = 0x33481FF7B51EF177LL;
static int64_t g_103 = 0xC8E5C63B6D63D46BLL;
static int32_t g_104 = (-1L);
static int16_t g_106 = 4L;
static uint64_t g_107 = 2UL;
static uint32_t g_115 = 0x07B865DBL;
static uint16_t g_123 = 65534UL;
static struct S0 g_128 = {0L,52};
static int32_t *g_151 = (void*)0;
static int32_t *g_152[3] = {&g_82,&g_82,&g_82};
static const int32_t g_187 = 0xF5EDDB6FL;
static const int32_t g_189[4] = {(-1L),(-1L),(-1L),(-1L)};
static const int32_t *g_188 = &g_189[0];
static int8_t g_208 = (-8L);

static struct S0  func_1(void);
static uint32_t  func_7(int64_t  p_8, uint64_t  p_9);
static int32_t * func_25(uint64_t  p_26, int32_t  p_27, uint64_t  p_28, uint32_t  p_29, uint64_t * p_30);
static int32_t  func_38(int32_t * p_39, int8_t  p_40, int8_t  p_41);

static struct S0  func_1(void)
{ 
    int8_t l_33 = 0xD2L;
    int32_t l_227 = (-8L);
    int16_t l_235 = 0x0521L;
    int32_t l_236 = 1L;
    int32_t l_237 = 2L;
    int32_t l_238 = (-1L);
    int32_t l_240 = 0x31A84B02L;
    int16_t l_241[1];
    int32_t l_242 = 0x7FD013EDL;
    int32_t l_243 = 0L;
    int32_t l_244 = 0xB402E177L;
    int32_t l_245 = (-2L);
    int32_t l_246 = (-1L);
    int32_t l_247 = 0x13D55CECL;
    uint16_t l_248 = 5UL;
    int32_t l_251 = 4L;
    int i;
    for (i = 0; i < 1; i++)
        l_241[i] = 1L;
    for (g_2 = 0; (g_2 != 20); g_2 = safe_add_func_uint64_t_u_u(g_2, 1))
    { 
        uint16_t l_5[1];
        int32_t l_224 = 0x5317659BL;
        int8_t l_225 = 1L;
        int32_t l_226 = (-3L);
        int32_t l_228[3];
        int32_t *l_232 = &g_82;
        int32_t *l_233 = &l_228[1];
        int32_t *l_234[3];
        int8_t l_239 = 0x67L;
        int i;
        for (i = 0; i < 1; i++)
            l_5[i] = 1UL;
        for (i = 0; i < 3; i++)
            l_228[i] = 0xFF0B0C09L;
        for (i = 0; i < 3; i++)
            l_234[i] = &l_228[0];
        for (g_6 = 0; (g_6 <= 0); g_6 += 1)
        { 
            uint64_t *l_21 = &g_22[0];
            int32_t **l_174[4] = {&g_151,&g_151,&g_151,&g_151};
            int16_t *l_175[4];
            const int32_t **l_223 = &g_188;
            int i;
            for (i = 0; i < 4; i++)
                l_175[i] = (void*)0;
            (*l_223) = (func_7((safe_rshift_func_int16_t_s_u(l_5[g_6], (safe_mod_func_uint32_t_u_u((safe_sub_func_int64_t_s_s((!(safe_mul_func_uint16_t_u_u(0x9BACL, (g_56[0] = (((safe_mul_func_int8_t_s_s((((++(*l_21)) & 8UL) ^ ((g_152[0] = func_25(l_5[g_6], (safe_mod_func_uint32_t_u_u(l_33, l_33)), g_6, g_2, g_34)) == &g_6)), 6UL)) , (void*)0) == &g_2))))), l_33)), l_5[0])))), l_33) , &g_189[2]);
            for (g_93 = 0; (g_93 <= 0); g_93 += 1)
            { 
                uint8_t l_229 = 0x56L;
                l_229++;
                if (l_228[2])
                    continue;
            }
        }
        ++l_248;
        if (l_251)
            break;
    }
    return g_128;
}

static uint32_t  func_7(int64_t  p_8, uint64_t  p_9)
{ 
    uint64_t l_184 = 0UL;
    int32_t ** const l_205 = (void*)0;
    int32_t l_213 = 2L;
    int32_t l_214 = 0xE208FF14L;
    int32_t l_216 = 0xFF64A250L;
    int32_t l_217 = (-5L);
    int32_t l_218[1];
    uint64_t l_219 = 18446744073709551607UL;
    int8_t l_222 = 0x1CL;
    int i;
    for (i = 0; i < 1; i++)
        l_218[i] = 0x4B1C0CD3L;
    for (g_104 = 2; (g_104 >= 0); g_104 -= 1)
    { 
        const int32_t *l_186 = &g_187;
        const int32_t **l_185[1];
        int32_t *l_190 = (void*)0;
        int32_t *l_191 = (void*)0;
        int32_t *l_192 = &g_82;
        int32_t *l_193 = &g_37;
        int32_t l_207 = 0x7FDE322FL;
        int32_t l_209 = 0xB9F763CEL;
        int32_t l_210 = 0x89ECF18CL;
        int32_t l_211 = 0x1D5F7C6FL;
        int32_t l_215 = 1L;
        int i;
        for (i = 0; i < 1; i++)
            l_185[i] = &l_186;
        (*l_193) = ((*l_192) = (((safe_mul_func_uint8_t_u_u((safe_lshift_func_int16_t_s_s(((g_188 = func_25((0x64293352AEDA2CA1LL > g_22[g_104]), (safe_sub_func_uint64_t_u_u(((*g_34)--), g_22[g_104])), (1L & p_9), l_184, &g_22[2])) != &g_6), 8)), p_9)) > 6UL) , l_184));
        for (g_35 = 0; (g_35 <= 2); g_35 += 1)
        { 
            uint16_t l_204 = 0x02EAL;
            int32_t l_206 = 0x73E69D14L;
            int32_t l_212 = 0x6C11320EL;
            for (g_123 = 0; (g_123 <= 2); g_123 += 1)
            { 
                int32_t **l_194[4];
                int32_t ***l_195 = (void*)0;
                int32_t ***l_196 = (void*)0;
                int32_t **l_198 = (void*)0;
                int32_t ***l_197 = &l_198;
                int i;
                for (i = 0; i < 4; i++)
                    l_194[i] = &l_192;
                (*l_192) = (l_206 = ((((g_73[g_123] , l_194[1]) != ((*l_197) = &g_151)) > (((((((g_73[g_35] , (safe_sub_func_int64_t_s_s((+(safe_mul_func_uint16_t_u_u(g_73[g_104], 0x11BFL))), 0x59A08780BAFC0C82LL))) <= l_184) , l_204) , l_205) == (void*)0) | 0x227DL) >= p_9)) & 0x7FBCL));
                ++l_219;
                if ((*g_188))
                    break;
            }
            return g_2;
        }
    }
    return l_222;
}

static int32_t * func_25(uint64_t  p_26, int32_t  p_27, uint64_t  p_28, uint32_t  p_29, uint64_t * p_30)
{ 
    int32_t *l_36 = &g_37;
    int32_t l_168 = 0xE9B38868L;
    int32_t l_169 = 0xD8AA3468L;
    uint16_t l_170 = 7UL;
    int32_t *l_173 = &l_168;
    (*l_36) = p_28;
    (*l_36) = func_38(l_36, (*l_36), (*l_36));
    for (g_123 = 0; (g_123 <= 2); g_123 += 1)
    { 
        int32_t *l_163 = &g_82;
        int32_t *l_164 = &g_37;
        int32_t *l_165 = (void*)0;
        int32_t *l_166 = &g_82;
        int32_t *l_167[1];
        int i;
        for (i = 0; i < 1; i++)
            l_167[i] = &g_82;
        --l_170;
    }
    return &g_2;
}

static int32_t  func_38(int32_t * p_39, int8_t  p_40, int8_t  p_41)
{ 
    uint32_t l_44 = 3UL;
    const struct S0 l_45 = {-1L,42};
    int32_t l_48[3];
    const uint64_t *l_126[3];
    int i;
    for (i = 0; i < 3; i++)
        l_48[i] = 0xE1289ED5L;
    for (i = 0; i < 3; i++)
        l_126[i] = &g_107;
lbl_140:
    if ((safe_div_func_int16_t_s_s((((((g_2 | l_44) | ((p_39 != &g_6) > (p_40 | (-5L)))) <= (-7L)) , l_45) , g_6), 3L)))
    { 
        uint32_t l_52 = 0x2B5D06DEL;
        uint32_t * const l_57[3] = {&l_44,&l_44,&l_44};
        struct S0 l_58 = {8L,21};
        int64_t l_91[1];
        uint32_t l_95 = 0xDFCA599FL;
        int32_t l_97 = 0xEE8584DFL;
        int32_t l_98 = 1L;
        int32_t l_105 = 0x38FA4CEBL;
        int32_t *l_110 = (void*)0;
        int32_t *l_111 = &g_37;
        int32_t *l_112 = (void*)0;
        int32_t *l_113 = &g_37;
        int32_t *l_114[1];
        int i;
        for (i = 0; i < 1; i++)
            l_91[i] = (-3L);
        for (i = 0; i < 1; i++)
            l_114[i] = &g_37;
        for (l_44 = 2; (l_44 >= 8); l_44 = safe_add_func_int64_t_s_s(l_44, 6))
        { 
            int32_t *l_49 = (void*)0;
            int32_t *l_50 = &l_48[0];
            int32_t *l_51[3];
            uint32_t *l_55[2];
            int i;
            for (i = 0; i < 3; i++)
                l_51[i] = (void*)0;
            for (i = 0; i < 2; i++)
                l_55[i] = (void*)0;
            ++l_52;
            (*p_39) = (0x092FF822L >= (g_56[0] = ((l_44 == 0xD061L) == ((void*)0 == &g_37))));
        }
        if ((((l_57[1] != (l_58 , ((safe_rshift_func_uint16_t_u_u((safe_mod_func_int16_t_s_s((safe_lshift_func_uint8_t_u_u((l_52 , ((safe_mod_func_int32_t_s_s(((g_56[0] >= (safe_add_func_int16_t_s_s((g_35 , (-4L)), g_56[0]))) > 1UL), (-2L))) , p_41)), 7)), l_45.f1)), 9)) , &l_44))) < l_44) <= l_48[0]))
        { 
            for (g_37 = 2; (g_37 >= 0); g_37 -= 1)
            { 
                int32_t *l_81 = &g_82;
                int32_t *l_83[1];
                int i;
                for (i = 0; i < 1; i++)
                    l_83[i] = &l_48[g_37];
                g_73[0] = ((safe_sub_func_uint16_t_u_u(65533UL, (safe_mul_func_int8_t_s_s(0L, 1UL)))) == 2L);
                l_48[0] = ((safe_mul_func_uint8_t_u_u(l_48[g_37], (!((safe_mod_func_uint8_t_u_u((safe_div_func_int32_t_s_s(((*l_81) = l_48[g_37]), (p_41 & p_41))), l_58.f1)) & 5L)))) , (-4L));
            }
            for (l_52 = 0; (l_52 == 48); l_52 = safe_add_func_uint64_t_u_u(l_52, 2))
            { 
                (*p_39) = ((void*)0 == &g_35);
                if (l_45.f0)
                    goto lbl_140;
                (*p_39) ^= 0L;
            }
        }
        else
        { 
            uint32_t *l_92 = &g_93;
            int8_t *l_96[3];
            int32_t l_99 = (-10L);
            int32_t *l_100 = &l_48[0];
            int32_t *l_101[1];
            int16_t l_102 = 6L;
            int i;
            for (i = 0; i < 3; i++)
                l_96[i] = &l_58.f0;
            for (i = 0; i < 1; i++)
                l_101[i] = &l_48[0];
            (*l_100) &= (safe_mul_func_int8_t_s_s((l_98 = (l_97 |= (((*p_39) ^= (!(l_52 <= (p_41 == p_40)))) & ((safe_rshift_func_int16_t_s_s(l_91[0], ((g_94 = ((*l_92) &= ((&l_44 != p_39) >= p_41))) , l_95))) < l_45.f0)))), l_99));
            ++g_107;
            (*l_100) = (*p_39);
        }
        g_115--;
    }
    else
    { 
        int16_t *l_118 = &g_56[0];
        uint16_t *l_121 = (void*)0;
        uint16_t *l_122[1];
        int32_t l_124 = (-4L);
        uint64_t *l_125[3];
        uint32_t *l_127 = &g_115;
        int32_t l_129 = 0x26E311AEL;
        int32_t *l_130 = (void*)0;
        int32_t *l_131 = &l_48[1];
        int32_t *l_132 = &g_82;
        int32_t *l_133 = (void*)0;
        int32_t *l_134 = &g_82;
        int32_t *l_135 = &l_48[1];
        int32_t *l_136 = (void*)0;
        uint8_t l_137[4] = {255UL,255UL,255UL,255UL};
        int i;
        for (i = 0; i < 1; i++)
            l_122[i] = &g_123;
        for (i = 0; i < 3; i++)
            l_125[i] = &g_94;
        (*p_39) = ((((l_48[1] = ((((*l_118) &= 0L) >= (l_124 = (((safe_sub_func_int8_t_s_s(l_45.f0, ((*p_39) >= l_48[0]))) ^ (&g_93 == p_39)) & p_41))) == 0xFCFFL)) || g_37) >= (*g_34)) , (*p_39));
        l_129 &= ((((0x01L >= (l_125[1] == l_126[1])) , ((((*l_127) = l_124) , g_128) , l_124)) & g_37) , (*p_39));
        ++l_137[1];
    }
    for (g_107 = (-29); (g_107 > 42); g_107 = safe_add_func_uint32_t_u_u(g_107, 5))
    { 
        if ((safe_add_func_int64_t_s_s((safe_rshift_func_uint8_t_u_u((p_41 || p_40), 6)), (safe_rshift_func_int16_t_s_u((0L >= g_35), 0)))))
        { 
            uint64_t l_153 = 0xC710B0AC7073B47ALL;
            for (g_37 = 0; (g_37 <= 0); g_37 += 1)
            { 
                int32_t *l_150[3];
                int32_t **l_149[4] = {&l_150[2],&l_150[2],&l_150[2],&l_150[2]};
                int i;
                for (i = 0; i < 3; i++)
                    l_150[i] = &l_48[2];
                g_152[0] = (g_151 = (void*)0);
                l_153++;
            }
        }
        else
        { 
            return l_45.f1;
        }
        for (g_35 = 0; (g_35 != 18); g_35 = safe_add_func_int8_t_s_s(g_35, 3))
        { 
            int32_t *l_158 = &l_48[0];
            (*p_39) = (*p_39);
            (*l_158) |= (*p_39);
            for (p_41 = (-13); (p_41 > (-3)); p_41 = safe_add_func_int64_t_s_s(p_41, 9))
            { 
                if (g_93)
                    goto lbl_140;
            }
        }
    }
    for (l_44 = 13; (l_44 < 2); --l_44)
    { 
        (*p_39) |= (-5L);
    }
    return (*p_39);
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    g_2 ^= unknown_zero;
    g_6 ^= unknown_zero;
    g_22[0] ^= unknown_zero;
    g_35 ^= unknown_zero;
    g_37 ^= unknown_zero;
    g_56[0] ^= unknown_zero;
    g_73[0] ^= unknown_zero;
    g_82 ^= unknown_zero;
    g_93 ^= unknown_zero;
    g_94 ^= unknown_zero;
    g_103 ^= unknown_zero;
    g_104 ^= unknown_zero;
    g_106 ^= unknown_zero;
    g_107 ^= unknown_zero;
    g_115 ^= unknown_zero;
    g_123 ^= unknown_zero;
    g_208 ^= unknown_zero;
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_22[i], "g_22[i]", print_hash_value);

    }
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_37, "g_37", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_56[i], "g_56[i]", print_hash_value);

    }
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_73[i], "g_73[i]", print_hash_value);

    }
    transparent_crc(g_82, "g_82", print_hash_value);
    transparent_crc(g_93, "g_93", print_hash_value);
    transparent_crc(g_94, "g_94", print_hash_value);
    transparent_crc(g_103, "g_103", print_hash_value);
    transparent_crc(g_104, "g_104", print_hash_value);
    transparent_crc(g_106, "g_106", print_hash_value);
    transparent_crc(g_107, "g_107", print_hash_value);
    transparent_crc(g_115, "g_115", print_hash_value);
    transparent_crc(g_123, "g_123", print_hash_value);
    transparent_crc(g_128.f0, "g_128.f0", print_hash_value);
    transparent_crc(g_128.f1, "g_128.f1", print_hash_value);
    transparent_crc(g_187, "g_187", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_189[i], "g_189[i]", print_hash_value);

    }
    transparent_crc(g_208, "g_208", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
