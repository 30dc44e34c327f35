// The instructions that vectors need of AVX-512, besides those of AVX2 (`avx2_instructions.h`).

#if REGISTERS == 512 && HAS_BUILTINS
// Registers, masks, and vectors of numbers.
typedef long long __m512i __attribute__((vector_size(64), may_alias));
typedef float __m512 __attribute__((vector_size(64), may_alias));
typedef double __m512d __attribute__((vector_size(64), may_alias));
typedef uint8_t __mmask8;
typedef uint16_t __mmask16;
typedef int d16 __attribute__((vector_size(64)));
typedef long long l8 __attribute__((vector_size(64)));
typedef float s16 __attribute__((vector_size(64)));
typedef double e8 __attribute__((vector_size(64)));

#define ALL_8 ((__mmask8)-1)
#define ALL_16 ((__mmask16)-1)
// Rounding as the control register says.
#define DIRECTION 4

// Parts of registers.
#define _mm256_setzero_si256() ((__m256i){0})
#define _mm512_setzero_si512() ((__m512i){0})
#define _mm512_castsi256_si512(x) ((__m512i)I(si512_256si)((d8)(x)))
#define _mm512_castsi512_si256(x) _mm512_extracti64x4_epi64(x, 0)
#define _mm512_extracti64x4_epi64(x, k) ((__m256i)I(extracti64x4_mask)((l8)(x), k, (l4){0}, ALL_8))
#define _mm512_inserti64x4(x, y, k) ((__m512i)I(inserti64x4_mask)((l8)(x), (l4)(y), k, (l8){0}, ALL_8))
#define _mm_unpacklo_epi64(x, y) ((__m128i)I(punpcklqdq128)((l2)(x), (l2)(y)))
#define _mm512_set1_ps(x) ((__m512)(x - (__m512){0}))
#define _mm512_set1_pd(x) ((__m512d)(x - (__m512d){0}))

// Comparisons.
#define _mm_cmp_epi8_mask(x, y, c) ((__mmask16)I(cmpb128_mask)((b16)(x), (b16)(y), c, ALL_16))
#define _mm_cmp_epu8_mask(x, y, c) ((__mmask16)I(ucmpb128_mask)((b16)(x), (b16)(y), c, ALL_16))
#define _mm256_cmp_epi16_mask(x, y, c) ((__mmask16)I(cmpw256_mask)((w16)(x), (w16)(y), c, ALL_16))
#define _mm256_cmp_epu16_mask(x, y, c) ((__mmask16)I(ucmpw256_mask)((w16)(x), (w16)(y), c, ALL_16))
#define _mm512_cmp_epi32_mask(x, y, c) ((__mmask16)I(cmpd512_mask)((d16)(x), (d16)(y), c, ALL_16))
#define _mm512_cmp_epu32_mask(x, y, c) ((__mmask16)I(ucmpd512_mask)((d16)(x), (d16)(y), c, ALL_16))
#define _mm512_cmp_epi64_mask(x, y, c) ((__mmask8)I(cmpq512_mask)((l8)(x), (l8)(y), c, ALL_8))
#define _mm512_cmp_epu64_mask(x, y, c) ((__mmask8)I(ucmpq512_mask)((l8)(x), (l8)(y), c, ALL_8))
#define _mm512_cmp_ps_mask(x, y, c) ((__mmask16)I(cmpps512_mask)((s16)(x), (s16)(y), c, ALL_16, DIRECTION))
#define _mm512_cmp_pd_mask(x, y, c) ((__mmask8)I(cmppd512_mask)((e8)(x), (e8)(y), c, ALL_8, DIRECTION))
#define _mm512_fpclass_ps_mask(x, k) ((__mmask16)I(fpclassps512_mask)((s16)(x), k, ALL_16))
#define _mm512_fpclass_pd_mask(x, k) ((__mmask8)I(fpclasspd512_mask)((e8)(x), k, ALL_8))
#define _mm_mask_test_epi8_mask(m, x, y) ((__mmask16)I(ptestmb128)((b16)(x), (b16)(y), m))
#define _mm_test_epi8_mask(x, y) _mm_mask_test_epi8_mask(ALL_16, x, y)
#define _mm256_test_epi32_mask(x, y) ((__mmask8)I(ptestmd256)((d8)(x), (d8)(y), ALL_8))
#define _mm512_test_epi64_mask(x, y) ((__mmask8)I(ptestmq512)((l8)(x), (l8)(y), ALL_8))
#define _mm512_test_epi32_mask(x, y) ((__mmask16)I(ptestmd512)((d16)(x), (d16)(y), ALL_16))

