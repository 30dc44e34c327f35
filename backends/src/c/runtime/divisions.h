// Divisions of integers of 64 bits. If all lanes have at most 51 bits, which is so for nearly all sizes and indices, they
// are those of floats, which are exact then: the rounded quotient of floats is at most 2^-53 * x / y away from x / y,
// and another integer at least 1 / y. With a divisor of 0, quotient and remainder are 0.

#if REGISTERS && WANTS_INSTRUCTIONS
#define V_DIVIDE_LONG(op, t, T, kind, down)                                                                             \
  V_EACH2(each_##op##_##t, t, T, t, T, t, T, op##_##t)                                                                  \
  static COLD v_##t large_##op##_##t(v_##t x, v_##t y) { return each_##op##_##t(x, y); }                                \
  VFN v_##t v_##op##_##t(v_##t x, v_##t y) {                                                                            \
    return LARGE(t, x, y) ? large_##op##_##t(x, y) : PARTS(t, _MAP2)(t, small_##kind, x, y, down);                      \
  }

// Bits that an integer of at most 51 bits lacks; one with a sign, after 2^51 is added to it.
#define LARGE(t, x, y) any_large(PARTS(t, _UNION)(RAISED_##t, x) | PARTS(t, _UNION)(RAISED_##t, y), BITS_##t)
#define TWO_UNION(f, x) (f(x.a) | f(x.b))
#define FOUR_UNION(f, x) (f(x.a) | f(x.b) | f(x.c) | f(x.d))
#define RAISED_i64(x) ((q_u64)(x) + (1ull << 51))
#define RAISED_u64(x) (x)
#define BITS_i64 52
#define BITS_u64 51

// The float 1.5 * 2^52, whose last bit counts for 1: its bits plus an integer are those of their sum.
static const double WHOLE = 0x1.8p52;
#define WHOLE_BITS 0x4338000000000000ull
#define FLOAT_OF_SMALL(x) ((q_f64)((q_u64)(x) + WHOLE_BITS) - WHOLE)
#define SMALL_OF_FLOAT(x) ((q_u64)((x) + WHOLE) - WHOLE_BITS)
#define small_quotient(x, y, down) divide_small((q_u64)(x), (q_u64)(y), down, false)
#define small_remainder(x, y, down) divide_small((q_u64)(x), (q_u64)(y), down, true)
VFN q_u64 divide_small(q_u64 x, q_u64 y, bool down, bool rest) {
  q_f64 a = FLOAT_OF_SMALL(x), b = FLOAT_OF_SMALL(y), q = rounded(a / b, down);
  return SMALL_OF_FLOAT(rest ? a - q * b : q) & (q_u64)(y != 0);
}
#elif WANTS_INSTRUCTIONS
#define V_DIVIDE_LONG(op, t, T, kind, down) V_EACH2(v_##op##_##t, t, T, t, T, t, T, op##_##t)
#endif
