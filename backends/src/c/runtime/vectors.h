// Vectors of 16 lanes, whatever the registers are: those of 512 bits with AVX-512, and of 256 bits with AVX2, by the
// vector extensions of GCC and clang.
//
// A vector is as many registers as its lanes take: with 512 bits, one for numbers of 32 bits and two for those of 64;
// with 256 bits, two and four. Registers of a vector are in a struct, as GCC keeps vectors that are longer than
// registers in memory. Other compilers and processors have arrays (`arrays.h`). An operator without an instruction is
// applied to each lane. The program defines the operators that it needs by the macros `V_…`.
//
// `avx512.h`, `avx2.h` and `arrays.h` have the same functions and macros: truth values, comparisons, choices, operators
// of floats, memory with masks, conversions and divisions; `longs.h` has those of 64 bits.

enum { LANES = 16 };
#define EACH_LANE(k) for (int k = 0; k < LANES; k++)

// Whether a group starts at an index. If indices from `first` on may run twice, the last group overlaps the one before.
FN bool next_group(int64_t *next, int64_t first, int64_t high) {
  if (high - *next >= LANES) return true;
  if (*next >= high || high - first < LANES) return false;
  *next = high - LANES;
  return true;
}

// ----- the registers of a vector -----

// How many registers each type has: `PARTS(f64, X)` is `TWO_X` or `FOUR_X`, or `EACH_X` where vectors are arrays.
#define PARTS(t, f) JOINED(PARTS_##t, f)
#define JOINED(a, b) JOINED_NOW(a, b)
#define JOINED_NOW(a, b) a##b
#if REGISTERS == 512
#define PARTS_8 ONE
#define PARTS_16 ONE
#define PARTS_32 ONE
#define PARTS_64 TWO
#elif REGISTERS == 256
#define PARTS_8 ONE
#define PARTS_16 ONE
#define PARTS_32 TWO
#define PARTS_64 FOUR
#else
#define PARTS_8 EACH
#define PARTS_16 EACH
#define PARTS_32 EACH
#define PARTS_64 EACH
#endif
#define PARTS_i8 PARTS_8
#define PARTS_u8 PARTS_8
#define PARTS_i16 PARTS_16
#define PARTS_u16 PARTS_16
#define PARTS_f16 PARTS_16
#define PARTS_i32 PARTS_32
#define PARTS_u32 PARTS_32
#define PARTS_f32 PARTS_32
#define PARTS_i64 PARTS_64
#define PARTS_u64 PARTS_64
#define PARTS_f64 PARTS_64

// Vectors `v_f32`, and their registers `q_f32`.
#define ONE_TYPES(t, T)                                                                                                 \
  typedef T v_##t __attribute__((vector_size(LANES * sizeof(T))));                                                      \
  typedef v_##t q_##t;
#define TWO_TYPES(t, T)                                                                                                 \
  typedef T q_##t __attribute__((vector_size(LANES * sizeof(T) / 2)));                                                  \
  typedef struct { q_##t a, b; } v_##t;
#define FOUR_TYPES(t, T)                                                                                                \
  typedef T q_##t __attribute__((vector_size(LANES * sizeof(T) / 4)));                                                  \
  typedef struct { q_##t a, b, c, d; } v_##t;
#define EACH_TYPES(t, T) typedef struct { T lane[LANES]; } v_##t;

// Vectors as arrays: each register by itself, so that compilers need no memory for all of them.
#define ONE_ARRAYS(t, T)                                                                                                \
  VFN void lanes_##t(T *lanes, v_##t x) { memcpy(lanes, &x, sizeof x); }                                                \
  VFN v_##t vector_##t(const T *lanes) {                                                                                \
    v_##t x;                                                                                                            \
    memcpy(&x, lanes, sizeof x);                                                                                        \
    return x;                                                                                                           \
  }
#define EACH_ARRAYS(t, T) ONE_ARRAYS(t, T)
#define TWO_ARRAYS(t, T)                                                                                                \
  VFN void lanes_##t(T *lanes, v_##t x) {                                                                               \
    memcpy(lanes, &x.a, sizeof x.a);                                                                                    \
    memcpy(lanes + LANES / 2, &x.b, sizeof x.b);                                                                        \
  }                                                                                                                     \
  VFN v_##t vector_##t(const T *lanes) {                                                                                \
    v_##t x;                                                                                                            \
    memcpy(&x.a, lanes, sizeof x.a);                                                                                    \
    memcpy(&x.b, lanes + LANES / 2, sizeof x.b);                                                                        \
    return x;                                                                                                           \
  }
