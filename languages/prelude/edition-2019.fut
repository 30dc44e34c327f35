-- | The prelude of editions with sizes and indices of type `i32`. This file is written in edition 2019.

open import "prelude"

local module today = import "prelude"

-- | The number of elements.
let length [n] 't (_: [n]t) : i32 = n

-- | The first `i` elements.
let take [n] 't (i: i32) (x: [n]t) : [i]t = x[0:i]

-- | All elements but the first `i`.
let drop [n] 't (i: i32) (x: [n]t) = x[i:]

-- | The first `n` elements, and the rest.
let split 't (n: i32) (xs: []t) : ([n]t, []t) = (xs[:n], xs[n:])

-- | The elements before `i`, those from `i` to before `j`, and the rest.
let split2 't (i: i32) (j: i32) (xs: []t) : ([i]t, []t, []t) = (xs[:i], xs[i:j], xs[j:])

-- | The array rotated `r` places to the left.
let rotate [n] 't (r: i32) (xs: [n]t) : [n]t = today.rotate (i64.i32 r) xs

-- | The array with another value at one index.
let update [n] 't (xs: *[n]t) (i: i32) (x: t) : *[n]t = xs with [i] = x

-- | The numbers from 0 to below `n`.
let iota (n: i32) : *[n]i32 = map i32.i64 (today.iota (i64.i32 n))

-- | The valid indices of an array.
let indices [n] 't (_: [n]t) : *[n]i32 = iota n

-- | An array of `n` times `x`.
let replicate 't (n: i32) (x: t) : *[n]t = today.replicate (i64.i32 n) x

-- | The elements as rows of a matrix.
let unflatten 't (n: i32) (m: i32) (xs: []t) : [n][m]t =
  let cut [k] [n] [m] (_: [n]()) (_: [m]()) (xs: [k]t) : [n][m]t = today.unflatten xs
  in cut (replicate n ()) (replicate m ()) xs

-- | As `unflatten`, for three dimensions.
let unflatten_3d 't (n: i32) (m: i32) (l: i32) (xs: []t) : [n][m][l]t = unflatten n m (unflatten (n * m) l xs)

-- | As `unflatten`, for four dimensions.
let unflatten_4d 't (n: i32) (m: i32) (l: i32) (k: i32) (xs: []t) : [n][m][l][k]t =
  unflatten n m (unflatten_3d (n * m) l k xs)

-- | The elements with `x` between neighbours.
let intersperse [n] 't (x: t) (xs: [n]t) : *[]t =
  map (\i -> if i % 2 == 1 then x else xs[i / 2]) (iota (i32.max (2 * n - 1) 0))

-- | All rows, one after the other, with `x` between neighbours.
let intercalate [n] [m] 't (x: [m]t) (xs: [n][m]t) : []t = flatten (intersperse x xs)

-- | `num_steps` numbers from `start` on, at distance `step`.
let steps (start: i32) (num_steps: i32) (step: i32) : [num_steps]i32 =
  map (\i -> start + i * step) (iota num_steps)

-- | Numbers from `start` to `end`, at distance `step`.
let range (start: i32) (end: i32) (step: i32) : []i32 = steps start ((end - start) / step) step

-- | Each element from the first array if the flag is set, else from the second.
let pick [n] 't (flags: [n]bool) (xs: [n]t) (ys: [n]t) : *[n]t =
  map3 (\flag x y -> if flag then x else y) flags xs ys

-- | The results of `f` on the numbers from 0 to below `n`.
let tabulate 'a (n: i32) (f: i32 -> a) : *[n]a = map f (iota n)

-- | As `tabulate`, for two dimensions.
let tabulate_2d 'a (n: i32) (m: i32) (f: i32 -> i32 -> a) : *[n][m]a = map (\i -> map (f i) (iota m)) (iota n)

-- | As `tabulate`, for three dimensions.
let tabulate_3d 'a (n: i32) (m: i32) (o: i32) (f: i32 -> i32 -> i32 -> a) : *[n][m][o]a =
  map (\i -> map (\j -> map (f i j) (iota o)) (iota m)) (iota n)

-- | `dest` with the elements of `as` combined into bins `is`. Bins out of bounds are ignored.
let reduce_by_index 'a [k] [n] (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i32) (as: [n]a) : *[k]a =
  today.reduce_by_index dest f ne (map i64.i32 is) as

-- | `dest` with the elements of `vs` at the indices `is`. Indices out of bounds are ignored.
let scatter 't [k] [n] (dest: *[k]t) (is: [n]i32) (vs: [n]t) : *[k]t = today.scatter dest (map i64.i32 is) vs

-- | The results of `f` on chunks of `as`, combined by `op`. This implementation has one chunk.
let stream_red [n] 'a 'b (_: b -> b -> b) (f: i32 -> [n]a -> b) (as: [n]a) : b = f n as

