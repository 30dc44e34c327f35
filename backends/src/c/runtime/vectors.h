// Vectors of 16 lanes: registers of 512 bits, by the vector extensions of GCC and clang.
//
// A vector of numbers of 64 bits is two registers, one of smaller numbers is one or a part of one. Truth values are
// lanes of 32 bits, 0 or -1; with AVX-512, a mask of 16 bits. Other compilers have arrays instead of registers. An
// operator without an instruction is applied to each lane. The program defines the operators that it needs by the
// macros `V_…`.

enum { LANES = 16 };
#define EACH_LANE(k) for (int k = 0; k < LANES; k++)

#if REGISTERS
#define SMALL(t, T) typedef T v_##t __attribute__((vector_size(LANES * sizeof(T))));
#define LARGE(t, T)                                                                                                     \
  typedef T q_##t __attribute__((vector_size(64)));                                                                     \
  typedef struct { q_##t a, b; } v_##t;
#else
#define SMALL(t, T) typedef struct { T lane[LANES]; } v_##t;
#define LARGE(t, T) SMALL(t, T)
#endif
SMALL(i8, int8_t)
SMALL(i16, int16_t)
SMALL(i32, int32_t)
SMALL(u8, uint8_t)
SMALL(u16, uint16_t)
SMALL(u32, uint32_t)
SMALL(f16, uint16_t)
SMALL(f32, float)
LARGE(i64, int64_t)
LARGE(u64, uint64_t)
LARGE(f64, double)
#if MASKS
typedef uint16_t v_bool;
#else
typedef v_i32 v_bool;
#endif

// ----- vectors as arrays -----

#define ARRAYS(t, T)                                                                                                    \
  VFN void lanes_##t(T *lanes, v_##t x) { memcpy(lanes, &x, sizeof x); }                                                 \
  VFN v_##t vector_##t(const T *lanes) {                                                                                 \
    v_##t x;                                                                                                            \
    memcpy(&x, lanes, sizeof x);                                                                                        \
    return x;                                                                                                           \
  }
#if REGISTERS
// Each register by itself, so that compilers need no memory for both.
#define HALVES(t, T)                                                                                                    \
  VFN void lanes_##t(T *lanes, v_##t x) {                                                                                \
    memcpy(lanes, &x.a, sizeof x.a);                                                                                    \
    memcpy(lanes + 8, &x.b, sizeof x.b);                                                                                \
  }                                                                                                                     \
  VFN v_##t vector_##t(const T *lanes) {                                                                                 \
    v_##t x;                                                                                                            \
    memcpy(&x.a, lanes, sizeof x.a);                                                                                    \
    memcpy(&x.b, lanes + 8, sizeof x.b);                                                                                \
    return x;                                                                                                           \
  }
#else
#define HALVES(t, T) ARRAYS(t, T)
#endif
ARRAYS(i8, int8_t)
ARRAYS(i16, int16_t)
ARRAYS(i32, int32_t)
ARRAYS(u8, uint8_t)
ARRAYS(u16, uint16_t)
ARRAYS(u32, uint32_t)
ARRAYS(f16, uint16_t)
ARRAYS(f32, float)
HALVES(i64, int64_t)
HALVES(u64, uint64_t)
HALVES(f64, double)

// ----- truth values -----

