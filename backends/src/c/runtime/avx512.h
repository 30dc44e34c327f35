// Vectors with AVX-512: registers of 512 bits, and truth values that are masks of 16 bits.

#if REGISTERS == 512 && WANTS_INSTRUCTIONS
typedef uint16_t v_bool;

// ----- truth values -----

VFN void lanes_bool(bool *lanes, v_bool x) { _mm_storeu_si128((void *)lanes, _mm_maskz_set1_epi8(x, 1)); }
VFN v_bool vector_bool(const bool *lanes) {
  __m128i bytes = _mm_loadu_si128((const void *)lanes);
  return _mm_test_epi8_mask(bytes, bytes);
}
VFN v_bool splat_bool(bool x) { return x ? 0xffff : 0; }
VFN v_bool v_logand_bool(v_bool x, v_bool y) { return x & y; }
VFN v_bool v_logor_bool(v_bool x, v_bool y) { return x | y; }
VFN v_bool v_ne_bool(v_bool x, v_bool y) { return x ^ y; }
VFN v_bool v_not_bool(v_bool x) { return (v_bool)~x; }
VFN bool v_any(v_bool x) { return x != 0; }
VFN bool v_all(v_bool x) { return x == 0xffff; }
VFN bool lane_bool(v_bool x, int k) { return x >> k & 1; }

// ----- comparisons, choices, and operators of floats -----

