// Conversions and divisions of vectors by AVX-512's instructions. Elsewhere, each lane is computed by itself.

#if MASKS
#define V_CONVERT(name, t, T, s, S, f, how) VFN v_##t name(v_##s x) { return CONVERT_##how(t, x); }

// The lower and the upper 8 lanes of a vector of numbers of 8, 16 and 32 bits, and the vector of such halves.
#define LOW_8(x) (__m128i)(x)
#define HIGH_8(x) _mm_unpackhi_epi64((__m128i)(x), (__m128i)(x))
#define LOW_16(x) _mm256_castsi256_si128((__m256i)(x))
#define HIGH_16(x) _mm256_extracti128_si256((__m256i)(x), 1)
#define LOW_32(x) _mm512_castsi512_si256((__m512i)(x))
#define HIGH_32(x) _mm512_extracti64x4_epi64((__m512i)(x), 1)
#define JOIN_8(t, a, b) (v_##t)_mm_unpacklo_epi64(a, b)
#define JOIN_16(t, a, b) (v_##t)_mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1)
#define JOIN_32(t, a, b) (v_##t)_mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1)
#define HALVES_OF(t, a, b) (v_##t){(q_##t)(a), (q_##t)(b)}

// Wider integers. The new bits are the sign, or 0 after an unsigned number.
#define CONVERT_16_i8(t, x) (v_##t)_mm256_cvtepi8_epi16((__m128i)x)
#define CONVERT_16_u8(t, x) (v_##t)_mm256_cvtepu8_epi16((__m128i)x)
#define CONVERT_32_i8(t, x) (v_##t)_mm512_cvtepi8_epi32((__m128i)x)
#define CONVERT_32_u8(t, x) (v_##t)_mm512_cvtepu8_epi32((__m128i)x)
#define CONVERT_32_i16(t, x) (v_##t)_mm512_cvtepi16_epi32((__m256i)x)
#define CONVERT_32_u16(t, x) (v_##t)_mm512_cvtepu16_epi32((__m256i)x)
#define CONVERT_64_i8(t, x) HALVES_OF(t, _mm512_cvtepi8_epi64(LOW_8(x)), _mm512_cvtepi8_epi64(HIGH_8(x)))
#define CONVERT_64_u8(t, x) HALVES_OF(t, _mm512_cvtepu8_epi64(LOW_8(x)), _mm512_cvtepu8_epi64(HIGH_8(x)))
#define CONVERT_64_i16(t, x) HALVES_OF(t, _mm512_cvtepi16_epi64(LOW_16(x)), _mm512_cvtepi16_epi64(HIGH_16(x)))
#define CONVERT_64_u16(t, x) HALVES_OF(t, _mm512_cvtepu16_epi64(LOW_16(x)), _mm512_cvtepu16_epi64(HIGH_16(x)))
#define CONVERT_64_i32(t, x) HALVES_OF(t, _mm512_cvtepi32_epi64(LOW_32(x)), _mm512_cvtepi32_epi64(HIGH_32(x)))
#define CONVERT_64_u32(t, x) HALVES_OF(t, _mm512_cvtepu32_epi64(LOW_32(x)), _mm512_cvtepu32_epi64(HIGH_32(x)))

// Narrower integers.
#define CONVERT_8_16(t, x) (v_##t)_mm256_cvtepi16_epi8((__m256i)x)
#define CONVERT_8_32(t, x) (v_##t)_mm512_cvtepi32_epi8((__m512i)x)
#define CONVERT_16_32(t, x) (v_##t)_mm512_cvtepi32_epi16((__m512i)x)
#define CONVERT_8_64(t, x) JOIN_8(t, _mm512_cvtepi64_epi8((__m512i)x.a), _mm512_cvtepi64_epi8((__m512i)x.b))
#define CONVERT_16_64(t, x) JOIN_16(t, _mm512_cvtepi64_epi16((__m512i)x.a), _mm512_cvtepi64_epi16((__m512i)x.b))
#define CONVERT_32_64(t, x) JOIN_32(t, _mm512_cvtepi64_epi32((__m512i)x.a), _mm512_cvtepi64_epi32((__m512i)x.b))

