// Vectors with AVX2: registers of 256 bits, and truth values that are lanes of 32 bits, 0 or -1, in two registers.

#if REGISTERS == 256 && WANTS_INSTRUCTIONS
typedef v_i32 v_bool;
// Half a register.
typedef int32_t q_half __attribute__((vector_size(16)));

// The lower and the upper half of a register, the upper half of a half, and the register of two halves.
#define LOW(x) _mm256_castsi256_si128((__m256i)(x))
#define HIGH(x) _mm256_extracti128_si256((__m256i)(x), 1)
#define UPPER(x) _mm_unpackhi_epi64(x, x)
#define JOIN(a, b) _mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)(a)), (__m128i)(b), 1)
#define PAIR(t, a, b) (v_##t){(q_##t)(a), (q_##t)(b)}
#define QUAD(t, a, b, c, d) (v_##t){(q_##t)(a), (q_##t)(b), (q_##t)(c), (q_##t)(d)}

// The lower halves of the lanes of two registers. Instructions work in halves of registers, so their results are put in
// order afterwards.
#define IN_ORDER(x) _mm256_permute4x64_epi64(x, 0xd8)
VFN __m256i lower_64(__m256i x, __m256i y) {
  return IN_ORDER(_mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(x), _mm256_castsi256_ps(y), 0x88)));
}
VFN __m256i lower_32(__m256i x, __m256i y) {
  __m256i low = (__m256i)((q_i32){0} + 0xffff);
  return IN_ORDER(_mm256_packus_epi32(x & low, y & low));
}
VFN __m128i lower_16(__m256i x) {
  __m256i z = x & (__m256i)((q_i16){0} + (int16_t)0xff);
  return _mm_packus_epi16(LOW(z), HIGH(z));
}

// ----- truth values -----

// Lanes that are 0 or -1, of 64, 16 and 8 bits.
#define MASK_64A(m) _mm256_cvtepi32_epi64(LOW(m.a))
#define MASK_64B(m) _mm256_cvtepi32_epi64(HIGH(m.a))
#define MASK_64C(m) _mm256_cvtepi32_epi64(LOW(m.b))
#define MASK_64D(m) _mm256_cvtepi32_epi64(HIGH(m.b))
#define MASK_16(m) lower_32((__m256i)m.a, (__m256i)m.b)
#define MASK_8(m) lower_16(MASK_16(m))
VFN v_bool bool_of_16(__m256i x) { return PAIR(i32, _mm256_cvtepi16_epi32(LOW(x)), _mm256_cvtepi16_epi32(HIGH(x))); }
VFN v_bool bool_of_8(__m128i x) { return PAIR(i32, _mm256_cvtepi8_epi32(x), _mm256_cvtepi8_epi32(UPPER(x))); }

VFN void lanes_bool(bool *lanes, v_bool x) {
  __m128i ones = MASK_8(x) & (__m128i)((q_i8){0} + (int8_t)1);
  memcpy(lanes, &ones, sizeof ones);
}
VFN v_bool vector_bool(const bool *lanes) {
  q_i8 bytes;
  memcpy(&bytes, lanes, sizeof bytes);
  return bool_of_8((__m128i)-bytes);
}
VFN v_bool splat_bool(bool x) { return PAIR(i32, (q_i32){0} - (int32_t)x, (q_i32){0} - (int32_t)x); }
VFN v_bool v_logand_bool(v_bool x, v_bool y) { return PAIR(i32, x.a & y.a, x.b & y.b); }
VFN v_bool v_logor_bool(v_bool x, v_bool y) { return PAIR(i32, x.a | y.a, x.b | y.b); }
VFN v_bool v_ne_bool(v_bool x, v_bool y) { return PAIR(i32, x.a ^ y.a, x.b ^ y.b); }
VFN v_bool v_not_bool(v_bool x) { return PAIR(i32, ~x.a, ~x.b); }
VFN bool v_any(v_bool x) { return _mm256_movemask_ps((__m256)(x.a | x.b)) != 0; }
VFN bool v_all(v_bool x) { return _mm256_movemask_ps((__m256)(x.a & x.b)) == 0xff; }
VFN bool lane_bool(v_bool x, int k) {
  int32_t xs[LANES];
  lanes_i32(xs, x);
  return xs[k] != 0;
}

