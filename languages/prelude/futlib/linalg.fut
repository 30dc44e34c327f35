-- | Linear algebra. Matrices are arrays of rows.
module linalg (T: numeric): {
  type t = T.t
  -- | The inner product.
  val dotprod: []t -> []t -> t
  val matvecmul: [][]t -> []t -> []t
  val matmul: [][]t -> [][]t -> [][]t
  -- | The inverse, by Gauss-Jordan elimination without pivoting.
  val inv: [][]t -> [][]t
  -- | The least-squares solution of a system of linear equations.
  val ols: [][]t -> []t -> []t
} = {
  type t = T.t

  let zero = T.from_i32 0
  let one = T.from_i32 1

  let dotprod (xs: [#n]t) (ys: [#n]t): t = reduce (T.+) zero (map (T.*) xs ys)
  let matvecmul (a: [#n][#m]t) (x: [#m]t): [n]t = map (\row -> dotprod row x) a
  let matmul (a: [#n][#p]t) (b: [#p][#m]t): [n][m]t =
    let columns = transpose b
    in map (\row -> map (\column -> dotprod row column) columns) a

  let inv (a: [#n][#n]t): [n][n]t =
    let width = 2 * n
    -- The matrix beside the identity.
    let start = map (\i -> map (\j -> if j < n then unsafe a[i, j] else if j - n == i then one else zero)
                               (iota width))
                    (iota n)
    let done =
      loop (rows: [n][width]t) = start for i < n do
        let pivot = map (\x -> x T./ rows[i, i]) rows[i]
        in map (\j -> if j == i then pivot else map (\x p -> x T.- rows[j, i] T.* p) rows[j] pivot) (iota n)
    in done[0:n, n:width]

  let ols (a: [#n][#m]t) (b: [#n]t): [m]t =
    let at = transpose a
    in matvecmul (inv (matmul at a)) (matvecmul at b)
}
