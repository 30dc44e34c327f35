-- The fast Fourier transform of Stockham, for sizes that are powers of two.
-- ==
-- entry: forward
-- input { [1.0f64,0.0f64,0.0f64,0.0f64] }
-- output { [1.000000000000000f64, 1.000000000000000f64, 1.000000000000000f64, 1.000000000000000f64] [0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64] }
-- input { [1.0f64,2.0f64,3.0f64,4.0f64,5.0f64,6.0f64,7.0f64,8.0f64] }
-- output { [36.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -4.000000000000000f64, -3.999999999999999f64] [0.000000000000000f64, 9.656854249492380f64, 4.000000000000000f64, 1.656854249492380f64, 0.000000000000000f64, -1.656854249492380f64, -4.000000000000000f64, -9.656854249492380f64] }

-- ==
-- entry: round_trip
-- input { [1.0f64,-2.0f64,3.0f64,0.5f64] }
-- output { [1.000000000000000f64, -2.000000000000000f64, 3.000000000000000f64, 0.500000000000000f64] }

module complex (R: real) = {
  type t = (R.t, R.t)
  def mk (re: R.t) (im: R.t) : t = (re, im)
  def (a: t) + (b: t) : t = (a.0 R.+ b.0, a.1 R.+ b.1)
  def (a: t) - (b: t) : t = (a.0 R.- b.0, a.1 R.- b.1)
  def (a: t) * (b: t) : t = (a.0 R.* b.0 R.- a.1 R.* b.1, a.0 R.* b.1 R.+ a.1 R.* b.0)
  def scale (k: R.t) (a: t) : t = (k R.* a.0, k R.* a.1)
  def unit (angle: R.t) : t = (R.cos angle, R.sin angle)
}

module c64 = complex f64

def stage [n] (sign: f64) (half: i64) (xs: [n]c64.t) : [n]c64.t =
  let output k =
    let block = k / (2 * half)
    let within = k % (2 * half)
    let j = within % half
    let a = xs[block * half + j]
    let b = xs[block * half + j + n / 2]
    let t = c64.unit (sign * f64.pi * f64.i64 j / f64.i64 half) c64.* b
    in if within < half then c64.(a + t) else c64.(a - t)
  in tabulate n output

def fft [n] (sign: f64) (xs: [n]c64.t) : [n]c64.t =
  (loop (xs, half) = (xs, 1) while half < n do (stage sign half xs, half * 2)).0

entry forward [n] (xs: [n]f64) : ([n]f64, [n]f64) = unzip (fft (-1) (map (\x -> c64.mk x 0) xs))

entry round_trip [n] (xs: [n]f64) : [n]f64 =
  let there = fft (-1) (map (\x -> c64.mk x 0) xs)
  in map (\c -> (c64.scale (1 / f64.i64 n) c).0) (fft 1 there)