// ----- comparisons, choices, and operators of floats -----

#define COMPARE_8(x, op, y) bool_of_8((__m128i)(x op y))
#define COMPARE_16(x, op, y) bool_of_16((__m256i)(x op y))
#define COMPARE_32(x, op, y) PAIR(i32, x.a op y.a, x.b op y.b)
#define COMPARE_64(x, op, y) PAIR(i32, COMPARE_TWO(x.a, op, y.a, x.b, y.b), COMPARE_TWO(x.c, op, y.c, x.d, y.d))
#define COMPARE_TWO(x, op, y, xs, ys) lower_64((__m256i)(x op y), (__m256i)(xs op ys))
#define COMPARE_i8 COMPARE_8
#define COMPARE_u8 COMPARE_8
#define COMPARE_i16 COMPARE_16
#define COMPARE_u16 COMPARE_16
#define COMPARE_i32 COMPARE_32
#define COMPARE_u32 COMPARE_32
#define COMPARE_f32 COMPARE_32
#define COMPARE_i64 COMPARE_64
#define COMPARE_u64 COMPARE_64
#define COMPARE_f64 COMPARE_64
#define V_COMPARE(c, t, T, op) VFN v_bool v_##c##_##t(v_##t x, v_##t y) { return COMPARE_##t(x, op, y); }
#define BLEND(m, x, y) _mm256_blendv_epi8((__m256i)(y), (__m256i)(x), (__m256i)(m))
#define SELECT_8(t, m, x, y) (v_##t)_mm_blendv_epi8((__m128i)y, (__m128i)x, MASK_8(m))
#define SELECT_16(t, m, x, y) (v_##t)BLEND(MASK_16(m), x, y)
#define SELECT_32(t, m, x, y) PAIR(t, BLEND(m.a, x.a, y.a), BLEND(m.b, x.b, y.b))
#define SELECT_64(t, m, x, y)                                                                                           \
  QUAD(t, BLEND(MASK_64A(m), x.a, y.a), BLEND(MASK_64B(m), x.b, y.b), BLEND(MASK_64C(m), x.c, y.c),                     \
       BLEND(MASK_64D(m), x.d, y.d))
#define ROUND_f32(x, how) _mm256_round_ps((__m256)x, how)
#define ROUND_f64(x, how) _mm256_round_pd((__m256d)x, how)
#define SQRT_f32(x, k) _mm256_sqrt_ps((__m256)x)
#define SQRT_f64(x, k) _mm256_sqrt_pd((__m256d)x)
#define FMA_f32(x, y, z) _mm256_fmadd_ps((__m256)x, (__m256)y, (__m256)z)
#define FMA_f64(x, y, z) _mm256_fmadd_pd((__m256d)x, (__m256d)y, (__m256d)z)
// The lesser or greater float `c` (`lt`, `gt`): the other operand, if the first is no number.
#define IS_lt(x, y) (x < y)
#define IS_gt(x, y) (x > y)
#define EXTREME(x, y, c) BLEND(IS_##c(y, x) | (x != x), y, x)
#define V_EXTREME(name, c, t, T)                                                                                        \
  VFN v_##t v_##name##_##t(v_##t x, v_##t y) { return PARTS(t, _MAP2)(t, EXTREME, x, y, c); }

// ----- memory -----

#define V_LOAD_WHERE(t, T, bits) LOAD_WHERE_##bits(t, T)
#define LOAD_WHERE_1(t, T) V_LOAD_LANES(bool, bool)
#define LOAD_WHERE_8(t, T) V_LOAD_LANES(t, T)
#define LOAD_WHERE_16(t, T) V_LOAD_LANES(t, T)
// The pointers have other types in GCC's instructions than in clang's.
#define MASKED_LOAD(bits, p, m) _mm256_maskload_epi##bits((const void *)(p), (__m256i)(m))
#define MASKED_STORE(bits, p, m, x) _mm256_maskstore_epi##bits((void *)(p), (__m256i)(m), (__m256i)(x))
#define LOAD_WHERE_32(t, T)                                                                                             \
  VFN v_##t load_where_##t(v_bool m, const T *from) {                                                                   \
    return PAIR(t, MASKED_LOAD(32, from, m.a), MASKED_LOAD(32, from + 8, m.b));                                         \
  }
