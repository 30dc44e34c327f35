// Vectors as arrays, for compilers without vector extensions, and processors with other registers. Truth values are
// lanes of 32 bits, 0 or -1.

#if REGISTERS == 0 && WANTS_INSTRUCTIONS
typedef v_i32 v_bool;

// ----- truth values -----

VFN void lanes_bool(bool *lanes, v_bool x) { EACH_LANE(k) lanes[k] = x.lane[k] != 0; }
VFN v_bool vector_bool(const bool *lanes) {
  v_bool x;
  EACH_LANE(k) x.lane[k] = -(int32_t)lanes[k];
  return x;
}
VFN bool v_any(v_bool x) {
  int32_t some = 0;
  EACH_LANE(k) some |= x.lane[k];
  return some != 0;
}
VFN bool v_all(v_bool x) {
  int32_t all = -1;
  EACH_LANE(k) all &= x.lane[k];
  return all != 0;
}
VFN bool lane_bool(v_bool x, int k) { return x.lane[k] != 0; }
#define BOOLS(name, EXPR)                                                                                               \
  VFN v_bool name(v_bool x, v_bool y) {                                                                                 \
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

// ----- comparisons, choices, and operators of floats -----

#define V_COMPARE(c, t, T, op) V_EACH2(v_##c##_##t, bool, bool, t, T, t, T, COMPARE_##c)
#define COMPARE_eq(x, y) ((x) == (y))
#define COMPARE_ne(x, y) ((x) != (y))
#define COMPARE_lt(x, y) ((x) < (y))
#define COMPARE_le(x, y) ((x) <= (y))
#define COMPARE_gt(x, y) ((x) > (y))
#define COMPARE_ge(x, y) ((x) >= (y))
#define V_SELECT(t, T, bits)                                                                                            \
  VFN v_##t v_select_##t(v_bool m, v_##t x, v_##t y) {                                                                  \
    EACH_LANE(k) y.lane[k] = m.lane[k] ? x.lane[k] : y.lane[k];                                                         \
    return y;                                                                                                           \
  }
#define V_ROUND(name, t, T, how) V_EACH1(v_##name##_##t, t, T, t, T, name##_##t)
#define V_SQRT(t, T) V_EACH1(v_sqrt_##t, t, T, t, T, sqrt_##t)
#define V_FMA(t, T) V_EACH3(v_fma_##t, t, T, fma_##t)
#define V_EXTREME(name, c, t, T) V_EACH2(v_##name##_##t, t, T, t, T, t, T, name##_##t)

// ----- memory -----

#define V_LOAD_WHERE(t, T, bits) V_LOAD_LANES(t, T)
#define V_STORE_WHERE(t, T, bits) V_STORE_LANES(t, T)
#define V_GATHER(t, T, bits) V_GATHER_LANES(t, T)
#define V_STEPS_LOAD(t, T, bits) V_STEPS_GATHERED(t, T)

// ----- conversions and divisions -----

#define V_CONVERT(name, t, T, s, S, f, how) V_EACH1(name, t, T, s, S, f)
#define V_DIVIDE(op, t, T, kind, down) V_EACH2(v_##op##_##t, t, T, t, T, t, T, op##_##t)
#endif

#if WANTS_INSTRUCTIONS
// Comparisons and choices of truth values.
VFN v_bool v_eq_bool(v_bool x, v_bool y) { return v_not_bool(v_ne_bool(x, y)); }
VFN v_bool v_lt_bool(v_bool x, v_bool y) { return v_logand_bool(v_not_bool(x), y); }
VFN v_bool v_gt_bool(v_bool x, v_bool y) { return v_lt_bool(y, x); }
VFN v_bool v_le_bool(v_bool x, v_bool y) { return v_not_bool(v_lt_bool(y, x)); }
VFN v_bool v_ge_bool(v_bool x, v_bool y) { return v_le_bool(y, x); }
VFN v_bool v_select_bool(v_bool m, v_bool x, v_bool y) {
  return v_logor_bool(v_logand_bool(m, x), v_logand_bool(v_not_bool(m), y));
}
#endif
