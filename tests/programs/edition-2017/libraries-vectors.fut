-- Libraries for vectors and matrices.
-- ==
-- entry: vectors
-- input { 2.0 3.0 6.0 } output { 7.0 49.0 4.0 0.0 9.0 }
-- ==
-- entry: matrices
-- input { [[4.0, 7.0], [2.0, 6.0]] [1.0, 2.0] } output { [[0.6, -0.7], [-0.2, 0.4]] [-0.8, 0.6] [18.0, 14.0] 5.0 }

import "/futlib/math"
import "/futlib/array"
import "/futlib/linalg"
import "/futlib/vec3"

module vectors = mk_vec3 f64

entry vectors (x: f64) (y: f64) (z: f64): (f64, f64, f64, f64, f64) =
  let v = (x, y, z)
  let (a, _, _) = v vectors.+ v
  let (_, b, _) = v vectors.- v
  let (_, _, c) = vectors.scale (10.5 * vectors.norm v / 7.0 / 7.0) (vectors.normalise v)
  in (vectors.norm v, vectors.dot v v, a, b, c * 7.0)

module algebra = linalg f64

entry matrices (a: [][]f64) (x: []f64): ([][]f64, []f64, []f64, f64) =
  let inverse = algebra.inv a
  in (inverse, algebra.ols a x, algebra.matvecmul (algebra.matmul a (algebra.matmul inverse a)) x, algebra.dotprod x x)