#if MASKS
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
#else
VFN void lanes_bool(bool *lanes, v_bool x) {
  int32_t xs[LANES];
  memcpy(xs, &x, sizeof xs);
  EACH_LANE(k) lanes[k] = xs[k] != 0;
}
VFN v_bool vector_bool(const bool *lanes) {
  int32_t xs[LANES];
  v_bool x;
  EACH_LANE(k) xs[k] = -(int32_t)lanes[k];
  memcpy(&x, xs, sizeof x);
  return x;
}
VFN bool v_any(v_bool x) {
  int32_t xs[LANES], some = 0;
  memcpy(xs, &x, sizeof xs);
  EACH_LANE(k) some |= xs[k];
  return some != 0;
}
VFN bool v_all(v_bool x) {
  int32_t xs[LANES], all = -1;
  memcpy(xs, &x, sizeof xs);
  EACH_LANE(k) all &= xs[k];
  return all != 0;
}
VFN bool lane_bool(v_bool x, int k) {
  int32_t xs[LANES];
  memcpy(xs, &x, sizeof xs);
  return xs[k] != 0;
}
#if REGISTERS
VFN v_bool splat_bool(bool x) { return (v_bool){0} - (int32_t)x; }
VFN v_bool v_logand_bool(v_bool x, v_bool y) { return x & y; }
VFN v_bool v_logor_bool(v_bool x, v_bool y) { return x | y; }
VFN v_bool v_ne_bool(v_bool x, v_bool y) { return x ^ y; }
VFN v_bool v_not_bool(v_bool x) { return ~x; }
#else
#define BOOLS(name, EXPR)                                                                                               \
  VFN v_bool name(v_bool x, v_bool y) {                                                                                  \
    v_bool z;                                                                                                           \
    EACH_LANE(k) z.lane[k] = EXPR;                                                                                      \
    return z;                                                                                                           \
  }
BOOLS(v_logand_bool, x.lane[k] & y.lane[k])
BOOLS(v_logor_bool, x.lane[k] | y.lane[k])
BOOLS(v_ne_bool, x.lane[k] ^ y.lane[k])
VFN v_bool splat_bool(bool x) {
  v_bool z;
  EACH_LANE(k) z.lane[k] = -(int32_t)x;
  return z;
}
VFN v_bool v_not_bool(v_bool x) { return v_ne_bool(x, splat_bool(true)); }
#endif
#endif
VFN v_bool v_eq_bool(v_bool x, v_bool y) { return v_not_bool(v_ne_bool(x, y)); }
VFN v_bool v_lt_bool(v_bool x, v_bool y) { return v_logand_bool(v_not_bool(x), y); }
VFN v_bool v_gt_bool(v_bool x, v_bool y) { return v_lt_bool(y, x); }
VFN v_bool v_le_bool(v_bool x, v_bool y) { return v_not_bool(v_lt_bool(y, x)); }
VFN v_bool v_ge_bool(v_bool x, v_bool y) { return v_le_bool(y, x); }
VFN v_bool v_select_bool(v_bool m, v_bool x, v_bool y) {
  return v_logor_bool(v_logand_bool(m, x), v_logand_bool(v_not_bool(m), y));
}

// ----- each lane by itself -----

// An operator `f` that takes lanes of the types `t`, `u` and `s` to lanes of type `r`.
#define V_EACH1(name, r, R, t, T, f)                                                                                    \
  VFN v_##r name(v_##t x) {                                                                                              \
    T xs[LANES];                                                                                                        \
    R zs[LANES];                                                                                                        \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) zs[k] = f(xs[k]);                                                                                      \
    return vector_##r(zs);                                                                                              \
  }
#define V_EACH2(name, r, R, t, T, u, U, f)                                                                              \
  VFN v_##r name(v_##t x, v_##u y) {                                                                                     \
    T xs[LANES];                                                                                                        \
    U ys[LANES];                                                                                                        \
    R zs[LANES];                                                                                                        \
    lanes_##t(xs, x);                                                                                                   \
    lanes_##u(ys, y);                                                                                                   \
    EACH_LANE(k) zs[k] = f(xs[k], ys[k]);                                                                               \
    return vector_##r(zs);                                                                                              \
  }
#define V_EACH3(name, t, T, f)                                                                                          \
  VFN v_##t name(v_##t x, v_##t y, v_##t z) {                                                                            \
    T xs[LANES], ys[LANES], zs[LANES];                                                                                  \
    lanes_##t(xs, x);                                                                                                   \
    lanes_##t(ys, y);                                                                                                   \
    lanes_##t(zs, z);                                                                                                   \
    EACH_LANE(k) zs[k] = f(xs[k], ys[k], zs[k]);                                                                        \
    return vector_##t(zs);                                                                                              \
  }

