-- The library for complex numbers.
-- ==
-- entry: numbers
-- input { 2f32 3f32 } output { 3.605551f32 0.982793f32 1.674149f32 0.895977f32 -7.315110f32 1.042743f32 }
-- ==
-- entry: quotients
-- input { 3f32 2f32 } output { 0.647058f32 -0.588235f32 1.282474f32 2f32 0.5f32 }

import "/futlib/math"
import "/futlib/complex"

module complex_f32 = complex f32

entry numbers (x: f32) (y: f32): (f32, f32, f32, f32, f32, f32) =
  let z = complex_f32.mk x y
  let (root, power) = (complex_f32.sqrt z, complex_f32.exp z)
  in (complex_f32.mag z, complex_f32.arg z, complex_f32.re root, complex_f32.im root, complex_f32.re power,
      complex_f32.im power)

entry quotients (x: f32) (y: f32): (f32, f32, f32, f32, f32) =
  let z = complex_f32.mk x y
  let w = z complex_f32./ (complex_f32.mk_re 1f32 complex_f32.+ complex_f32.mk_im 4f32)
  let v = complex_f32.conj (complex_f32.mk 2f32 0f32) complex_f32.* complex_f32.from_fraction 1 1
  in (complex_f32.re w, complex_f32.im w, complex_f32.re (complex_f32.log z),
      complex_f32.re v, complex_f32.re (complex_f32.from_i32 1 complex_f32.- complex_f32.from_fraction 1 2))
