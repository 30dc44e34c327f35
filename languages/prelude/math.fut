-- | Numbers: a module for each primitive type, and module types for kinds of numbers.
--
-- The modules are instances of three parametric modules, which are elaborated anew for each type. So an operation on
-- the type `t` becomes the compiler's operation on the primitive type that `t` stands for.

import "soacs"

-- | Conversions from every primitive type. Between integers, they keep the low bits and extend by the sign of the
-- operand's type. From floats to integers, they round toward zero. `true` is one.
module type from_prim = {
  type t
  val i8 : i8 -> t
  val i16 : i16 -> t
  val i32 : i32 -> t
  val i64 : i64 -> t
  val u8 : u8 -> t
  val u16 : u16 -> t
  val u32 : u32 -> t
  val u64 : u64 -> t
  val f16 : f16 -> t
  val f32 : f32 -> t
  val f64 : f64 -> t
  val bool : bool -> t
}

-- | The operations of all numbers. Division of integers rounds toward negative infinity.
module type numeric = {
  include from_prim
  val (+) : t -> t -> t
  val (-) : t -> t -> t
  val (*) : t -> t -> t
  val (/) : t -> t -> t
  val (%) : t -> t -> t
  val (**) : t -> t -> t
  val to_i64 : t -> i64
  val (==) : t -> t -> bool
  val (<) : t -> t -> bool
  val (>) : t -> t -> bool
  val (<=) : t -> t -> bool
  val (>=) : t -> t -> bool
  val (!=) : t -> t -> bool
  val neg : t -> t
  val max : t -> t -> t
  val min : t -> t -> t
  val abs : t -> t
  -- | The sign: -1, 0 or 1.
  val sgn : t -> t
  -- | The greatest number; for floats, infinity.
  val highest : t
  -- | The least number; for floats, negative infinity.
  val lowest : t
  val sum [n] : [n]t -> t
  val product [n] : [n]t -> t
  -- | The greatest element; `lowest` if there are none.
  val maximum [n] : [n]t -> t
  -- | The least element; `highest` if there are none.
  val minimum [n] : [n]t -> t
}