#define LOAD_WHERE_64(t, T)                                                                                             \
  VFN v_##t load_where_##t(v_bool m, const T *from) {                                                                   \
    return QUAD(t, MASKED_LOAD(64, from, MASK_64A(m)), MASKED_LOAD(64, from + 4, MASK_64B(m)),                          \
                MASKED_LOAD(64, from + 8, MASK_64C(m)), MASKED_LOAD(64, from + 12, MASK_64D(m)));                       \
  }
#define V_STORE_WHERE(t, T, bits) STORE_WHERE_##bits(t, T)
#define STORE_WHERE_1(t, T) V_STORE_LANES(bool, bool)
#define STORE_WHERE_8(t, T) V_STORE_LANES(t, T)
#define STORE_WHERE_16(t, T) V_STORE_LANES(t, T)
#define STORE_WHERE_32(t, T)                                                                                            \
  VFN void store_where_##t(v_bool m, T *to, v_##t x) {                                                                  \
    MASKED_STORE(32, to, m.a, x.a);                                                                                     \
    MASKED_STORE(32, to + 8, m.b, x.b);                                                                                 \
  }
#define STORE_WHERE_64(t, T)                                                                                            \
  VFN void store_where_##t(v_bool m, T *to, v_##t x) {                                                                  \
    MASKED_STORE(64, to, MASK_64A(m), x.a);                                                                             \
    MASKED_STORE(64, to + 4, MASK_64B(m), x.b);                                                                         \
    MASKED_STORE(64, to + 8, MASK_64C(m), x.c);                                                                         \
    MASKED_STORE(64, to + 12, MASK_64D(m), x.d);                                                                        \
  }
#define V_GATHER(t, T, bits) GATHER_##bits(t, T)
#define GATHER_8(t, T) V_GATHER_LANES(t, T)
#define GATHER_16(t, T) V_GATHER_LANES(t, T)
#define GATHER_32(t, T)                                                                                                 \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                    \
    return PAIR(t, JOIN(GATHER_4(from, index.a, LOW(m.a)), GATHER_4(from, index.b, HIGH(m.a))),                         \
                JOIN(GATHER_4(from, index.c, LOW(m.b)), GATHER_4(from, index.d, HIGH(m.b))));                           \
  }                                                                                                                     \
  VFN v_##t gather_##t(const T *from, v_i64 index) { return gather_where_##t(splat_bool(true), from, index); }
#define GATHER_4(from, index, m) _mm256_mask_i64gather_epi32((__m128i){0}, (const void *)(from), (__m256i)index, m, 4)
#define GATHER_64(t, T)                                                                                                 \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                    \
    return QUAD(t, GATHER_8_BYTES(from, index.a, MASK_64A(m)), GATHER_8_BYTES(from, index.b, MASK_64B(m)),              \
                GATHER_8_BYTES(from, index.c, MASK_64C(m)), GATHER_8_BYTES(from, index.d, MASK_64D(m)));                \
  }                                                                                                                     \
  VFN v_##t gather_##t(const T *from, v_i64 index) { return gather_where_##t(splat_bool(true), from, index); }
#define V_STEPS_LOAD(t, T, bits) LOAD_STEPS_##bits(t, T)
typedef float q_floats __attribute__((vector_size(32)));
typedef double q_doubles __attribute__((vector_size(32)));
#define STEPS_32(t, a, b, c, d)                                                                                         \
  PAIR(t, ((q_floats){STEPS_OF_4(a), STEPS_OF_4(b)}), ((q_floats){STEPS_OF_4(c), STEPS_OF_4(d)}))
#define STEPS_64(t, a, b, c, d)                                                                                         \
  QUAD(t, (q_doubles){STEPS_OF_4(a)}, (q_doubles){STEPS_OF_4(b)}, (q_doubles){STEPS_OF_4(c)},                           \
       (q_doubles){STEPS_OF_4(d)})
#define GATHER_8_BYTES(from, index, m)                                                                                  \
  _mm256_mask_i64gather_epi64((__m256i){0}, (const void *)(from), (__m256i)index, m, 8)

// ----- conversions -----

