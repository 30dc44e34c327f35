// Operations on integers of 64 bits that have no instruction: those of floats if all lanes have at most 51 bits, which
// is so for nearly all sizes and indices, and else lane by lane.
//
// Divisions of floats are exact then: the rounded quotient is at most 2^-53 * x / y away from x / y, and another
// integer at least 1 / y. With a divisor of 0, quotient and remainder are 0.

#if REGISTERS && WANTS_INSTRUCTIONS
#define V_DIVIDE_LONG(op, t, T, kind, down)                                                                             \
  V_EACH2(each_##op##_##t, t, T, t, T, t, T, op##_##t)                                                                  \
  static COLD v_##t large_##op##_##t(v_##t x, v_##t y) { return each_##op##_##t(x, y); }                                \
  VFN v_##t v_##op##_##t(v_##t x, v_##t y) {                                                                            \
    return LARGE(t, x, y) ? large_##op##_##t(x, y) : PARTS(t, _MAP2)(t, small_##kind, x, y, down);                      \
  }

// Bits that an integer of at most 51 bits lacks; one with a sign, after 2^51 is added to it.
#define LARGE(t, x, y) any_large(RAISED(t, x) | RAISED(t, y), BITS_##t)
#define RAISED(t, x) PARTS(t, _UNION)(RAISED_##t, x)
#define TWO_UNION(f, x) (f(x.a) | f(x.b))
#define FOUR_UNION(f, x) (f(x.a) | f(x.b) | f(x.c) | f(x.d))
#define RAISED_i64(x) ((q_u64)(x) + (1ull << 51))
#define RAISED_u64(x) (x)
#define BITS_i64 52
#define BITS_u64 51

// The float 1.5 * 2^52, whose last bit counts for 1: its bits plus an integer are those of their sum.
static const double WHOLE = 0x1.8p52;
#define WHOLE_BITS 0x4338000000000000ull
#define FLOAT_OF_SMALL(x, k) ((q_f64)((q_u64)(x) + WHOLE_BITS) - WHOLE)
#define SMALL_OF_FLOAT(x, k) ((q_u64)((x) + WHOLE) - WHOLE_BITS)
#define small_quotient(x, y, down) divide_small((q_u64)(x), (q_u64)(y), down, false)
#define small_remainder(x, y, down) divide_small((q_u64)(x), (q_u64)(y), down, true)
VFN q_u64 divide_small(q_u64 x, q_u64 y, bool down, bool rest) {
  q_f64 a = FLOAT_OF_SMALL(x, 0), b = FLOAT_OF_SMALL(y, 0), q = rounded(a / b, down);
  return SMALL_OF_FLOAT(rest ? a - q * b : q, 0) & (q_u64)(y != 0);
}

#if REGISTERS == 256
// Conversions, for which AVX-512 has instructions. A float of 32 bits is rounded once, as that of 64 bits is exact.
#define LARGE_FLOATS(t, T)                                                                                              \
  V_EACH1(each_f64_of_##t, f64, double, t, T, (double))                                                                 \
  V_EACH1(each_f32_of_##t, f32, float, t, T, (float))                                                                   \
  static COLD UNUSED v_f64 large_f64_of_##t(v_##t x) { return each_f64_of_##t(x); }                                     \
  static COLD UNUSED v_f32 large_f32_of_##t(v_##t x) { return each_f32_of_##t(x); }                                     \
  VFN v_f64 f64_of_##t##_lanes(v_##t x) {                                                                               \
    return any_large(RAISED(t, x), BITS_##t) ? large_f64_of_##t(x) : FOUR_MAP1(f64, FLOAT_OF_SMALL, x, 0);              \
  }                                                                                                                     \
  VFN v_f32 f32_of_##t##_lanes(v_##t x) {                                                                               \
    if (any_large(RAISED(t, x), BITS_##t)) return large_f32_of_##t(x);                                                  \
    v_f64 z = FOUR_MAP1(f64, FLOAT_OF_SMALL, x, 0);                                                                     \
    return CONVERT_f32_f64(f32, z);                                                                                     \
  }
LARGE_FLOATS(i64, int64_t)
LARGE_FLOATS(u64, uint64_t)

V_EACH1(each_i64_of_f64, i64, int64_t, f64, double, i64_of_f64)
static COLD UNUSED v_i64 large_i64_of_f64(v_f64 x) { return each_i64_of_f64(x); }
#define IS_LARGE(x) (q_u64)~((q_f64)((q_u64)(x) & (UINT64_MAX >> 1)) < 0x1p51)
#define WHOLE_OF_FLOAT(x, k) SMALL_OF_FLOAT(rounded(x, false), k)
VFN v_i64 i64_of_f64_lanes(v_f64 x) {
  return any_large(FOUR_UNION(IS_LARGE, x), 0) ? large_i64_of_f64(x) : FOUR_MAP1(i64, WHOLE_OF_FLOAT, x, 0);
}
#endif
#elif WANTS_INSTRUCTIONS
#define V_DIVIDE_LONG(op, t, T, kind, down) V_EACH2(v_##op##_##t, t, T, t, T, t, T, op##_##t)
#endif