#define FOUR_ARRAYS(t, T)                                                                                               \
  VFN void lanes_##t(T *lanes, v_##t x) {                                                                               \
    memcpy(lanes, &x.a, sizeof x.a);                                                                                    \
    memcpy(lanes + 4, &x.b, sizeof x.b);                                                                                \
    memcpy(lanes + 8, &x.c, sizeof x.c);                                                                                \
    memcpy(lanes + 12, &x.d, sizeof x.d);                                                                               \
  }                                                                                                                     \
  VFN v_##t vector_##t(const T *lanes) {                                                                                \
    v_##t x;                                                                                                            \
    memcpy(&x.a, lanes, sizeof x.a);                                                                                    \
    memcpy(&x.b, lanes + 4, sizeof x.b);                                                                                \
    memcpy(&x.c, lanes + 8, sizeof x.c);                                                                                \
    memcpy(&x.d, lanes + 12, sizeof x.d);                                                                               \
    return x;                                                                                                           \
  }
#define V_TYPE(t, T) PARTS(t, _TYPES)(t, T) PARTS(t, _ARRAYS)(t, T)
V_TYPE(i8, int8_t)
V_TYPE(i16, int16_t)
V_TYPE(i32, int32_t)
V_TYPE(i64, int64_t)
V_TYPE(u8, uint8_t)
V_TYPE(u16, uint16_t)
V_TYPE(u32, uint32_t)
V_TYPE(u64, uint64_t)
V_TYPE(f16, uint16_t)
V_TYPE(f32, float)
V_TYPE(f64, double)

// Applies the macro `f` to each register of vectors of type `t`. `k` is the same for all registers.
#define ONE_MAP1(t, f, x, k) (v_##t)f(x, k)
#define TWO_MAP1(t, f, x, k) (v_##t){(q_##t)f(x.a, k), (q_##t)f(x.b, k)}
#define FOUR_MAP1(t, f, x, k) (v_##t){(q_##t)f(x.a, k), (q_##t)f(x.b, k), (q_##t)f(x.c, k), (q_##t)f(x.d, k)}
#define ONE_MAP2(t, f, x, y, k) (v_##t)f(x, y, k)
#define TWO_MAP2(t, f, x, y, k) (v_##t){(q_##t)f(x.a, y.a, k), (q_##t)f(x.b, y.b, k)}
#define FOUR_MAP2(t, f, x, y, k)                                                                                        \
  (v_##t){(q_##t)f(x.a, y.a, k), (q_##t)f(x.b, y.b, k), (q_##t)f(x.c, y.c, k), (q_##t)f(x.d, y.d, k)}
#define ONE_MAP3(t, f, x, y, z) (v_##t)f(x, y, z)
#define TWO_MAP3(t, f, x, y, z) (v_##t){(q_##t)f(x.a, y.a, z.a), (q_##t)f(x.b, y.b, z.b)}
#define FOUR_MAP3(t, f, x, y, z)                                                                                        \
  (v_##t){(q_##t)f(x.a, y.a, z.a), (q_##t)f(x.b, y.b, z.b), (q_##t)f(x.c, y.c, z.c), (q_##t)f(x.d, y.d, z.d)}

// ----- each lane by itself -----

// An operator `f` that takes lanes of the types `t`, `u` and `s` to lanes of type `r`.
#define V_EACH1(name, r, R, t, T, f)                                                                                    \
  VFN v_##r name(v_##t x) {                                                                                             \
    T xs[LANES];                                                                                                        \
    R zs[LANES];                                                                                                        \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) zs[k] = f(xs[k]);                                                                                      \
    return vector_##r(zs);                                                                                              \
  }
