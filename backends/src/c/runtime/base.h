// What everything else needs: headers, attributes, and the operators of scalars.
//
// The type `f16` of Futhark is a `uint16_t` with its bits. Operators never trap: a zero divisor gives 0, and integers
// wrap around.

#if defined(__GNUC__)
#define UNUSED __attribute__((unused))
#define COLD __attribute__((cold, noinline))
// Functions that are called in many places. To inline them costs the compiler more time than it saves the program.
#define APART __attribute__((noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define VFN static inline __attribute__((unused, always_inline))
// Brings the line of memory with this address into a cache.
#define prefetch(address) __builtin_prefetch(address)
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wpsabi"
#else
#define UNUSED
#define COLD
#define APART
#define LIKELY(x) (x)
#define VFN static inline
#define prefetch(address) (void)0
#endif
#define FN static inline UNUSED

// The status of functions of the program.
enum { OK = 0, FAILED = 1 };

// The types of numbers, in the order of the compiler.
enum prim { I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64, BOOL };

FN size_t prim_size(enum prim prim) {
  static const unsigned char sizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1};
  return sizes[prim];
}

FN const char *prim_name(enum prim prim) {
  static const char *const names[] = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool"};
  return names[prim];
}

// Sums, differences and products, which wrap around.
#define WRAP_32(T, x, op, y) ((T)((uint32_t)(x) op (uint32_t)(y)))
#define WRAP_64(T, x, op, y) ((T)((uint64_t)(x) op (uint64_t)(y)))
#define add_i8(x, y) WRAP_32(int8_t, x, +, y)
#define add_i16(x, y) WRAP_32(int16_t, x, +, y)
#define add_i32(x, y) WRAP_32(int32_t, x, +, y)
#define add_i64(x, y) WRAP_64(int64_t, x, +, y)
#define add_u8(x, y) WRAP_32(uint8_t, x, +, y)
#define add_u16(x, y) WRAP_32(uint16_t, x, +, y)
#define add_u32(x, y) WRAP_32(uint32_t, x, +, y)
#define add_u64(x, y) WRAP_64(uint64_t, x, +, y)
#define sub_i8(x, y) WRAP_32(int8_t, x, -, y)
#define sub_i16(x, y) WRAP_32(int16_t, x, -, y)
#define sub_i32(x, y) WRAP_32(int32_t, x, -, y)
#define sub_i64(x, y) WRAP_64(int64_t, x, -, y)
#define sub_u8(x, y) WRAP_32(uint8_t, x, -, y)
#define sub_u16(x, y) WRAP_32(uint16_t, x, -, y)
#define sub_u32(x, y) WRAP_32(uint32_t, x, -, y)
#define sub_u64(x, y) WRAP_64(uint64_t, x, -, y)
#define mul_i8(x, y) WRAP_32(int8_t, x, *, y)
#define mul_i16(x, y) WRAP_32(int16_t, x, *, y)
#define mul_i32(x, y) WRAP_32(int32_t, x, *, y)
#define mul_i64(x, y) WRAP_64(int64_t, x, *, y)
#define mul_u8(x, y) WRAP_32(uint8_t, x, *, y)
#define mul_u16(x, y) WRAP_32(uint16_t, x, *, y)
#define mul_u32(x, y) WRAP_32(uint32_t, x, *, y)
#define mul_u64(x, y) WRAP_64(uint64_t, x, *, y)

// The other operators of integers: of type `T`, whose unsigned type is `U` and whose name is `t`. Shifts are done in
// the type `S`. `W` is a type of twice the width.
#define INTEGER(t, T, U, S, W, BITS)                                                                                       \
  FN T neg_##t(T x) { return sub_##t(0, x); }                                                                           \
  FN T not_##t(T x) { return (T)~x; }                                                                                   \
  FN T abs_##t(T x) { return x < (T)1 && x != 0 ? neg_##t(x) : x; }                                                     \
  FN T sgn_##t(T x) { return (T)((x > 0) - (x < (T)1 && x != 0)); }                                                     \
  FN T and_##t(T x, T y) { return (T)(x & y); }                                                                         \
  FN T or_##t(T x, T y) { return (T)(x | y); }                                                                          \
  FN T xor_##t(T x, T y) { return (T)(x ^ y); }                                                                         \
  FN T min_##t(T x, T y) { return y < x ? y : x; }                                                                      \
  FN T max_##t(T x, T y) { return y > x ? y : x; }                                                                      \
  FN T shl_##t(T x, T y) { return (U)y < BITS ? (T)((S)x << (U)y) : (T)0; }                                             \
  FN T lshr_##t(T x, T y) { return (U)y < BITS ? (T)((U)x >> (U)y) : (T)0; }                                            \
  FN T shr_##t(T x, T y) { return (T)(x >> ((U)y < BITS ? (U)y : BITS - 1)); }                                          \
  FN T mulhi_##t(T x, T y) { return (T)(((W)x * (W)y) >> BITS); }                                                       \
  FN T pow_##t(T x, T y) {                                                                                              \
    T z = 1;                                                                                                            \
    if (y < (T)1) return (T)(y == 0);                                                                                   \
    for (;; x = mul_##t(x, x)) {                                                                                        \
      if (y & 1) z = mul_##t(z, x);                                                                                     \
      y = (T)(y >> 1);                                                                                                  \
      if (y == 0) return z;                                                                                             \
    }                                                                                                                   \
  }

