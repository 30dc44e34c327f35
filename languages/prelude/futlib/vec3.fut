-- | Vectors with three components.
module type vec3 = {
  type real
  type vec = (real, real, real)
  val +: vec -> vec -> vec
  val -: vec -> vec -> vec
  -- | The inner product.
  val dot: vec -> vec -> real
  val scale: real -> vec -> vec
  -- | The length of a vector.
  val norm: vec -> real
  -- | The vector of length 1 in the same direction.
  val normalise: vec -> vec
}

module mk_vec3 (R: real): vec3 with real = R.t = {
  type real = R.t
  type vec = (real, real, real)

  let componentwise (f: real -> real -> real) ((a, b, c): vec) ((x, y, z): vec): vec = (f a x, f b y, f c z)
  let dot (u: vec) (v: vec): real = let (x, y, z) = componentwise (R.*) u v in x R.+ y R.+ z
  let scale (s: real) (v: vec): vec = componentwise (R.*) (s, s, s) v
  let norm (v: vec): real = R.sqrt (dot v v)
  let normalise (v: vec): vec = scale (R.from_i32 1 R./ norm v) v
  let (u: vec) + (v: vec): vec = componentwise (R.+) u v
  let (u: vec) - (v: vec): vec = componentwise (R.-) u v
}