#define V_EACH2(name, r, R, t, T, u, U, f)                                                                              \
  VFN v_##r name(v_##t x, v_##u y) {                                                                                    \
    T xs[LANES];                                                                                                        \
    U ys[LANES];                                                                                                        \
    R zs[LANES];                                                                                                        \
    lanes_##t(xs, x);                                                                                                   \
    lanes_##u(ys, y);                                                                                                   \
    EACH_LANE(k) zs[k] = f(xs[k], ys[k]);                                                                               \
    return vector_##r(zs);                                                                                              \
  }
#define V_EACH3(name, t, T, f)                                                                                          \
  VFN v_##t name(v_##t x, v_##t y, v_##t z) {                                                                           \
    T xs[LANES], ys[LANES], zs[LANES];                                                                                  \
    lanes_##t(xs, x);                                                                                                   \
    lanes_##t(ys, y);                                                                                                   \
    lanes_##t(zs, z);                                                                                                   \
    EACH_LANE(k) zs[k] = f(xs[k], ys[k], zs[k]);                                                                        \
    return vector_##t(zs);                                                                                              \
  }

// Other views of the same bits.
#define V_BITS(name, r, t) PARTS(t, _BITS)(name, r, t)
#define ONE_BITS(name, r, t) VFN v_##r name(v_##t x) { return ONE_MAP1(r, SAME, x, 0); }
#define TWO_BITS(name, r, t) VFN v_##r name(v_##t x) { return TWO_MAP1(r, SAME, x, 0); }
#define FOUR_BITS(name, r, t) VFN v_##r name(v_##t x) { return FOUR_MAP1(r, SAME, x, 0); }
#define SAME(x, k) x
#define EACH_BITS(name, r, t)                                                                                           \
  VFN v_##r name(v_##t x) {                                                                                             \
    v_##r z;                                                                                                            \
    memcpy(&z, &x, sizeof z);                                                                                           \
    return z;                                                                                                           \
  }

// ----- operators with instructions -----

// Integers become unsigned ones (`u`), which wrap around.
#define V_OP(name, t, T, u, op) PARTS(t, _OP)(name, t, T, u, op)
#define ONE_OP(name, t, T, u, op) VFN v_##t v_##name##_##t(v_##t x, v_##t y) { return (v_##t)((v_##u)x op (v_##u)y); }
#define TWO_OP(name, t, T, u, op)                                                                                       \
  VFN v_##t v_##name##_##t(v_##t x, v_##t y) {                                                                          \
    return (v_##t){(q_##t)((q_##u)x.a op (q_##u)y.a), (q_##t)((q_##u)x.b op (q_##u)y.b)};                               \
  }
#define FOUR_OP(name, t, T, u, op)                                                                                      \
  VFN v_##t v_##name##_##t(v_##t x, v_##t y) {                                                                          \
    return (v_##t){(q_##t)((q_##u)x.a op (q_##u)y.a), (q_##t)((q_##u)x.b op (q_##u)y.b),                                \
                   (q_##t)((q_##u)x.c op (q_##u)y.c), (q_##t)((q_##u)x.d op (q_##u)y.d)};                               \
  }
#define EACH_OP(name, t, T, u, op) V_EACH2(v_##name##_##t, t, T, t, T, t, T, name##_##t)

// The same number in all lanes. Less 0, a number is itself, -0 too.
#define V_SPLAT(t, T) PARTS(t, _SPLAT)(t, T)
#define ONE_SPLAT(t, T) VFN v_##t splat_##t(T x) { return (v_##t)(x - (q_##t){0}); }
#define TWO_SPLAT(t, T)                                                                                                 \
  VFN v_##t splat_##t(T x) {                                                                                            \
    q_##t part = x - (q_##t){0};                                                                                        \
    return (v_##t){part, part};                                                                                         \
  }
#define FOUR_SPLAT(t, T)                                                                                                \
  VFN v_##t splat_##t(T x) {                                                                                            \
    q_##t part = x - (q_##t){0};                                                                                        \
    return (v_##t){part, part, part, part};                                                                             \
  }
#define EACH_SPLAT(t, T)                                                                                                \
  VFN v_##t splat_##t(T x) {                                                                                            \
    v_##t z;                                                                                                            \
    EACH_LANE(k) z.lane[k] = x;                                                                                         \
    return z;                                                                                                           \
  }