-- | Integers. Arithmetic wraps around.
module type integral = {
  include numeric
  -- | Division that rounds toward zero.
  val (//) : t -> t -> t
  -- | The remainder of `//`.
  val (%%) : t -> t -> t
  val (&) : t -> t -> t
  val (|) : t -> t -> t
  val (^) : t -> t -> t
  val not : t -> t
  val (<<) : t -> t -> t
  -- | Right shift, with copies of the sign for signed types, and zeros for unsigned types.
  val (>>) : t -> t -> t
  -- | Right shift with zeros.
  val (>>>) : t -> t -> t
  val num_bits : i32
  val get_bit : i32 -> t -> i32
  val set_bit : i32 -> t -> i32 -> t
  -- | The number of bits that are one.
  val popc : t -> i32
  -- | The high half of the product.
  val mul_hi : (x: t) -> (y: t) -> t
  -- | The high half of the product, plus `c`.
  val mad_hi : (a: t) -> (b: t) -> (c: t) -> t
  -- | The number of zero bits above the highest one bit.
  val clz : t -> i32
  -- | The number of zero bits below the lowest one bit.
  val ctz : t -> i32
}

-- | The operations of real numbers.
module type real = {
  include numeric
  val recip : t -> t
  -- | The quotient of two integers.
  val from_fraction : i64 -> i64 -> t
  val to_i64 : t -> i64
  val to_f64 : t -> f64
  val sqrt : t -> t
  val rsqrt : t -> t
  val cbrt : t -> t
  val exp : t -> t
  val sin : t -> t
  val cos : t -> t
  val tan : t -> t
  val sinpi : t -> t
  val cospi : t -> t
  val tanpi : t -> t
  val asin : t -> t
  val acos : t -> t
  val atan : t -> t
  val asinpi : t -> t
  val acospi : t -> t
  val atanpi : t -> t
  val sinh : t -> t
  val cosh : t -> t
  val tanh : t -> t
  val asinh : t -> t
  val acosh : t -> t
  val atanh : t -> t
  val atan2 : t -> t -> t
  val atan2pi : t -> t -> t
  val hypot : t -> t -> t
  val gamma : t -> t
  val lgamma : t -> t
  val erf : t -> t
  val erfc : t -> t
  -- | Interpolates between the first number, at 0, and the second, at 1.
  val lerp : t -> t -> t -> t
  val log : t -> t
  val log2 : t -> t
  val log10 : t -> t
  val log1p : t -> t
  val ceil : t -> t
  val floor : t -> t
  val trunc : t -> t
  -- | The nearest whole number; of two, the even one.
  val round : t -> t
  -- | `a * b + c`.
  val mad : (a: t) -> (b: t) -> (c: t) -> t
  -- | `a * b + c`, rounded once.
  val fma : (a: t) -> (b: t) -> (c: t) -> t
  val isinf : t -> bool
  val isnan : t -> bool
  val inf : t
  val nan : t
  val pi : t
  val e : t
}

-- | IEEE floating-point numbers.
module type float = {
  include real
  -- | The unsigned integers of the same width.
  type int_t
  val from_bits : int_t -> t
  val to_bits : t -> int_t
  val num_bits : i32
  val get_bit : i32 -> t -> i32
  val set_bit : i32 -> t -> i32 -> t
  -- | The distance from 1 to the next greater number.
  val epsilon : t
  val nextafter : (x: t) -> (y: t) -> t
  val ldexp : t -> i32 -> t
  val copysign : (x: t) -> (y: t) -> t
}

local module from_prims (T: { type t }) = {
  type t = T.t
  #[intrinsic(convert)] def i8 (x: i8) : t = ???
  #[intrinsic(convert)] def i16 (x: i16) : t = ???
  #[intrinsic(convert)] def i32 (x: i32) : t = ???
  #[intrinsic(convert)] def i64 (x: i64) : t = ???
  #[intrinsic(convert)] def u8 (x: u8) : t = ???
  #[intrinsic(convert)] def u16 (x: u16) : t = ???
  #[intrinsic(convert)] def u32 (x: u32) : t = ???
  #[intrinsic(convert)] def u64 (x: u64) : t = ???
  #[intrinsic(convert)] def f16 (x: f16) : t = ???
  #[intrinsic(convert)] def f32 (x: f32) : t = ???
  #[intrinsic(convert)] def f64 (x: f64) : t = ???
  #[intrinsic(convert)] def bool (x: bool) : t = ???
}

local module numbers (T: { type t val highest : t val lowest : t }) = {
  open from_prims T
  #[intrinsic(convert)] def to_i64 (x: t) : i64 = ???
  #[intrinsic(add)] def (+) (x: t) (y: t) : t = ???
  #[intrinsic(sub)] def (-) (x: t) (y: t) : t = ???
  #[intrinsic(mul)] def (*) (x: t) (y: t) : t = ???
  #[intrinsic(div)] def (/) (x: t) (y: t) : t = ???
  #[intrinsic(mod)] def (%) (x: t) (y: t) : t = ???
  #[intrinsic(pow)] def (**) (x: t) (y: t) : t = ???
  #[intrinsic(eq)] def (==) (x: t) (y: t) : bool = ???
  #[intrinsic(ne)] def (!=) (x: t) (y: t) : bool = ???
  #[intrinsic(lt)] def (<) (x: t) (y: t) : bool = ???
  #[intrinsic(le)] def (<=) (x: t) (y: t) : bool = ???
  #[intrinsic(gt)] def (>) (x: t) (y: t) : bool = ???
  #[intrinsic(ge)] def (>=) (x: t) (y: t) : bool = ???
  #[intrinsic(max)] def max (x: t) (y: t) : t = ???
  #[intrinsic(min)] def min (x: t) (y: t) : t = ???
  #[intrinsic(neg)] def neg (x: t) : t = ???
  #[intrinsic(abs)] def abs (x: t) : t = ???
  #[intrinsic(sgn)] def sgn (x: t) : t = ???
  def highest : t = T.highest
  def lowest : t = T.lowest
  def sum [n] (xs: [n]t) : t = reduce (+) (i8 0) xs
  def product [n] (xs: [n]t) : t = reduce (*) (i8 1) xs
  def maximum [n] (xs: [n]t) : t = reduce_comm max T.lowest xs
  def minimum [n] (xs: [n]t) : t = reduce_comm min T.highest xs
}

local module integers (T: { type t val num_bits : i32 val highest : t val lowest : t }) = {
  open numbers T
  def num_bits : i32 = T.num_bits
  #[intrinsic(convert)] local def to_i32 (x: t) : i32 = ???
  #[intrinsic(quot)] def (//) (x: t) (y: t) : t = ???
  #[intrinsic(rem)] def (%%) (x: t) (y: t) : t = ???
  #[intrinsic(and)] def (&) (x: t) (y: t) : t = ???
  #[intrinsic(or)] def (|) (x: t) (y: t) : t = ???
  #[intrinsic(xor)] def (^) (x: t) (y: t) : t = ???
  #[intrinsic(shl)] def (<<) (x: t) (y: t) : t = ???
  #[intrinsic(shr)] def (>>) (x: t) (y: t) : t = ???
  #[intrinsic(lshr)] def (>>>) (x: t) (y: t) : t = ???
  #[intrinsic(complement)] def not (x: t) : t = ???
  #[intrinsic(popc)] def popc (x: t) : i32 = ???
  #[intrinsic(clz)] def clz (x: t) : i32 = ???
  #[intrinsic(ctz)] def ctz (x: t) : i32 = ???
  #[intrinsic(mulhi)] def mul_hi (x: t) (y: t) : t = ???
  def mad_hi (a: t) (b: t) (c: t) : t = mul_hi a b + c
  def get_bit (bit: i32) (x: t) : i32 = to_i32 ((x >> i32 bit) & i8 1)
  def set_bit (bit: i32) (x: t) (b: i32) : t = (x & not (i8 1 << i32 bit)) | (i32 b << i32 bit)
}

local module floats (T: { type t
                          type int_t
                          val num_bits : i32
                          val epsilon : t
                          module bits : { val get_bit : i32 -> int_t -> i32 val set_bit : i32 -> int_t -> i32 -> int_t } }) = {
  open numbers { type t = T.t def highest : t = 1 / 0 def lowest : t = -1 / 0 }
  type int_t = T.int_t
  def num_bits : i32 = T.num_bits
  def epsilon : t = T.epsilon
  #[intrinsic(convert)] def to_f64 (x: t) : f64 = ???
  def recip (x: t) : t = i8 1 / x
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y
  #[intrinsic(sqrt)] def sqrt (x: t) : t = ???
  #[intrinsic(rsqrt)] def rsqrt (x: t) : t = ???
  #[intrinsic(cbrt)] def cbrt (x: t) : t = ???
  #[intrinsic(exp)] def exp (x: t) : t = ???
  #[intrinsic(sin)] def sin (x: t) : t = ???
  #[intrinsic(cos)] def cos (x: t) : t = ???
  #[intrinsic(tan)] def tan (x: t) : t = ???
  #[intrinsic(sinpi)] def sinpi (x: t) : t = ???
  #[intrinsic(cospi)] def cospi (x: t) : t = ???
  #[intrinsic(tanpi)] def tanpi (x: t) : t = ???
  #[intrinsic(asin)] def asin (x: t) : t = ???
  #[intrinsic(acos)] def acos (x: t) : t = ???
  #[intrinsic(atan)] def atan (x: t) : t = ???
  #[intrinsic(asinpi)] def asinpi (x: t) : t = ???
  #[intrinsic(acospi)] def acospi (x: t) : t = ???
  #[intrinsic(atanpi)] def atanpi (x: t) : t = ???
  #[intrinsic(sinh)] def sinh (x: t) : t = ???
  #[intrinsic(cosh)] def cosh (x: t) : t = ???
  #[intrinsic(tanh)] def tanh (x: t) : t = ???
  #[intrinsic(asinh)] def asinh (x: t) : t = ???
  #[intrinsic(acosh)] def acosh (x: t) : t = ???
  #[intrinsic(atanh)] def atanh (x: t) : t = ???
  #[intrinsic(gamma)] def gamma (x: t) : t = ???
  #[intrinsic(lgamma)] def lgamma (x: t) : t = ???
  #[intrinsic(erf)] def erf (x: t) : t = ???
  #[intrinsic(erfc)] def erfc (x: t) : t = ???
  #[intrinsic(log)] def log (x: t) : t = ???
  #[intrinsic(log2)] def log2 (x: t) : t = ???
  #[intrinsic(log10)] def log10 (x: t) : t = ???
  #[intrinsic(log1p)] def log1p (x: t) : t = ???
  #[intrinsic(ceil)] def ceil (x: t) : t = ???
  #[intrinsic(floor)] def floor (x: t) : t = ???
  #[intrinsic(trunc)] def trunc (x: t) : t = ???
  #[intrinsic(round)] def round (x: t) : t = ???
  #[intrinsic(atan2)] def atan2 (x: t) (y: t) : t = ???
  #[intrinsic(atan2pi)] def atan2pi (x: t) (y: t) : t = ???
  #[intrinsic(hypot)] def hypot (x: t) (y: t) : t = ???
  #[intrinsic(nextafter)] def nextafter (x: t) (y: t) : t = ???
  #[intrinsic(copysign)] def copysign (x: t) (y: t) : t = ???
  #[intrinsic(ldexp)] def ldexp (x: t) (y: i32) : t = ???
  #[intrinsic(fma)] def fma (a: t) (b: t) (c: t) : t = ???
  def mad (a: t) (b: t) (c: t) : t = a * b + c
  def lerp (v0: t) (v1: t) (x: t) : t = v0 + (v1 - v0) * x
  #[intrinsic(isinf)] def isinf (x: t) : bool = ???
  #[intrinsic(isnan)] def isnan (x: t) : bool = ???
  #[intrinsic(tobits)] def to_bits (x: t) : int_t = ???
  #[intrinsic(frombits)] def from_bits (x: int_t) : t = ???
  def get_bit (bit: i32) (x: t) : i32 = T.bits.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: t) (b: i32) : t = from_bits (T.bits.set_bit bit (to_bits x) b)
  def inf : t = highest
  def nan : t = i8 0 / i8 0
  def pi : t = f64 3.141592653589793f64
  def e : t = f64 2.718281828459045f64
}