// Other views of the same bits.
#define V_BITS(name, r, t)                                                                                              \
  VFN v_##r name(v_##t x) {                                                                                              \
    v_##r z;                                                                                                            \
    memcpy(&z, &x, sizeof z);                                                                                           \
    return z;                                                                                                           \
  }

// ----- operators with instructions -----

// `V_SMALL` and `V_LARGE` are for vectors of one and of two registers. Integers become unsigned ones (`u`), which wrap
// around.
#if REGISTERS
#define V_SMALL(name, t, T, u, op) VFN v_##t v_##name##_##t(v_##t x, v_##t y) { return (v_##t)((v_##u)x op (v_##u)y); }
#define V_LARGE(name, t, T, u, op)                                                                                      \
  VFN v_##t v_##name##_##t(v_##t x, v_##t y) {                                                                           \
    return (v_##t){(q_##t)((q_##u)x.a op (q_##u)y.a), (q_##t)((q_##u)x.b op (q_##u)y.b)};                               \
  }
#define SPLAT(x) {x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}
#define V_SPLAT_SMALL(t, T) VFN v_##t splat_##t(T x) { return (v_##t)SPLAT(x); }
#define V_SPLAT_LARGE(t, T)                                                                                             \
  VFN v_##t splat_##t(T x) {                                                                                             \
    q_##t half = {x, x, x, x, x, x, x, x};                                                                              \
    return (v_##t){half, half};                                                                                         \
  }
#define V_STEPS_SMALL(t, T, u)                                                                                          \
  VFN v_##t steps_##t(T base, T step) {                                                                                  \
    return (v_##t)((v_##u)SPLAT((T)base) + (v_##u)SPLAT((T)step) *                                                      \
                   (v_##u){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});                                      \
  }
#define V_STEPS_LARGE(t, T, u)                                                                                          \
  VFN v_##t steps_##t(T base, T step) {                                                                                  \
    q_##u from = (q_##u){0} + (uint64_t)base, by = (q_##u){0} + (uint64_t)step;                                         \
    return (v_##t){(q_##t)(from + by * (q_##u){0, 1, 2, 3, 4, 5, 6, 7}),                                                \
                   (q_##t)(from + by * (q_##u){8, 9, 10, 11, 12, 13, 14, 15})};                                         \
  }
#else
#define V_SMALL(name, t, T, u, op) V_EACH2(v_##name##_##t, t, T, t, T, t, T, name##_##t)
#define V_LARGE(name, t, T, u, op) V_SMALL(name, t, T, u, op)
#define V_SPLAT_SMALL(t, T)                                                                                             \
  VFN v_##t splat_##t(T x) {                                                                                             \
    v_##t z;                                                                                                            \
    EACH_LANE(k) z.lane[k] = x;                                                                                         \
    return z;                                                                                                           \
  }
#define V_SPLAT_LARGE(t, T) V_SPLAT_SMALL(t, T)
#define V_STEPS_SMALL(t, T, u)                                                                                          \
  VFN v_##t steps_##t(T base, T step) {                                                                                  \
    v_##t z;                                                                                                            \
    EACH_LANE(k) z.lane[k] = add_##t(base, mul_##t(step, (T)k));                                                        \
    return z;                                                                                                           \
  }
#define V_STEPS_LARGE(t, T, u) V_STEPS_SMALL(t, T, u)
#endif

// Comparisons, choices, and operators of floats.
#if MASKS
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
#define V_SELECT(t, T, bits) VFN v_##t v_select_##t(v_bool m, v_##t x, v_##t y) { return SELECT_##bits(t, m, x, y); }
#define V_ROUND(name, t, T, how) V_ROUND_##t(name, how)
#define V_ROUND_f32(name, how) VFN v_f32 v_##name##_f32(v_f32 x) { return (v_f32)_mm512_roundscale_ps((__m512)x, how); }
#define V_ROUND_f64(name, how)                                                                                          \
  VFN v_f64 v_##name##_f64(v_f64 x) {                                                                                    \
    return (v_f64){(q_f64)_mm512_roundscale_pd((__m512d)x.a, how), (q_f64)_mm512_roundscale_pd((__m512d)x.b, how)};     \
  }