// Numbers that are equally far apart.
#define V_STEPS(t, T, u) PARTS(t, _STEPS)(t, T, u)
#define ONE_STEPS(t, T, u)                                                                                              \
  VFN v_##t steps_##t(T base, T step) {                                                                                 \
    q_##u from = (q_##u)(base - (q_##t){0}), by = (q_##u)(step - (q_##t){0});                                           \
    return (v_##t)(from + by * (q_##u){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});                          \
  }
#define TWO_STEPS(t, T, u)                                                                                              \
  VFN v_##t steps_##t(T base, T step) {                                                                                 \
    q_##u from = (q_##u)(base - (q_##t){0}), by = (q_##u)(step - (q_##t){0});                                           \
    return (v_##t){(q_##t)(from + by * (q_##u){0, 1, 2, 3, 4, 5, 6, 7}),                                                \
                   (q_##t)(from + by * (q_##u){8, 9, 10, 11, 12, 13, 14, 15})};                                         \
  }
#define FOUR_STEPS(t, T, u)                                                                                             \
  VFN v_##t steps_##t(T base, T step) {                                                                                 \
    q_##u from = (q_##u)(base - (q_##t){0}), by = (q_##u)(step - (q_##t){0});                                           \
    return (v_##t){(q_##t)(from + by * (q_##u){0, 1, 2, 3}), (q_##t)(from + by * (q_##u){4, 5, 6, 7}),                  \
                   (q_##t)(from + by * (q_##u){8, 9, 10, 11}), (q_##t)(from + by * (q_##u){12, 13, 14, 15})};           \
  }
#define EACH_STEPS(t, T, u)                                                                                             \
  VFN v_##t steps_##t(T base, T step) {                                                                                 \
    v_##t z;                                                                                                            \
    EACH_LANE(k) z.lane[k] = add_##t(base, mul_##t(step, (T)k));                                                        \
    return z;                                                                                                           \
  }

// What each kind of register has its own instructions for (`SELECT_32`, `ROUND_f32`, `CONVERT_f32_i32` and others).
#if REGISTERS
#define V_SELECT(t, T, bits) VFN v_##t v_select_##t(v_bool m, v_##t x, v_##t y) { return SELECT_##bits(t, m, x, y); }
#define V_ROUND(name, t, T, how) VFN v_##t v_##name##_##t(v_##t x) { return PARTS(t, _MAP1)(t, ROUND_##t, x, how); }
#define V_SQRT(t, T) VFN v_##t v_sqrt_##t(v_##t x) { return PARTS(t, _MAP1)(t, SQRT_##t, x, 0); }
#define V_FMA(t, T)                                                                                                     \
  VFN v_##t v_fma_##t(v_##t x, v_##t y, v_##t z) { return PARTS(t, _MAP3)(t, FMA_##t, x, y, z); }
#define V_CONVERT(name, t, T, s, S, f, how) VFN v_##t name(v_##s x) { return CONVERT_##how(t, x); }
#endif

// ----- memory -----

#define V_LOAD(t, T) VFN v_##t load_##t(const T *from) { return vector_##t(from); }
#define V_STORE(t, T) VFN void store_##t(T *to, v_##t x) { lanes_##t(to, x); }

// The lanes of a mask, one by one; the others are 0.
#define V_LOAD_LANES(t, T)                                                                                              \
  VFN v_##t load_where_##t(v_bool m, const T *from) {                                                                   \
    bool ms[LANES];                                                                                                     \
    T zs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    EACH_LANE(k) zs[k] = ms[k] ? from[k] : 0;                                                                           \
    return vector_##t(zs);                                                                                              \
  }