// The numbers of comparisons of integers and of floats, and the instructions of each type.
enum { INT_eq = 0, INT_lt = 1, INT_le = 2, INT_ne = 4, INT_ge = 5, INT_gt = 6 };
enum { FLOAT_eq = 0, FLOAT_lt = 17, FLOAT_le = 18, FLOAT_ne = 4, FLOAT_ge = 29, FLOAT_gt = 30 };
#define COMPARE_i8(c, x, y) _mm_cmp_epi8_mask((__m128i)x, (__m128i)y, INT_##c)
#define COMPARE_u8(c, x, y) _mm_cmp_epu8_mask((__m128i)x, (__m128i)y, INT_##c)
#define COMPARE_i16(c, x, y) _mm256_cmp_epi16_mask((__m256i)x, (__m256i)y, INT_##c)
#define COMPARE_u16(c, x, y) _mm256_cmp_epu16_mask((__m256i)x, (__m256i)y, INT_##c)
#define COMPARE_i32(c, x, y) _mm512_cmp_epi32_mask((__m512i)x, (__m512i)y, INT_##c)
#define COMPARE_u32(c, x, y) _mm512_cmp_epu32_mask((__m512i)x, (__m512i)y, INT_##c)
#define COMPARE_f32(c, x, y) _mm512_cmp_ps_mask((__m512)x, (__m512)y, FLOAT_##c)
#define COMPARE_i64(c, x, y) BOTH(_mm512_cmp_epi64_mask, __m512i, x, y, INT_##c)
#define COMPARE_u64(c, x, y) BOTH(_mm512_cmp_epu64_mask, __m512i, x, y, INT_##c)
#define COMPARE_f64(c, x, y) BOTH(_mm512_cmp_pd_mask, __m512d, x, y, FLOAT_##c)
#define BOTH(f, M, x, y, c) (v_bool)(f((M)x.a, (M)y.a, c) | f((M)x.b, (M)y.b, c) << 8)
#define V_COMPARE(c, t, T, op) VFN v_bool v_##c##_##t(v_##t x, v_##t y) { return COMPARE_##t(c, x, y); }
#define SELECT_8(t, m, x, y) (v_##t)_mm_mask_blend_epi8(m, (__m128i)y, (__m128i)x)
#define SELECT_16(t, m, x, y) (v_##t)_mm256_mask_blend_epi16(m, (__m256i)y, (__m256i)x)
#define SELECT_32(t, m, x, y) (v_##t)_mm512_mask_blend_epi32(m, (__m512i)y, (__m512i)x)
#define SELECT_64(t, m, x, y)                                                                                           \
  (v_##t){(q_##t)_mm512_mask_blend_epi64((__mmask8)m, (__m512i)y.a, (__m512i)x.a),                                      \
          (q_##t)_mm512_mask_blend_epi64((__mmask8)(m >> 8), (__m512i)y.b, (__m512i)x.b)}
#define ROUND_f32(x, how) _mm512_roundscale_ps((__m512)x, how)
#define ROUND_f64(x, how) _mm512_roundscale_pd((__m512d)x, how)
#define SQRT_f32(x, k) _mm512_sqrt_ps((__m512)x)
#define SQRT_f64(x, k) _mm512_sqrt_pd((__m512d)x)
#define FMA_f32(x, y, z) _mm512_fmadd_ps((__m512)x, (__m512)y, (__m512)z)
#define FMA_f64(x, y, z) _mm512_fmadd_pd((__m512d)x, (__m512d)y, (__m512d)z)
// The lesser or greater float `c` (`lt`, `gt`): the other operand, if the first is no number.
#define V_EXTREME(name, c, t, T)                                                                                        \
  VFN v_##t v_##name##_##t(v_##t x, v_##t y) {                                                                          \
    v_bool take = COMPARE_##t(c, y, x) | COMPARE_##t(ne, x, x);                                                         \
    return SELECT_##T(t, take, y, x);                                                                                   \
  }
#define SELECT_float(t, m, x, y) SELECT_32(t, m, x, y)
#define SELECT_double(t, m, x, y) SELECT_64(t, m, x, y)

// ----- memory -----

#define LOAD_8(t, m, p) (v_##t)_mm_maskz_loadu_epi8(m, p)
#define LOAD_16(t, m, p) (v_##t)_mm256_maskz_loadu_epi16(m, p)
#define LOAD_32(t, m, p) (v_##t)_mm512_maskz_loadu_epi32(m, p)
#define LOAD_64(t, m, p)                                                                                                \
  (v_##t){(q_##t)_mm512_maskz_loadu_epi64((__mmask8)m, p), (q_##t)_mm512_maskz_loadu_epi64((__mmask8)(m >> 8), (p) + 8)}
#define LOAD_1(t, m, p) _mm_mask_test_epi8_mask(m, _mm_maskz_loadu_epi8(m, p), _mm_maskz_loadu_epi8(m, p))
#define V_LOAD_WHERE(t, T, bits) VFN v_##t load_where_##t(v_bool m, const T *from) { return LOAD_##bits(t, m, from); }
#define STORE_8(m, p, x) _mm_mask_storeu_epi8(p, m, (__m128i)x)
#define STORE_16(m, p, x) _mm256_mask_storeu_epi16(p, m, (__m256i)x)
#define STORE_32(m, p, x) _mm512_mask_storeu_epi32(p, m, (__m512i)x)
#define STORE_64(m, p, x)                                                                                               \
  _mm512_mask_storeu_epi64(p, (__mmask8)m, (__m512i)x.a);                                                               \
  _mm512_mask_storeu_epi64((p) + 8, (__mmask8)(m >> 8), (__m512i)x.b)
#define STORE_1(m, p, x) _mm_mask_storeu_epi8(p, m, _mm_maskz_set1_epi8(x, 1))
#define V_STORE_WHERE(t, T, bits) VFN void store_where_##t(v_bool m, T *to, v_##t x) { STORE_##bits(m, to, x); }
#define V_STEPS_LOAD(t, T, bits) LOAD_STEPS_##bits(t, T)
typedef float z_floats __attribute__((vector_size(64)));
typedef double z_doubles __attribute__((vector_size(64)));
#define STEPS_32(t, a, b, c, d) (v_##t)(z_floats){STEPS_OF_4(a), STEPS_OF_4(b), STEPS_OF_4(c), STEPS_OF_4(d)}
#define STEPS_64(t, a, b, c, d)                                                                                         \
  (v_##t){(q_##t)(z_doubles){STEPS_OF_4(a), STEPS_OF_4(b)}, (q_##t)(z_doubles){STEPS_OF_4(c), STEPS_OF_4(d)}}
#define V_GATHER(t, T, bits) V_GATHER_##bits(t, T)
#define V_GATHER_8(t, T) V_GATHER_LANES(t, T)
#define V_GATHER_16(t, T) V_GATHER_LANES(t, T)
#define V_GATHER_32(t, T)                                                                                               \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                    \
    __m256i none = _mm256_setzero_si256();                                                                              \
    __m256i a = _mm512_mask_i64gather_epi32(none, (__mmask8)m, (__m512i)index.a, (const void *)from, 4);                \
    __m256i b = _mm512_mask_i64gather_epi32(none, (__mmask8)(m >> 8), (__m512i)index.b, (const void *)from, 4);         \
    return (v_##t)_mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);                                                  \
  }                                                                                                                     \
  VFN v_##t gather_##t(const T *from, v_i64 index) { return gather_where_##t(0xffff, from, index); }
#define V_GATHER_64(t, T)                                                                                               \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                    \
    __m512i none = _mm512_setzero_si512();                                                                              \
    __m512i a = _mm512_mask_i64gather_epi64(none, (__mmask8)m, (__m512i)index.a, (const void *)from, 8);                \
    __m512i b = _mm512_mask_i64gather_epi64(none, (__mmask8)(m >> 8), (__m512i)index.b, (const void *)from, 8);         \
    return (v_##t){(q_##t)a, (q_##t)b};                                                                                 \
  }                                                                                                                     \
  VFN v_##t gather_##t(const T *from, v_i64 index) { return gather_where_##t(0xffff, from, index); }

// ----- conversions -----

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
VFN q_f64 rounded(q_f64 x, bool down) {
  return down ? (q_f64)_mm512_roundscale_pd((__m512d)x, 9) : (q_f64)_mm512_roundscale_pd((__m512d)x, 11);
}
VFN bool any_large(q_u64 x, int bits) {
  return _mm512_test_epi64_mask((__m512i)x, (__m512i)((q_u64){0} + (~(uint64_t)0 << bits))) != 0;
}
#endif