// Divisions. Those of unsigned integers round toward zero, which is down.
#define DIVISIONS_UNSIGNED(t, T)                                                                                        \
  FN T quot_##t(T x, T y) { return y == 0 ? 0 : (T)(x / y); }                                                           \
  FN T rem_##t(T x, T y) { return y == 0 ? 0 : (T)(x % y); }                                                            \
  FN T div_##t(T x, T y) { return quot_##t(x, y); }                                                                     \
  FN T mod_##t(T x, T y) { return rem_##t(x, y); }

#define DIVISIONS_SIGNED(t, T)                                                                                          \
  FN T quot_##t(T x, T y) { return y == 0 ? 0 : y == -1 ? neg_##t(x) : (T)(x / y); }                                    \
  FN T rem_##t(T x, T y) { return y == 0 || y == -1 ? 0 : (T)(x % y); }                                                 \
  FN T div_##t(T x, T y) {                                                                                              \
    T q = quot_##t(x, y), r = rem_##t(x, y);                                                                            \
    return (T)(q - (r != 0 && (r ^ y) < 0));                                                                            \
  }                                                                                                                     \
  FN T mod_##t(T x, T y) {                                                                                              \
    T r = rem_##t(x, y);                                                                                                \
    return (T)(r != 0 && (r ^ y) < 0 ? r + y : r);                                                                      \
  }

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 int128_t;
__extension__ typedef unsigned __int128 uint128_t;
#else
#error "this program needs integers of 128 bits, which GCC and clang have"
#endif

INTEGER(i8, int8_t, uint8_t, uint32_t, int16_t, 8)
INTEGER(i16, int16_t, uint16_t, uint32_t, int32_t, 16)
INTEGER(i32, int32_t, uint32_t, uint32_t, int64_t, 32)
INTEGER(i64, int64_t, uint64_t, uint64_t, int128_t, 64)
INTEGER(u8, uint8_t, uint8_t, uint32_t, uint16_t, 8)
INTEGER(u16, uint16_t, uint16_t, uint32_t, uint32_t, 16)
INTEGER(u32, uint32_t, uint32_t, uint32_t, uint64_t, 32)
INTEGER(u64, uint64_t, uint64_t, uint64_t, uint128_t, 64)
DIVISIONS_SIGNED(i8, int8_t)
DIVISIONS_SIGNED(i16, int16_t)
DIVISIONS_SIGNED(i32, int32_t)
DIVISIONS_SIGNED(i64, int64_t)
DIVISIONS_UNSIGNED(u8, uint8_t)
DIVISIONS_UNSIGNED(u16, uint16_t)
DIVISIONS_UNSIGNED(u32, uint32_t)
DIVISIONS_UNSIGNED(u64, uint64_t)

// Numbers of bits.
#if defined(__GNUC__)
FN int32_t popc_u64(uint64_t x) { return (int32_t)__builtin_popcountll(x); }
FN int32_t clz_u64(uint64_t x) { return x == 0 ? 64 : (int32_t)__builtin_clzll(x); }
#else
FN int32_t popc_u64(uint64_t x) {
  int32_t count = 0;
  for (; x != 0; x &= x - 1) count++;
  return count;
}
FN int32_t clz_u64(uint64_t x) {
  int32_t count = 64;
  for (; x != 0; x >>= 1) count--;
  return count;
}
#endif
#define COUNTS(t, T, U, BITS)                                                                                           \
  FN int32_t popc_##t(T x) { return popc_u64((U)x); }                                                                   \
  FN int32_t clz_##t(T x) { return clz_u64((uint64_t)(U)x) - (64 - BITS); }                                             \
  FN int32_t ctz_##t(T x) { return x == 0 ? BITS : popc_u64((uint64_t)((U)x & (U)-(U)x) - 1); }
