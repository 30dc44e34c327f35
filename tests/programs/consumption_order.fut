-- Arguments and loops that consume.
-- ==
-- entry: calls
-- input { [5i64, 6i64, 7i64] } output { [5i64, 6i64, 7i64] [12i64, 6i64, 7i64] }

-- ==
-- entry: loops
-- input { [5i64, 6i64, 7i64] } output { [0i64, 1i64, 2i64] 18i64 }

def set (xs: *[]i64) (value: i64) = xs with [0] = value
def (<+) (x: i64) (xs: *[]i64) = xs with [0] = x

-- An argument to the right of a consumed argument may use it; so may an operand to the left.
entry calls (xs: *[]i64) =
  let ys = set (copy xs) xs[0]
  let zs = copy ys
  let zs = zs[0] <+ zs
  let ys = set ys (ys[0] + ys[2])
  in (zs, ys)

-- A loop may consume variables with declared types if these types are unique.
entry loops (xs: *[]i64) =
  loop (xs: *[]i64, sum: i64) = (xs, 0)
  for i < length xs do
    let sum = sum + xs[i]
    in (xs with [i] = i, sum)
