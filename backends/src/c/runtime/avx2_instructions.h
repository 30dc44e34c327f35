// The registers of vectors, and the instructions that vectors need of AVX2, which processors with AVX-512 have, too.

// The bits of a register, or 0.
#if !defined(__GNUC__) || defined(FUTHARK_NO_VECTORS)
#define REGISTERS 0
#elif defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define REGISTERS 512
#elif defined(__AVX2__) && defined(__FMA__)
#define REGISTERS 256
#else
#define REGISTERS 0
#endif

// Instructions have the names that Intel gives them. `immintrin.h` has thousands of them, and reading it is a large
// part of the compiler's time. So here are those that the vectors need, as builtins of the compiler. Builtins may
// change with it, so compilers that have not been tried read the header.

#if !REGISTERS || !WANTS_INSTRUCTIONS
#define HAS_BUILTINS 0
#elif defined(__clang__) || __GNUC__ != 12
#define HAS_BUILTINS 0
#include <immintrin.h>
#else
#define HAS_BUILTINS 1
#endif

#if HAS_BUILTINS
// Registers, whose type says nothing of what is in them, and vectors of numbers, as the builtins want them.
typedef long long __m128i __attribute__((vector_size(16), may_alias));
typedef long long __m256i __attribute__((vector_size(32), may_alias));
typedef float __m128 __attribute__((vector_size(16), may_alias));
typedef float __m256 __attribute__((vector_size(32), may_alias));
typedef double __m256d __attribute__((vector_size(32), may_alias));
typedef char b16 __attribute__((vector_size(16)));
typedef char b32 __attribute__((vector_size(32)));
typedef short w8 __attribute__((vector_size(16)));
typedef short w16 __attribute__((vector_size(32)));
typedef int d4 __attribute__((vector_size(16)));
typedef int d8 __attribute__((vector_size(32)));
typedef long long l2 __attribute__((vector_size(16)));
typedef long long l4 __attribute__((vector_size(32)));
typedef float s4 __attribute__((vector_size(16)));
typedef float s8 __attribute__((vector_size(32)));
typedef double e4 __attribute__((vector_size(32)));

#define I(name) __builtin_ia32_##name

// Parts of registers.
#define _mm256_castsi128_si256(x) ((__m256i)I(si256_si)((d4)(x)))
#define _mm256_castsi256_si128(x) ((__m128i)I(si_si256)((d8)(x)))
#define _mm256_castsi256_ps(x) ((__m256)(x))
#define _mm256_castps_si256(x) ((__m256i)(x))
#define _mm256_extracti128_si256(x, k) ((__m128i)I(extract128i256)((l4)(x), k))
#define _mm256_inserti128_si256(x, y, k) ((__m256i)I(insert128i256)((l4)(x), (l2)(y), k))
#define _mm_unpackhi_epi64(x, y) ((__m128i)I(punpckhqdq128)((l2)(x), (l2)(y)))
#define _mm256_permute4x64_epi64(x, k) ((__m256i)I(permdi256)((l4)(x), k))
#define _mm256_shuffle_ps(x, y, k) ((__m256)I(shufps256)((s8)(x), (s8)(y), k))

// Integers that become narrower and wider.
#define _mm256_packus_epi32(x, y) ((__m256i)I(packusdw256)((d8)(x), (d8)(y)))
#define _mm_packus_epi16(x, y) ((__m128i)I(packuswb128)((w8)(x), (w8)(y)))
#define _mm256_cvtepi8_epi16(x) ((__m256i)I(pmovsxbw256)((b16)(x)))
#define _mm256_cvtepu8_epi16(x) ((__m256i)I(pmovzxbw256)((b16)(x)))
#define _mm256_cvtepi8_epi32(x) ((__m256i)I(pmovsxbd256)((b16)(x)))
#define _mm256_cvtepu8_epi32(x) ((__m256i)I(pmovzxbd256)((b16)(x)))
#define _mm256_cvtepi16_epi32(x) ((__m256i)I(pmovsxwd256)((w8)(x)))
#define _mm256_cvtepu16_epi32(x) ((__m256i)I(pmovzxwd256)((w8)(x)))
#define _mm256_cvtepi32_epi64(x) ((__m256i)I(pmovsxdq256)((d4)(x)))
#define _mm256_cvtepu32_epi64(x) ((__m256i)I(pmovzxdq256)((d4)(x)))

// Conversions of floats.
#define _mm256_cvtepi32_ps(x) ((__m256)I(cvtdq2ps256)((d8)(x)))
#define _mm256_cvtepi32_pd(x) ((__m256d)I(cvtdq2pd256)((d4)(x)))
#define _mm256_cvtpd_ps(x) ((__m128)I(cvtpd2ps256)((e4)(x)))
#define _mm256_cvtps_pd(x) ((__m256d)I(cvtps2pd256)((s4)(x)))
#define _mm256_cvttps_epi32(x) ((__m256i)I(cvttps2dq256)((s8)(x)))
#define _mm256_cvttpd_epi32(x) ((__m128i)I(cvttpd2dq256)((e4)(x)))

// Choices and truth values.
#define _mm_blendv_epi8(x, y, m) ((__m128i)I(pblendvb128)((b16)(x), (b16)(y), (b16)(m)))
#define _mm256_blendv_epi8(x, y, m) ((__m256i)I(pblendvb256)((b32)(x), (b32)(y), (b32)(m)))
#define _mm256_testz_si256(x, y) I(ptestz256)((l4)(x), (l4)(y))
#define _mm256_movemask_ps(x) I(movmskps256)((s8)(x))
#define _mm256_and_pd(x, y) ((__m256d)I(andpd256)((e4)(x), (e4)(y)))

// Arithmetic.
#define _mm256_round_ps(x, k) ((__m256)I(roundps256)((s8)(x), k))
#define _mm256_round_pd(x, k) ((__m256d)I(roundpd256)((e4)(x), k))
#define _mm256_sqrt_ps(x) ((__m256)I(sqrtps256)((s8)(x)))
#define _mm256_sqrt_pd(x) ((__m256d)I(sqrtpd256)((e4)(x)))
#define _mm256_fmadd_ps(x, y, z) ((__m256)I(vfmaddps256)((s8)(x), (s8)(y), (s8)(z)))
#define _mm256_fmadd_pd(x, y, z) ((__m256d)I(vfmaddpd256)((e4)(x), (e4)(y), (e4)(z)))

// Memory.
#define _mm256_maskload_epi32(p, m) ((__m256i)I(maskloadd256)((const d8 *)(p), (d8)(m)))
#define _mm256_maskload_epi64(p, m) ((__m256i)I(maskloadq256)((const l4 *)(p), (l4)(m)))
#define _mm256_maskstore_epi32(p, m, x) I(maskstored256)((d8 *)(p), (d8)(m), (d8)(x))
#define _mm256_maskstore_epi64(p, m, x) I(maskstoreq256)((l4 *)(p), (l4)(m), (l4)(x))
#define _mm256_mask_i64gather_epi32(y, p, at, m, size) ((__m128i)I(gatherdiv4si256)((d4)(y), p, (l4)(at), (d4)(m), size))
#define _mm256_mask_i64gather_epi64(y, p, at, m, size) ((__m256i)I(gatherdiv4di)((l4)(y), p, (l4)(at), (l4)(m), size))
#endif