// Choices by a mask.
#define _mm_mask_blend_epi8(m, x, y) ((__m128i)I(blendmb_128_mask)((b16)(x), (b16)(y), m))
#define _mm256_mask_blend_epi16(m, x, y) ((__m256i)I(blendmw_256_mask)((w16)(x), (w16)(y), m))
#define _mm512_mask_blend_epi32(m, x, y) ((__m512i)I(blendmd_512_mask)((d16)(x), (d16)(y), m))
#define _mm512_mask_blend_epi64(m, x, y) ((__m512i)I(blendmq_512_mask)((l8)(x), (l8)(y), m))
#define _mm256_maskz_mov_epi32(m, x) ((__m256i)I(movdqa32_256_mask)((d8)(x), (d8){0}, m))
#define _mm512_maskz_mov_epi32(m, x) ((__m512i)I(movdqa32_512_mask)((d16)(x), (d16){0}, m))
#define _mm512_maskz_mov_epi64(m, x) ((__m512i)I(movdqa64_512_mask)((l8)(x), (l8){0}, m))
#define _mm_maskz_set1_epi8(m, x) ((__m128i)I(pbroadcastb128_gpr_mask)(x, (b16){0}, m))
#define _mm256_mask_set1_epi32(y, m, x) ((__m256i)I(pbroadcastd256_gpr_mask)(x, (d8)(y), m))
#define _mm512_mask_set1_epi32(y, m, x) ((__m512i)I(pbroadcastd512_gpr_mask)(x, (d16)(y), m))
#define _mm512_mask_set1_epi64(y, m, x) ((__m512i)I(pbroadcastq512_gpr_mask)(x, (l8)(y), m))

// Memory.
typedef __m128i unaligned_128 __attribute__((aligned(1)));
#define _mm_loadu_si128(p) ((__m128i) * (const unaligned_128 *)(p))
#define _mm_storeu_si128(p, x) ((void)(*(unaligned_128 *)(p) = (x)))
#define _mm_maskz_loadu_epi8(m, p) ((__m128i)I(loaddquqi128_mask)((const char *)(p), (b16){0}, m))
#define _mm256_maskz_loadu_epi16(m, p) ((__m256i)I(loaddquhi256_mask)((const short *)(p), (w16){0}, m))
#define _mm512_maskz_loadu_epi32(m, p) ((__m512i)I(loaddqusi512_mask)((const int *)(p), (d16){0}, m))
#define _mm512_maskz_loadu_epi64(m, p) ((__m512i)I(loaddqudi512_mask)((const long long *)(p), (l8){0}, m))
#define _mm_mask_storeu_epi8(p, m, x) I(storedquqi128_mask)((char *)(p), (b16)(x), m)
#define _mm256_mask_storeu_epi16(p, m, x) I(storedquhi256_mask)((short *)(p), (w16)(x), m)
#define _mm512_mask_storeu_epi32(p, m, x) I(storedqusi512_mask)((int *)(p), (d16)(x), m)
#define _mm512_mask_storeu_epi64(p, m, x) I(storedqudi512_mask)((long long *)(p), (l8)(x), m)
#define _mm512_mask_i64gather_epi32(y, m, at, p, size) ((__m256i)I(gatherdiv16si)((d8)(y), p, (l8)(at), m, size))
#define _mm512_mask_i64gather_epi64(y, m, at, p, size) ((__m512i)I(gatherdiv8di)((l8)(y), p, (l8)(at), m, size))