#define V_SQRT(t, T) V_SQRT_##t
#define V_SQRT_f32 VFN v_f32 v_sqrt_f32(v_f32 x) { return (v_f32)_mm512_sqrt_ps((__m512)x); }
#define V_SQRT_f64                                                                                                      \
  VFN v_f64 v_sqrt_f64(v_f64 x) { return (v_f64){(q_f64)_mm512_sqrt_pd((__m512d)x.a), (q_f64)_mm512_sqrt_pd((__m512d)x.b)}; }
#define V_FMA(t, T) V_FMA_##t
#define V_FMA_f32                                                                                                       \
  VFN v_f32 v_fma_f32(v_f32 x, v_f32 y, v_f32 z) { return (v_f32)_mm512_fmadd_ps((__m512)x, (__m512)y, (__m512)z); }
#define V_FMA_f64                                                                                                       \
  VFN v_f64 v_fma_f64(v_f64 x, v_f64 y, v_f64 z) {                                                                       \
    return (v_f64){(q_f64)_mm512_fmadd_pd((__m512d)x.a, (__m512d)y.a, (__m512d)z.a),                                    \
                   (q_f64)_mm512_fmadd_pd((__m512d)x.b, (__m512d)y.b, (__m512d)z.b)};                                   \
  }
// The lesser or greater float `c` (`lt`, `gt`): the other operand, if the first is no number.
#define V_EXTREME(name, c, t, T)                                                                                        \
  VFN v_##t v_##name##_##t(v_##t x, v_##t y) {                                                                           \
    v_bool take = COMPARE_##t(c, y, x) | COMPARE_##t(ne, x, x);                                                         \
    return SELECT_##T(t, take, y, x);                                                                                   \
  }
#define SELECT_float(t, m, x, y) SELECT_32(t, m, x, y)
#define SELECT_double(t, m, x, y) SELECT_64(t, m, x, y)
#else
#define V_COMPARE(c, t, T, op) V_EACH2(v_##c##_##t, bool, bool, t, T, t, T, COMPARE_##c)
#define COMPARE_eq(x, y) ((x) == (y))
#define COMPARE_ne(x, y) ((x) != (y))
#define COMPARE_lt(x, y) ((x) < (y))
#define COMPARE_le(x, y) ((x) <= (y))
#define COMPARE_gt(x, y) ((x) > (y))
#define COMPARE_ge(x, y) ((x) >= (y))
#define V_SELECT(t, T, bits)                                                                                            \
  VFN v_##t v_select_##t(v_bool m, v_##t x, v_##t y) {                                                                   \
    bool ms[LANES];                                                                                                     \
    T xs[LANES], ys[LANES];                                                                                             \
    lanes_bool(ms, m);                                                                                                  \
    lanes_##t(xs, x);                                                                                                   \
    lanes_##t(ys, y);                                                                                                   \
    EACH_LANE(k) ys[k] = ms[k] ? xs[k] : ys[k];                                                                         \
    return vector_##t(ys);                                                                                              \
  }
#define V_ROUND(name, t, T, how) V_EACH1(v_##name##_##t, t, T, t, T, name##_##t)
#define V_SQRT(t, T) V_EACH1(v_sqrt_##t, t, T, t, T, sqrt_##t)
#define V_FMA(t, T) V_EACH3(v_fma_##t, t, T, fma_##t)
#define V_EXTREME(name, c, t, T) V_EACH2(v_##name##_##t, t, T, t, T, t, T, name##_##t)
#endif

// ----- memory -----

