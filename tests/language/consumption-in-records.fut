-- A component of a record or tuple is an array of its own, unless it is another name of one.

-- wrong E0401: a component after it was consumed
def main (r: {a: *[]i32, b: []i32}) = let xs = r.a with [0] = 1 in (xs, r.a[1])

-- wrong E0401: the whole record after a component was consumed
def f (r: {a: []i32, b: []i32}) = r.a[0]
def main (xs: *[]i32) (ys: *[]i32) =
  let r = {a = xs, b = ys}
  let zs = xs with [0] = 1
  in (zs, f r)

-- wrong E0401: an array after a record of it was consumed
def f (r: *{a: []i32, b: i32}) = r.a with [0] = 1
def main (xs: *[]i32) = let ys = f {a = xs, b = 1} in (ys, xs)

-- wrong E0404: two components that are one array
def f (r: *([]i32, []i32)) = r.0 with [0] = 1
def main (xs: *[]i32) = f (xs, xs)

-- wrong E0402: a component of a parameter that is not unique
def main (r: {a: []i32, b: i32}) = r.a with [0] = r.b

-- wrong E0401: a pattern's name after the array was consumed
def main (xs: *[]i32) =
  let (a, b) = (xs, xs)
  let ys = a with [0] = 1
  in (ys, b)

-- wrong E0401: a record update that keeps a consumed component
def main (r: *{a: []i32, b: []i32}) =
  let xs = r.a with [0] = 1
  let s = r with b = [1]
  in (xs, s)

-- wrong E0401: an operand of a constructor
def main (xs: *[]i32) =
  let s : #some []i32 | #none = #some xs
  let ys = xs with [0] = 1
  in (ys, match s case #some zs -> zs[0] case #none -> 0)

-- right: the other component
def main (r: *{a: []i32, b: []i32}) = let xs = r.a with [0] = 1 in (xs, r.b)

-- right: components of a tuple one by one
def main (t: *([]i32, []i32)) =
  let (a, b) = t
  let a[0] = 1
  let b[0] = 2
  in (a, b)

-- right: a consumed record
def f (r: *{a: []i32, b: i32}) = r.a with [0] = r.b
def main (xs: *[]i32) = f {a = xs, b = 1}

-- right: a scalar component after the array was consumed
def main (r: *{a: []i32, b: i32}) = let xs = r.a with [0] = 1 in (xs, r.b)

-- right: a component of a record after its update shares the other components
def main (r: *{a: []i32, b: []i32}) = let s = r with b = [3] let xs = s.a with [0] = 1 in (xs, r.b)

-- wrong E0401: a component that a record and its update share
def main (r: *{a: []i32, b: []i32}) = let s = r with b = [3] let xs = s.a with [0] = 1 in (xs, r.a)

-- right: the components of a record and of its update that are different arrays
def main (r: *{a: []i32, b: []i32}) = let s = r with b = [3] let xs = r.b with [0] = 1 in (xs, s.b)
