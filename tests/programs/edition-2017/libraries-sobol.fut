-- The library for Sobol sequences.
-- ==
-- entry: sequence
-- input { 5 } output { [[0.0, 0.5, 0.75, 0.25, 0.375], [0.0, 0.5, 0.25, 0.75, 0.375], [0.0, 0.5, 0.25, 0.75, 0.625]] true }

import "/futlib/math"
import "/futlib/array"
import "/futlib/sobol"
import "/futlib/sobol-dir-50"

module cube = Sobol sobol_dir { let D = 3 }
module square = Sobol sobol_dir { let D = 2 }
module circle = square.Reduce {
  type t = f64
  let ne = 0.0
  let op (x: f64) (y: f64): f64 = x + y
  let f (v: [2]f64): f64 = if v[0] * v[0] + v[1] * v[1] < 1.0 then 1.0 else 0.0
}

entry sequence (n: i32): ([][]f64, bool) =
  let next = cube.recurrent 4 (cube.independent 4)
  let same = reduce (&&) true (map (==) next (cube.independent 5))
  in (transpose (cube.chunk 0 n), same && f64.abs (circle.run 1000 / 250.0 - f64.pi) < 0.01)