-- | As `stream_red`; the elements may be in any order.
let stream_red_per [n] 'a 'b (op: b -> b -> b) (f: i32 -> [n]a -> b) (as: [n]a) : b = stream_red op f as

-- | The results of `f` on chunks of `as`, one after the other. This implementation has one chunk.
let stream_map [n] 'a 'b (f: i32 -> [n]a -> [n]b) (as: [n]a) : *[n]b = copy (f n as)

-- | As `stream_map`; the elements may be in any order.
let stream_map_per [n] 'a 'b (f: i32 -> [n]a -> [n]b) (as: [n]a) : *[n]b = stream_map f as

-- | Applies a function a number of times.
let iterate 'a (n: i32) (f: a -> a) (x: a) = loop x for _i < n do f x

-- | The operations of all numbers.
module type numeric = {
  include from_prim
  val + : t -> t -> t
  val - : t -> t -> t
  val * : t -> t -> t
  val / : t -> t -> t
  val ** : t -> t -> t
  val to_i32 : t -> i32
  val to_i64 : t -> i64
  val == : t -> t -> bool
  val < : t -> t -> bool
  val > : t -> t -> bool
  val <= : t -> t -> bool
  val >= : t -> t -> bool
  val != : t -> t -> bool
  val negate : t -> t
  val max : t -> t -> t
  val min : t -> t -> t
  val abs : t -> t
  val sgn : t -> t
  val highest : t
  val lowest : t
  val sum [n] : [n]t -> t
  val product [n] : [n]t -> t
  val maximum [n] : [n]t -> t
  val minimum [n] : [n]t -> t
}

-- | Integers.
module type integral = {
  include numeric
  val % : t -> t -> t
  val // : t -> t -> t
  val %% : t -> t -> t
  val & : t -> t -> t
  val | : t -> t -> t
  val ^ : t -> t -> t
  val << : t -> t -> t
  val >> : t -> t -> t
  val >>> : t -> t -> t
  val num_bits : i32
  val get_bit : i32 -> t -> i32
  val set_bit : i32 -> t -> i32 -> t
}

-- | Integer types that sizes may have.
module type size = {
  include integral
  val iota : t -> *[]t
  val replicate 'v : t -> v -> *[]v
}

-- | The operations of real numbers.
module type real = {
  include numeric
  val from_fraction : i32 -> i32 -> t
  val to_f64 : t -> f64
  val sqrt : t -> t
  val exp : t -> t
  val cos : t -> t
  val sin : t -> t
  val tan : t -> t
  val asin : t -> t
  val acos : t -> t
  val atan : t -> t
  val atan2 : t -> t -> t
  val gamma : t -> t
  val lgamma : t -> t
  val log : t -> t
  val log2 : t -> t
  val log10 : t -> t
  val ceil : t -> t
  val floor : t -> t
  val trunc : t -> t
  val round : t -> t
  val isinf : t -> bool
  val isnan : t -> bool
  val inf : t
  val nan : t
  val pi : t
  val e : t
}

-- | Floating-point numbers.
module type float = {
  include real
  type int_t
  val from_bits : int_t -> t
  val to_bits : t -> int_t
  val num_bits : i32
  val get_bit : i32 -> t -> i32
  val set_bit : i32 -> t -> i32 -> t
}

local module sizes (I: today.integral) = {
  open I
  let negate (x: I.t) : I.t = I.neg x
  let to_i32 (x: I.t) : i32 = today.i32.i64 (I.to_i64 x)
  let iota (n: I.t) : *[]I.t = map I.i64 (today.iota (I.to_i64 n))
  let replicate 'v (n: I.t) (x: v) : *[]v = today.replicate (I.to_i64 n) x
}

local module floats (F: today.float) = {
  open F
  let negate (x: F.t) : F.t = F.neg x
  let to_i32 (x: F.t) : i32 = today.i32.i64 (F.to_i64 x)
  let from_fraction (x: i32) (y: i32) : F.t = F.i32 x / F.i32 y
}

module i8 = sizes today.i8
module i16 = sizes today.i16
module i32 = sizes today.i32
module i64 = sizes today.i64
module u8 = sizes today.u8
module u16 = sizes today.u16
module u32 = sizes today.u32
module u64 = sizes today.u64
module f32 = floats today.f32
module f64 = floats today.f64

-- | The sizes of the first dimension, of the second, and so on.
let shape'0 [n] 't (_: [n]t) : i32 = n
let shape'1 [n] [m] 't (_: [n][m]t) : i32 = m
let shape'2 [n] [m] [l] 't (_: [n][m][l]t) : i32 = l
let shape'3 [n] [m] [l] [k] 't (_: [n][m][l][k]t) : i32 = k

-- | The value, which the caller may not use again.
let consumed' 't (x: *t) : *t = x