#define V_STORE_LANES(t, T)                                                                                             \
  VFN void store_where_##t(v_bool m, T *to, v_##t x) {                                                                  \
    bool ms[LANES];                                                                                                     \
    T xs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) if (ms[k]) to[k] = xs[k];                                                                              \
  }

// Each lane at an index of its own.
#define V_GATHER_LANES(t, T)                                                                                            \
  VFN v_##t gather_##t(const T *from, v_i64 index) {                                                                    \
    int64_t at[LANES];                                                                                                  \
    T zs[LANES];                                                                                                        \
    lanes_i64(at, index);                                                                                               \
    EACH_LANE(k) zs[k] = from[at[k]];                                                                                   \
    return vector_##t(zs);                                                                                              \
  }                                                                                                                     \
  VFN v_##t gather_where_##t(v_bool m, const T *from, v_i64 index) {                                                    \
    bool ms[LANES];                                                                                                     \
    int64_t at[LANES];                                                                                                  \
    T zs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    lanes_i64(at, index);                                                                                               \
    EACH_LANE(k) zs[k] = ms[k] ? from[at[k]] : 0;                                                                       \
    return vector_##t(zs);                                                                                              \
  }
// `bool` is a macro of its own, which must not be replaced before `gather_` is put in front of it.
#define V_GATHER_BOOL V_GATHER_LANES(bool, bool)
// Elements that are equally far apart.
#define V_STEPS_GATHERED(t, T)                                                                                          \
  VFN v_##t load_steps_##t(const T *from, int64_t step) { return gather_##t(from, steps_i64(0, step)); }
#define V_STEPS_LOAD_BOOL V_STEPS_GATHERED(bool, bool)
// Reads of one element each are faster than gathers. They are of floats, for GCC puts integers together in general
// registers.
#define LOAD_STEPS_8(t, T) V_STEPS_GATHERED(t, T)
#define LOAD_STEPS_16(t, T) V_STEPS_GATHERED(t, T)
#define LOAD_STEPS_32(t, T) STEPS_APART(t, T, float_bits, STEPS_32)
#define LOAD_STEPS_64(t, T) STEPS_APART(t, T, double_bits, STEPS_64)
#define STEPS_APART(t, T, bits, join)                                                                                   \
  VFN v_##t load_steps_##t(const T *from, int64_t step) {                                                               \
    const bits *a = (const bits *)from, *b = a + 4 * step, *c = b + 4 * step, *d = c + 4 * step;                        \
    return join(t, a, b, c, d);                                                                                         \
  }
#define STEPS_OF_4(from) (from)[0], (from)[step], (from)[2 * step], (from)[3 * step]
#ifdef __GNUC__
typedef float float_bits __attribute__((may_alias));
typedef double double_bits __attribute__((may_alias));
#endif
#define V_SCATTER(t, T)                                                                                                 \
  VFN void scatter_##t(T *to, v_i64 index, v_##t x) {                                                                   \
    int64_t at[LANES];                                                                                                  \
    T xs[LANES];                                                                                                        \
    lanes_i64(at, index);                                                                                               \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) to[at[k]] = xs[k];                                                                                     \
  }
#define V_SCATTER_WHERE(t, T)                                                                                           \
  VFN void scatter_where_##t(v_bool m, T *to, v_i64 index, v_##t x) {                                                   \
    bool ms[LANES];                                                                                                     \
    int64_t at[LANES];                                                                                                  \
    T xs[LANES];                                                                                                        \
    lanes_bool(ms, m);                                                                                                  \
    lanes_i64(at, index);                                                                                               \
    lanes_##t(xs, x);                                                                                                   \
    EACH_LANE(k) if (ms[k]) to[at[k]] = xs[k];                                                                          \
  }