#define V_LOAD(t, T) VFN v_##t load_##t(const T *from) { return vector_##t(from); }
#define V_STORE(t, T) VFN void store_##t(T *to, v_##t x) { lanes_##t(to, x); }
#if MASKS
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
#else
#define V_LOAD_WHERE(t, T, bits)                                                                                        \
  VFN v_##t load_where_##t(v_bool m, const T *from) {                                                                    \
    bool ms[LANES];                                                                                                     \
    T zs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    EACH_LANE(k) zs[k] = ms[k] ? from[k] : 0;                                                                           \
    return vector_##t(zs);                                                                                              \
  }
#define V_STORE_WHERE(t, T, bits)                                                                                       \
  VFN void store_where_##t(v_bool m, T *to, v_##t x) {                                                                   \
    bool ms[LANES];                                                                                                     \
    T xs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) if (ms[k]) to[k] = xs[k];                                                                              \
  }
#endif

// Each lane at an index of its own.
#define V_GATHER_LANES(t, T)                                                                                            \
  VFN v_##t gather_##t(const T *from, v_i64 index) {                                                                     \
    int64_t at[LANES];                                                                                                  \
    T zs[LANES];                                                                                                        \
    lanes_i64(at, index);                                                                                               \
    EACH_LANE(k) zs[k] = from[at[k]];                                                                                   \
    return vector_##t(zs);                                                                                              \
  }                                                                                                                     \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                     \
    bool ms[LANES];                                                                                                     \
    int64_t at[LANES];                                                                                                  \
    T zs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    lanes_i64(at, index);                                                                                               \
    EACH_LANE(k) zs[k] = ms[k] ? from[at[k]] : 0;                                                                       \
    return vector_##t(zs);                                                                                              \
  }
#define V_SCATTER(t, T)                                                                                                 \
  VFN void scatter_##t(T *to, v_i64 index, v_##t x) {                                                                    \
    int64_t at[LANES];                                                                                                  \
    T xs[LANES];                                                                                                        \
    lanes_i64(at, index);                                                                                               \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) to[at[k]] = xs[k];                                                                                     \
  }                                                                                                                     \
  VFN void scatter_where_##t(v_bool m, T *to, v_i64 index, v_##t x) {                                                    \
    bool ms[LANES];                                                                                                     \
    int64_t at[LANES];                                                                                                  \
    T xs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    lanes_i64(at, index);                                                                                               \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) if (ms[k]) to[at[k]] = xs[k];                                                                          \
  }
// `bool` is a macro of its own, which must not be replaced before `gather_` is put in front of it.
#define V_GATHER_BOOL V_GATHER_LANES(bool, bool)
#if MASKS
#define V_GATHER(t, T, bits) V_GATHER_##bits(t, T)
#define V_GATHER_8(t, T) V_GATHER_LANES(t, T)
#define V_GATHER_16(t, T) V_GATHER_LANES(t, T)
#define V_GATHER_32(t, T)                                                                                               \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                     \
    __m256i none = _mm256_setzero_si256();                                                                              \
    __m256i a = _mm512_mask_i64gather_epi32(none, (__mmask8)m, (__m512i)index.a, (const void *)from, 4);                \
    __m256i b = _mm512_mask_i64gather_epi32(none, (__mmask8)(m >> 8), (__m512i)index.b, (const void *)from, 4);         \
    return (v_##t)_mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);                                                  \
  }                                                                                                                     \
  VFN v_##t gather_##t(const T *from, v_i64 index) { return gather_where_##t(0xffff, from, index); }
#define V_GATHER_64(t, T)                                                                                               \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                     \
    __m512i none = _mm512_setzero_si512();                                                                              \
    __m512i a = _mm512_mask_i64gather_epi64(none, (__mmask8)m, (__m512i)index.a, (const void *)from, 8);                \
    __m512i b = _mm512_mask_i64gather_epi64(none, (__mmask8)(m >> 8), (__m512i)index.b, (const void *)from, 8);         \
    return (v_##t){(q_##t)a, (q_##t)b};                                                                                 \
  }                                                                                                                     \
  VFN v_##t gather_##t(const T *from, v_i64 index) { return gather_where_##t(0xffff, from, index); }
#else
#define V_GATHER(t, T, bits) V_GATHER_LANES(t, T)
#endif