COUNTS(i8, int8_t, uint8_t, 8)
COUNTS(i16, int16_t, uint16_t, 16)
COUNTS(i32, int32_t, uint32_t, 32)
COUNTS(i64, int64_t, uint64_t, 64)
COUNTS(u8, uint8_t, uint8_t, 8)
COUNTS(u16, uint16_t, uint16_t, 16)
COUNTS(u32, uint32_t, uint32_t, 32)
FN int32_t ctz_u64(uint64_t x) { return ctz_i64((int64_t)x); }

#define add_f32(x, y) ((x) + (y))
#define add_f64(x, y) ((x) + (y))
#define sub_f32(x, y) ((x) - (y))
#define sub_f64(x, y) ((x) - (y))
#define mul_f32(x, y) ((x) * (y))
#define mul_f64(x, y) ((x) * (y))
#define div_f32(x, y) ((x) / (y))
#define div_f64(x, y) ((x) / (y))
#define neg_f32(x) (-(x))
#define neg_f64(x) (-(x))

// Floats. Of two operands, one of which is no number, the least and the greatest are the other one.
#define FLOAT(t, T, U, u, F)                                                                                            \
  FN U tobits_##t(T x) {                                                                                                \
    U bits;                                                                                                             \
    memcpy(&bits, &x, sizeof bits);                                                                                     \
    return bits;                                                                                                        \
  }                                                                                                                     \
  FN T frombits_##u(U bits) {                                                                                           \
    T x;                                                                                                                \
    memcpy(&x, &bits, sizeof x);                                                                                        \
    return x;                                                                                                           \
  }                                                                                                                     \
  FN T min_##t(T x, T y) { return ((y < x) | (x != x)) ? y : x; }                                                       \
  FN T max_##t(T x, T y) { return ((y > x) | (x != x)) ? y : x; }                                                       \
  FN T abs_##t(T x) { return F(fabs)(x); }                                                                              \
  FN T sgn_##t(T x) { return x != x ? x : (T)((x > 0) - (x < 0)); }                                                     \
  FN T sqrt_##t(T x) { return F(sqrt)(x); }                                                                             \
  FN T rsqrt_##t(T x) { return 1 / F(sqrt)(x); }                                                                        \
  FN T ceil_##t(T x) { return F(ceil)(x); }                                                                             \
  FN T floor_##t(T x) { return F(floor)(x); }                                                                           \
  FN T round_##t(T x) { return F(rint)(x); }                                                                            \
  FN T trunc_##t(T x) { return F(trunc)(x); }                                                                           \
  FN bool isnan_##t(T x) { return x != x; }                                                                             \
  FN bool isinf_##t(T x) { return F(fabs)(x) == (T)INFINITY; }                                                          \
  FN T copysign_##t(T x, T y) { return F(copysign)(x, y); }                                                             \
  FN T nextafter_##t(T x, T y) { return F(nextafter)(x, y); }                                                           \
  FN T ldexp_##t(T x, int32_t y) { return F(ldexp)(x, y); }                                                             \
  FN T mod_##t(T x, T y) { return F(fmod)(x, y); }                                                                      \
  FN T fma_##t(T x, T y, T z) { return F(fma)(x, y, z); }
#define SINGLE(name) name##f
#define DOUBLE(name) name
FLOAT(f32, float, uint32_t, u32, SINGLE)
FLOAT(f64, double, uint64_t, u64, DOUBLE)

// Conversions of floats to integers round toward zero. What is out of range saturates; NaN and the infinities become 0.
FN int64_t i64_of_f64(double x) {
  if (!(fabs(x) < (double)INFINITY)) return 0;
  return x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? INT64_MIN : (int64_t)x;
}
FN int32_t i32_of_f64(double x) {
  if (!(fabs(x) < (double)INFINITY)) return 0;
  return x >= 0x1p31 ? INT32_MAX : x <= -0x1p31 ? INT32_MIN : (int32_t)x;
}
FN uint64_t u64_of_f64(double x) {
  if (!(fabs(x) < (double)INFINITY)) return 0;
  return x >= 0x1p64 ? UINT64_MAX : x >= 0 ? (uint64_t)x : (uint64_t)i64_of_f64(x);
}
FN uint32_t u32_of_f64(double x) {
  if (!(fabs(x) < (double)INFINITY)) return 0;
  return x >= 0x1p32 ? UINT32_MAX : x >= 0 ? (uint32_t)x : (uint32_t)i32_of_f64(x);
}