// Wider integers. The new bits are the sign, or 0 after an unsigned number.
#define CONVERT_16_i8(t, x) (v_##t)_mm256_cvtepi8_epi16((__m128i)x)
#define CONVERT_16_u8(t, x) (v_##t)_mm256_cvtepu8_epi16((__m128i)x)
#define CONVERT_32_i8(t, x) PAIR(t, _mm256_cvtepi8_epi32((__m128i)x), _mm256_cvtepi8_epi32(UPPER((__m128i)x)))
#define CONVERT_32_u8(t, x) PAIR(t, _mm256_cvtepu8_epi32((__m128i)x), _mm256_cvtepu8_epi32(UPPER((__m128i)x)))
#define CONVERT_32_i16(t, x) PAIR(t, _mm256_cvtepi16_epi32(LOW(x)), _mm256_cvtepi16_epi32(HIGH(x)))
#define CONVERT_32_u16(t, x) PAIR(t, _mm256_cvtepu16_epi32(LOW(x)), _mm256_cvtepu16_epi32(HIGH(x)))
#define QUARTERS(t, extend, low, high)                                                                                  \
  QUAD(t, extend(LOW(low)), extend(HIGH(low)), extend(LOW(high)), extend(HIGH(high)))
#define CONVERT_64_i32(t, x) QUARTERS(t, _mm256_cvtepi32_epi64, x.a, x.b)
#define CONVERT_64_u32(t, x) QUARTERS(t, _mm256_cvtepu32_epi64, x.a, x.b)
#define CONVERT_64_i16(t, x)                                                                                            \
  QUARTERS(t, _mm256_cvtepi32_epi64, _mm256_cvtepi16_epi32(LOW(x)), _mm256_cvtepi16_epi32(HIGH(x)))
#define CONVERT_64_u16(t, x)                                                                                            \
  QUARTERS(t, _mm256_cvtepu32_epi64, _mm256_cvtepu16_epi32(LOW(x)), _mm256_cvtepu16_epi32(HIGH(x)))
#define CONVERT_64_i8(t, x)                                                                                             \
  QUARTERS(t, _mm256_cvtepi32_epi64, _mm256_cvtepi8_epi32((__m128i)x), _mm256_cvtepi8_epi32(UPPER((__m128i)x)))
#define CONVERT_64_u8(t, x)                                                                                             \
  QUARTERS(t, _mm256_cvtepu32_epi64, _mm256_cvtepu8_epi32((__m128i)x), _mm256_cvtepu8_epi32(UPPER((__m128i)x)))

// Narrower integers.
#define LOWER_A(x) lower_64((__m256i)x.a, (__m256i)x.b)
#define LOWER_B(x) lower_64((__m256i)x.c, (__m256i)x.d)
#define CONVERT_8_16(t, x) (v_##t)lower_16((__m256i)x)
#define CONVERT_8_32(t, x) (v_##t)lower_16(lower_32((__m256i)x.a, (__m256i)x.b))
#define CONVERT_16_32(t, x) (v_##t)lower_32((__m256i)x.a, (__m256i)x.b)
#define CONVERT_8_64(t, x) (v_##t)lower_16(lower_32(LOWER_A(x), LOWER_B(x)))
#define CONVERT_16_64(t, x) (v_##t)lower_32(LOWER_A(x), LOWER_B(x))
#define CONVERT_32_64(t, x) PAIR(t, LOWER_A(x), LOWER_B(x))

// Floats. Integers of 64 bits (`longs.h`), and those without a sign, have no instruction.
VFN __m256d double_of_u32(__m128i x) {
  return (__m256d)((q_f64)_mm256_cvtepi32_pd((__m128i)((q_half)x ^ INT32_MIN)) + 0x1p31);
}
#define CONVERT_f32_i32(t, x) PAIR(t, _mm256_cvtepi32_ps((__m256i)x.a), _mm256_cvtepi32_ps((__m256i)x.b))
#define CONVERT_f32_u32(t, x) PAIR(t, __builtin_convertvector(x.a, q_f32), __builtin_convertvector(x.b, q_f32))
#define CONVERT_f32_f64(t, x)                                                                                           \
  PAIR(t, JOIN(_mm256_cvtpd_ps((__m256d)x.a), _mm256_cvtpd_ps((__m256d)x.b)),                                           \
       JOIN(_mm256_cvtpd_ps((__m256d)x.c), _mm256_cvtpd_ps((__m256d)x.d)))
