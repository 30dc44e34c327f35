-- A loop consumes what its parameter consumes; an iteration must not consume what the next one needs.

-- wrong E0403: an array from outside in every iteration
def main (xs: *[]i32) = loop s = 0 for i < 3 do let ys = xs with [0] = i in s + ys[0]

-- wrong E0401: the initial value after the loop
def main (xs: *[]i32) =
  let ys = loop zs = xs for i < 3 do zs with [0] = i
  in (ys, xs)

-- wrong E0402: an initial value that is not unique
def main (xs: []i32) = loop ys = xs for i < 3 do ys with [0] = i

-- wrong E0403: an array that the loop reads, consumed in its body
def main (xs: *[]i32) (n: i64) =
  loop ys = [0] for i < n do let zs = xs with [0] = i32.i64 i in ys ++ [zs[0]]

-- wrong E0408: two parameters of one array
def main (xs: *[]i32) = loop (a, b) = (xs, xs) for i < 3 do (a with [0] = i, b)

-- wrong E0408: an iteration gives one array to two parameters that are consumed
def main (xs: *[]i32) (ys: *[]i32) =
  loop (a, b) = (xs, ys) for i < 3 do let a[0] = i let b[0] = i in (a, a)

-- wrong E0403: the condition reads what is consumed
def main (xs: *[]i32) =
  loop ys = copy xs while xs[0] < 3 do let zs = xs with [0] = 1 in zs

-- wrong E0403: a loop over an array that its body consumes
def main (xs: *[]i32) = loop s = 0 for x in xs do let ys = xs with [0] = 1 in s + x + ys[1]

-- wrong E0408: an iteration gives back an array from outside to a parameter that it consumes
def main (xs: *[]i32) (zs: []i32) =
  loop ys = xs for i < 3 do let ys[0] = i in zs

-- right: an array in place
def main (xs: *[]i32) = loop ys = xs for i < 3 do ys with [0] = i

-- right: a copy
def main (xs: []i32) = loop ys = copy xs for i < 3 do ys with [0] = i

-- right: an array of the iteration's own
def main (n: i64) = loop s = 0 for i < n do let xs = iota (i + 1) let xs[0] = 5 in s + xs[0]

-- right: two arrays that change places
def main (xs: *[]i32) (ys: *[]i32) =
  loop (a, b) = (xs, ys) for i < 3 do let a[0] = i let b[0] = i in (b, a)

-- right: a loop that only reads
def main (xs: []i32) = loop s = 0 for x in xs do s + x + xs[0]

-- wrong E0402: the next iteration consumes what this one returns for another parameter
def main [n] (xs: [n]i32) (ys: *[n]i32) =
  loop (x, y) = (xs, ys) for i < 3 do (y with [0] = i, x)

-- wrong E0402: a parameter of unique type that nothing else consumes
def main (xs: []i32) = loop (x: *[]i32) = xs for _i < 3 do copy x

-- wrong E0402: a parameter of unique type that the body returns
def main (xs: []i32) = loop (x: *[]i32) = xs for _i < 3 do x

-- right: a declaration has no effect beside a parameter that is consumed without one
def main [n] (xs: [n]i32) =
  loop ((x: *[n]i32), z) = (xs, replicate n 1) for _i < 3 do (copy x, z with [0] = 2)

-- right: a declaration has no effect if the body returns a variable of its own
def main (xs: []i32) = loop (x: *[]i32) = xs for _i < 3 do let y = copy x in y