// Half precision.
FN float f32_of_f16(uint16_t bits) {
  uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return frombits_u32(sign | 0x7f800000 | fraction << 13);
  if (exponent != 0) return frombits_u32(sign | (exponent + 112) << 23 | fraction << 13);
  float small = (float)fraction * 0x1p-24f;
  return sign ? -small : small;
}
FN uint16_t f16_of_f32(float x) {
  uint32_t bits = tobits_f32(x), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return 0x7e00;
  if (magnitude >= 0x477ff000) return (uint16_t)(sign | 0x7c00);
  if (magnitude < 0x38800000) {
    // Adding 0.5 moves the rounded bits of a subnormal number to the end.
    float moved = frombits_u32(magnitude) + 0.5f;
    return (uint16_t)(sign | (tobits_f32(moved) - 0x3f000000));
  }
  uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return (uint16_t)(sign | (rounded - 0x38000000) >> 13);
}
#define HALF1(name) FN uint16_t name##_f16(uint16_t x) { return f16_of_f32(name##_f32(f32_of_f16(x))); }
#define HALF2(name)                                                                                                     \
  FN uint16_t name##_f16(uint16_t x, uint16_t y) { return f16_of_f32(name##_f32(f32_of_f16(x), f32_of_f16(y))); }
HALF1(sgn)
HALF1(sqrt)
HALF1(rsqrt)
HALF1(ceil)
HALF1(floor)
HALF1(round)
HALF1(trunc)
HALF2(add)
HALF2(sub)
HALF2(mul)
HALF2(div)
HALF2(mod)
FN uint16_t ldexp_f16(uint16_t x, int32_t y) { return f16_of_f32(ldexpf(f32_of_f16(x), y)); }
FN uint16_t fma_f16(uint16_t x, uint16_t y, uint16_t z) {
  return f16_of_f32(fmaf(f32_of_f16(x), f32_of_f16(y), f32_of_f16(z)));
}
FN uint16_t tobits_f16(uint16_t x) { return x; }
FN uint16_t frombits_u16(uint16_t x) { return x; }
FN bool isinf_f16(uint16_t x) { return (x & 0x7fff) == 0x7c00; }
#define eq_f16(x, y) (f32_of_f16(x) == f32_of_f16(y))
#define ne_f16(x, y) (f32_of_f16(x) != f32_of_f16(y))
#define lt_f16(x, y) (f32_of_f16(x) < f32_of_f16(y))
#define le_f16(x, y) (f32_of_f16(x) <= f32_of_f16(y))
#define gt_f16(x, y) (f32_of_f16(x) > f32_of_f16(y))
#define ge_f16(x, y) (f32_of_f16(x) >= f32_of_f16(y))
FN uint16_t neg_f16(uint16_t x) { return x ^ 0x8000; }
FN uint16_t abs_f16(uint16_t x) { return x & 0x7fff; }
FN bool isnan_f16(uint16_t x) { return (x & 0x7fff) > 0x7c00; }
FN uint16_t min_f16(uint16_t x, uint16_t y) { return f32_of_f16(y) < f32_of_f16(x) || isnan_f16(x) ? y : x; }
FN uint16_t max_f16(uint16_t x, uint16_t y) { return f32_of_f16(y) > f32_of_f16(x) || isnan_f16(x) ? y : x; }
FN uint16_t copysign_f16(uint16_t x, uint16_t y) { return (uint16_t)((x & 0x7fff) | (y & 0x8000)); }
FN uint16_t nextafter_f16(uint16_t x, uint16_t y) {
  float from = f32_of_f16(x), to = f32_of_f16(y);
  if (isnan_f16(x) || isnan_f16(y)) return 0x7e00;
  if (from == to) return y;
  if (from == 0) return 1 | (y & 0x8000);
  return (uint16_t)(((from < to) == (from > 0)) ? x + 1 : x - 1);
}

// Values as words of 64 bits, in which functions pass results of any type.
#define WORDS(t, T)                                                                                                     \
  FN uint64_t word_of_##t(T x) {                                                                                        \
    uint64_t word = 0;                                                                                                  \
    memcpy(&word, &x, sizeof x);                                                                                        \
    return word;                                                                                                        \
  }                                                                                                                     \
  FN T t##_of_word(uint64_t word) {                                                                                     \
    T x;                                                                                                                \
    memcpy(&x, &word, sizeof x);                                                                                        \
    return x;                                                                                                           \
  }
WORDS(i8, int8_t)
WORDS(i16, int16_t)
WORDS(i32, int32_t)
WORDS(i64, int64_t)
WORDS(u8, uint8_t)
WORDS(u16, uint16_t)
WORDS(u32, uint32_t)
WORDS(u64, uint64_t)
WORDS(f16, uint16_t)
WORDS(f32, float)
WORDS(f64, double)
WORDS(bool, bool)

FN int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }
FN int64_t greatest(int64_t x, int64_t y) { return x > y ? x : y; }
FN int64_t lesser(int64_t x, int64_t y) { return x < y ? x : y; }
