-- | Complex numbers.
module type complex = {
  -- | The type of the two parts.
  type real
  type complex
  -- | The number with this real and this imaginary part.
  val mk: real -> real -> complex
  val mk_re: real -> complex
  val mk_im: real -> complex
  val conj: complex -> complex
  val re: complex -> real
  val im: complex -> real
  -- | The absolute value.
  val mag: complex -> real
  -- | The angle.
  val arg: complex -> real
  val +: complex -> complex -> complex
  val -: complex -> complex -> complex
  val *: complex -> complex -> complex
  val /: complex -> complex -> complex
  val sqrt: complex -> complex
  val exp: complex -> complex
  val log: complex -> complex
  val from_i32: i32 -> complex
  val from_fraction: i32 -> i32 -> complex
}

-- | Complex numbers whose parts are of the type of `T`.
module complex (T: real): (complex with real = T.t) = {
  type real = T.t
  type complex = (real, real)

  let zero = T.from_i32 0
  let two = T.from_i32 2

  let mk (re: real) (im: real): complex = (re, im)
  let mk_re (re: real): complex = (re, zero)
  let mk_im (im: real): complex = (zero, im)
  let re ((a, _): complex): real = a
  let im ((_, b): complex): real = b
  let conj ((a, b): complex): complex = (a, zero T.- b)
  let mag ((a, b): complex): real = T.sqrt (a T.* a T.+ b T.* b)
  let arg ((a, b): complex): real = T.atan2 b a
  let from_fraction (x: i32) (y: i32): complex = mk_re (T.from_fraction x y)
  let from_i32 (x: i32): complex = from_fraction x 1

  let sqrt (z: complex): complex =
    let (a, b) = z
    let half = T.sqrt ((mag z T.+ a) T./ two)
    let other = T.sqrt ((mag z T.- a) T./ two)
    in (half, T.sgn b T.* other)

  let exp ((a, b): complex): complex = (T.exp a T.* T.cos b, T.exp a T.* T.sin b)
  let log (z: complex): complex = (T.log (mag z), arg z)

  let ((a, b): complex) + ((c, d): complex): complex = (a T.+ c, b T.+ d)
  let ((a, b): complex) - ((c, d): complex): complex = (a T.- c, b T.- d)
  let ((a, b): complex) * ((c, d): complex): complex = (a T.* c T.- b T.* d, b T.* c T.+ a T.* d)
  let ((a, b): complex) / ((c, d): complex): complex =
    let square = c T.* c T.+ d T.* d
    in ((a T.* c T.+ b T.* d) T./ square, (b T.* c T.- a T.* d) T./ square)
}