// Conversions: of integers to wider and narrower ones, to floats, between floats, and of floats to integers.
#define _mm512_cvtepi8_epi32(x) ((__m512i)I(pmovsxbd512_mask)((b16)(x), (d16){0}, ALL_16))
#define _mm512_cvtepu8_epi32(x) ((__m512i)I(pmovzxbd512_mask)((b16)(x), (d16){0}, ALL_16))
#define _mm512_cvtepi16_epi32(x) ((__m512i)I(pmovsxwd512_mask)((w16)(x), (d16){0}, ALL_16))
#define _mm512_cvtepu16_epi32(x) ((__m512i)I(pmovzxwd512_mask)((w16)(x), (d16){0}, ALL_16))
#define _mm512_cvtepi8_epi64(x) ((__m512i)I(pmovsxbq512_mask)((b16)(x), (l8){0}, ALL_8))
#define _mm512_cvtepu8_epi64(x) ((__m512i)I(pmovzxbq512_mask)((b16)(x), (l8){0}, ALL_8))
#define _mm512_cvtepi16_epi64(x) ((__m512i)I(pmovsxwq512_mask)((w8)(x), (l8){0}, ALL_8))
#define _mm512_cvtepu16_epi64(x) ((__m512i)I(pmovzxwq512_mask)((w8)(x), (l8){0}, ALL_8))
#define _mm512_cvtepi32_epi64(x) ((__m512i)I(pmovsxdq512_mask)((d8)(x), (l8){0}, ALL_8))
#define _mm512_cvtepu32_epi64(x) ((__m512i)I(pmovzxdq512_mask)((d8)(x), (l8){0}, ALL_8))
#define _mm256_cvtepi16_epi8(x) ((__m128i)I(pmovwb256_mask)((w16)(x), (b16){0}, ALL_16))
#define _mm512_cvtepi32_epi8(x) ((__m128i)I(pmovdb512_mask)((d16)(x), (b16){0}, ALL_16))
#define _mm512_cvtepi32_epi16(x) ((__m256i)I(pmovdw512_mask)((d16)(x), (w16){0}, ALL_16))
#define _mm512_cvtepi64_epi8(x) ((__m128i)I(pmovqb512_mask)((l8)(x), (b16){0}, ALL_8))
#define _mm512_cvtepi64_epi16(x) ((__m128i)I(pmovqw512_mask)((l8)(x), (w8){0}, ALL_8))
#define _mm512_cvtepi64_epi32(x) ((__m256i)I(pmovqd512_mask)((l8)(x), (d8){0}, ALL_8))
#define _mm512_cvtepi32_ps(x) ((__m512)I(cvtdq2ps512_mask)((d16)(x), (s16){0}, ALL_16, DIRECTION))
#define _mm512_cvtepu32_ps(x) ((__m512)I(cvtudq2ps512_mask)((d16)(x), (s16){0}, ALL_16, DIRECTION))
#define _mm512_cvtepi64_ps(x) ((__m256)I(cvtqq2ps512_mask)((l8)(x), (s8){0}, ALL_8, DIRECTION))
#define _mm512_cvtepu64_ps(x) ((__m256)I(cvtuqq2ps512_mask)((l8)(x), (s8){0}, ALL_8, DIRECTION))
#define _mm512_cvtepi32_pd(x) ((__m512d)I(cvtdq2pd512_mask)((d8)(x), (e8){0}, ALL_8))
#define _mm512_cvtepu32_pd(x) ((__m512d)I(cvtudq2pd512_mask)((d8)(x), (e8){0}, ALL_8))
#define _mm512_cvtepi64_pd(x) ((__m512d)I(cvtqq2pd512_mask)((l8)(x), (e8){0}, ALL_8, DIRECTION))
#define _mm512_cvtepu64_pd(x) ((__m512d)I(cvtuqq2pd512_mask)((l8)(x), (e8){0}, ALL_8, DIRECTION))
#define _mm512_cvtpd_ps(x) ((__m256)I(cvtpd2ps512_mask)((e8)(x), (s8){0}, ALL_8, DIRECTION))
#define _mm512_cvtps_pd(x) ((__m512d)I(cvtps2pd512_mask)((s8)(x), (e8){0}, ALL_8, DIRECTION))
#define _mm512_cvttps_epi32(x) ((__m512i)I(cvttps2dq512_mask)((s16)(x), (d16){0}, ALL_16, DIRECTION))
#define _mm512_cvttpd_epi32(x) _mm512_maskz_cvttpd_epi32(ALL_8, x)
#define _mm512_cvttpd_epi64(x) ((__m512i)I(cvttpd2qq512_mask)((e8)(x), (l8){0}, ALL_8, DIRECTION))
#define _mm512_maskz_cvttpd_epi32(m, x) ((__m256i)I(cvttpd2dq512_mask)((e8)(x), (d8){0}, m, DIRECTION))
#define _mm512_maskz_cvttpd_epu32(m, x) ((__m256i)I(cvttpd2udq512_mask)((e8)(x), (d8){0}, m, DIRECTION))

// Arithmetic.
#define _mm512_mullo_epi32(x, y) ((__m512i)((v_u32)(x) * (v_u32)(y)))
#define _mm512_maskz_sub_epi32(m, x, y) ((__m512i)I(psubd512_mask)((d16)(x), (d16)(y), (d16){0}, m))
#define _mm512_div_pd(x, y) ((__m512d)(x) / (__m512d)(y))
#define _mm512_sqrt_ps(x) ((__m512)I(sqrtps512_mask)((s16)(x), (s16){0}, ALL_16, DIRECTION))
#define _mm512_sqrt_pd(x) ((__m512d)I(sqrtpd512_mask)((e8)(x), (e8){0}, ALL_8, DIRECTION))
#define _mm512_roundscale_ps(x, k) ((__m512)I(rndscaleps_mask)((s16)(x), k, (s16){0}, ALL_16, DIRECTION))
#define _mm512_roundscale_pd(x, k) ((__m512d)I(rndscalepd_mask)((e8)(x), k, (e8){0}, ALL_8, DIRECTION))
#define _mm512_fmadd_ps(x, y, z) ((__m512)I(vfmaddps512_mask)((s16)(x), (s16)(y), (s16)(z), ALL_16, DIRECTION))
#define _mm512_fmadd_pd(x, y, z) ((__m512d)I(vfmaddpd512_mask)((e8)(x), (e8)(y), (e8)(z), ALL_8, DIRECTION))
#endif