-- | Truth values as numbers: zero is false, every other number true.
module bool : from_prim with t = bool = from_prims { type t = bool }

-- | Signed integers of 8 bits.
module i8 : integral with t = i8 = integers {
  type t = i8
  def num_bits : i32 = 8
  def highest : t = 127
  def lowest : t = -127 - 1
}

-- | Signed integers of 16 bits.
module i16 : integral with t = i16 = integers {
  type t = i16
  def num_bits : i32 = 16
  def highest : t = 32767
  def lowest : t = -32767 - 1
}

-- | Signed integers of 32 bits.
module i32 : integral with t = i32 = integers {
  type t = i32
  def num_bits : i32 = 32
  def highest : t = 2147483647
  def lowest : t = -2147483647 - 1
}

-- | Signed integers of 64 bits.
module i64 : integral with t = i64 = integers {
  type t = i64
  def num_bits : i32 = 64
  def highest : t = 9223372036854775807
  def lowest : t = -9223372036854775807 - 1
}

-- | Unsigned integers of 8 bits.
module u8 : integral with t = u8 = integers {
  type t = u8
  def num_bits : i32 = 8
  def highest : t = 255
  def lowest : t = 0
}

-- | Unsigned integers of 16 bits.
module u16 : integral with t = u16 = integers {
  type t = u16
  def num_bits : i32 = 16
  def highest : t = 65535
  def lowest : t = 0
}

-- | Unsigned integers of 32 bits.
module u32 : integral with t = u32 = integers {
  type t = u32
  def num_bits : i32 = 32
  def highest : t = 4294967295
  def lowest : t = 0
}

-- | Unsigned integers of 64 bits.
module u64 : integral with t = u64 = integers {
  type t = u64
  def num_bits : i32 = 64
  def highest : t = 18446744073709551615
  def lowest : t = 0
}

-- | Floats of double precision.
module f64 : float with t = f64 with int_t = u64 = floats {
  type t = f64
  type int_t = u64
  def num_bits : i32 = 64
  def epsilon : t = 2.220446049250313e-16
  module bits = u64
}

-- | Floats of single precision.
module f32 : float with t = f32 with int_t = u32 = floats {
  type t = f32
  type int_t = u32
  def num_bits : i32 = 32
  def epsilon : t = 1.1920929e-7
  module bits = u32
}

-- | Floats of half precision.
module f16 : float with t = f16 with int_t = u16 = floats {
  type t = f16
  type int_t = u16
  def num_bits : i32 = 16
  def epsilon : t = 9.765625e-4
  module bits = u16
}