#define CONVERT_f64_i32(t, x) QUARTERS(t, _mm256_cvtepi32_pd, x.a, x.b)
#define CONVERT_f64_u32(t, x) QUARTERS(t, double_of_u32, x.a, x.b)
#define CONVERT_f64_f32(t, x) QUARTERS(t, DOUBLE_OF_F32, x.a, x.b)
#define DOUBLE_OF_F32(x) _mm256_cvtps_pd((__m128)(x))
#define CONVERT_f32_i64(t, x) f32_of_i64_lanes(x)
#define CONVERT_f32_u64(t, x) f32_of_u64_lanes(x)
#define CONVERT_f64_i64(t, x) f64_of_i64_lanes(x)
#define CONVERT_f64_u64(t, x) f64_of_u64_lanes(x)
#define CONVERT_i64_f64(t, x) i64_of_f64_lanes(x)

// Integers of floats: 0 unless they are finite. The instructions give the least integer for what is out of range.
VFN __m256i whole_f32(q_f32 x) {
  q_i32 z = (q_i32)_mm256_cvttps_epi32((__m256)x), large = x >= 0x1p31f, finite = (q_i32)(x - x == 0);
  return (__m256i)((z ^ large) & finite);
}
VFN __m128i whole_f64(q_f64 x) {
  q_f64 most = (q_f64){0} + 2147483647.0;
  q_i64 finite = x - x == 0;
  q_f64 within = (q_f64)_mm256_and_pd((__m256d)(q_f64)BLEND(x > most, most, x), (__m256d)finite);
  return _mm256_cvttpd_epi32((__m256d)within);
}
#define CONVERT_i32_f32(t, x) PAIR(t, whole_f32(x.a), whole_f32(x.b))
#define CONVERT_i32_f64(t, x) PAIR(t, JOIN(whole_f64(x.a), whole_f64(x.b)), JOIN(whole_f64(x.c), whole_f64(x.d)))

// Divisions of integers of 32 bits: those of floats of 64 bits, rounded down or toward zero, are exact. With a divisor
// of 0, quotient and remainder are 0.
#define V_DIVIDE(op, t, T, kind, down) VFN v_##t v_##op##_##t(v_##t x, v_##t y) { return kind##_##t(x, y, down); }
VFN q_f64 rounded(q_f64 x, bool down) {
  return down ? (q_f64)_mm256_round_pd((__m256d)x, 9) : (q_f64)_mm256_round_pd((__m256d)x, 11);
}
VFN q_half half_quotient_i32(__m128i x, __m128i y, bool down) {
  q_f64 q = (q_f64)_mm256_cvtepi32_pd(x) / (q_f64)_mm256_cvtepi32_pd(y);
  return (q_half)_mm256_cvttpd_epi32((__m256d)rounded(q, down)) & ((q_half)y != 0);
}
VFN q_half half_quotient_u32(__m128i x, __m128i y, bool down) {
  q_f64 q = rounded((q_f64)double_of_u32(x) / (q_f64)double_of_u32(y), down) - 0x1p31;
  return ((q_half)_mm256_cvttpd_epi32((__m256d)q) ^ INT32_MIN) & ((q_half)y != 0);
}
#define DIVISIONS(t)                                                                                                    \
  VFN v_##t quotient_##t(v_##t x, v_##t y, bool down) {                                                                 \
    return PAIR(t, JOIN(half_quotient_##t(LOW(x.a), LOW(y.a), down), half_quotient_##t(HIGH(x.a), HIGH(y.a), down)),    \
                JOIN(half_quotient_##t(LOW(x.b), LOW(y.b), down), half_quotient_##t(HIGH(x.b), HIGH(y.b), down)));      \
  }                                                                                                                     \
  VFN v_##t remainder_##t(v_##t x, v_##t y, bool down) {                                                                \
    v_##t q = quotient_##t(x, y, down);                                                                                 \
    return PAIR(t, REST(t, x.a, q.a, y.a), REST(t, x.b, q.b, y.b));                                                     \
  }
#define REST(t, x, q, y) ((q_u32)x - (q_u32)q * (q_u32)y) & (q_u32)((q_##t)y != 0)
DIVISIONS(i32)
DIVISIONS(u32)
VFN bool any_large(q_u64 x, int bits) { return !_mm256_testz_si256((__m256i)x, (__m256i)((q_u64){0} + (~(uint64_t)0 << bits))); }
#endif