// Floats.
#define JOIN_FLOATS(t, a, b) JOIN_32(t, _mm256_castps_si256(a), _mm256_castps_si256(b))
#define CONVERT_f32_i32(t, x) (v_##t)_mm512_cvtepi32_ps((__m512i)x)
#define CONVERT_f32_u32(t, x) (v_##t)_mm512_cvtepu32_ps((__m512i)x)
#define CONVERT_f32_i64(t, x) JOIN_FLOATS(t, _mm512_cvtepi64_ps((__m512i)x.a), _mm512_cvtepi64_ps((__m512i)x.b))
#define CONVERT_f32_u64(t, x) JOIN_FLOATS(t, _mm512_cvtepu64_ps((__m512i)x.a), _mm512_cvtepu64_ps((__m512i)x.b))
#define CONVERT_f32_f64(t, x) JOIN_FLOATS(t, _mm512_cvtpd_ps((__m512d)x.a), _mm512_cvtpd_ps((__m512d)x.b))
#define CONVERT_f64_i32(t, x) HALVES_OF(t, _mm512_cvtepi32_pd(LOW_32(x)), _mm512_cvtepi32_pd(HIGH_32(x)))
#define CONVERT_f64_u32(t, x) HALVES_OF(t, _mm512_cvtepu32_pd(LOW_32(x)), _mm512_cvtepu32_pd(HIGH_32(x)))
#define CONVERT_f64_i64(t, x) HALVES_OF(t, _mm512_cvtepi64_pd((__m512i)x.a), _mm512_cvtepi64_pd((__m512i)x.b))
#define CONVERT_f64_u64(t, x) HALVES_OF(t, _mm512_cvtepu64_pd((__m512i)x.a), _mm512_cvtepu64_pd((__m512i)x.b))
#define CONVERT_f64_f32(t, x)                                                                                           \
  HALVES_OF(t, _mm512_cvtps_pd(_mm256_castsi256_ps(LOW_32(x))), _mm512_cvtps_pd(_mm256_castsi256_ps(HIGH_32(x))))

// Integers of floats. The instructions give the least integer for what is out of range.
enum { FINITE_NOT = 0x99 };
VFN __m512i whole_f32(__m512 x) {
  __mmask16 large = _mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p31f), FLOAT_ge), odd = _mm512_fpclass_ps_mask(x, FINITE_NOT);
  __m512i z = _mm512_mask_set1_epi32(_mm512_cvttps_epi32(x), large, INT32_MAX);
  return _mm512_maskz_mov_epi32((__mmask16)~odd, z);
}
VFN __m256i half_whole_f64(__m512d x) {
  __mmask8 large = _mm512_cmp_pd_mask(x, _mm512_set1_pd(0x1p31), FLOAT_ge), odd = _mm512_fpclass_pd_mask(x, FINITE_NOT);
  __m256i z = _mm256_mask_set1_epi32(_mm512_cvttpd_epi32(x), large, INT32_MAX);
  return _mm256_maskz_mov_epi32((__mmask8)~odd, z);
}
VFN __m512i whole_f64(__m512d x) {
  __mmask8 large = _mm512_cmp_pd_mask(x, _mm512_set1_pd(0x1p63), FLOAT_ge), odd = _mm512_fpclass_pd_mask(x, FINITE_NOT);
  __m512i z = _mm512_mask_set1_epi64(_mm512_cvttpd_epi64(x), large, INT64_MAX);
  return _mm512_maskz_mov_epi64((__mmask8)~odd, z);
}
#define CONVERT_i32_f32(t, x) (v_##t)whole_f32((__m512)x)
#define CONVERT_i32_f64(t, x) JOIN_32(t, half_whole_f64((__m512d)x.a), half_whole_f64((__m512d)x.b))
#define CONVERT_i64_f64(t, x) HALVES_OF(t, whole_f64((__m512d)x.a), whole_f64((__m512d)x.b))

// Divisions of integers of 32 bits: those of floats of 64 bits, rounded down or toward zero, are exact. With a divisor
// of 0, quotient and remainder are 0.
#define V_DIVIDE(op, t, T, kind, down)                                                                                  \
  VFN v_##t v_##op##_##t(v_##t x, v_##t y) { return (v_##t)kind##_##t((__m512i)x, (__m512i)y, down); }
#define DIVISIONS(t, e)                                                                                                 \
  VFN __m256i half_quotient_##t(__m256i x, __m256i y, bool down) {                                                      \
    __m512d q = _mm512_div_pd(_mm512_cvt##e##_pd(x), _mm512_cvt##e##_pd(y));                                            \
    return _mm512_maskz_cvttpd_##e(_mm256_test_epi32_mask(y, y), down ? _mm512_roundscale_pd(q, 9) : q);                \
  }                                                                                                                     \
  VFN __m512i quotient_##t(__m512i x, __m512i y, bool down) {                                                           \
    __m256i a = half_quotient_##t(LOW_32(x), LOW_32(y), down), b = half_quotient_##t(HIGH_32(x), HIGH_32(y), down);     \
    return (__m512i)JOIN_32(t, a, b);                                                                                   \
  }                                                                                                                     \
  VFN __m512i remainder_##t(__m512i x, __m512i y, bool down) {                                                          \
    __m512i whole = _mm512_mullo_epi32(quotient_##t(x, y, down), y);                                                    \
    return _mm512_maskz_sub_epi32(_mm512_test_epi32_mask(y, y), x, whole);                                              \
  }
DIVISIONS(i32, epi32)
DIVISIONS(u32, epu32)
#else
#define V_DIVIDE(op, t, T, kind, down) V_EACH2(v_##op##_##t, t, T, t, T, t, T, op##_##t)
#define V_CONVERT(name, t, T, s, S, f, how) V_EACH1(name, t, T, s, S, f)
#endif
