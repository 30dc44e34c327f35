-- Functions that are not inlined, as copies would be too large: scalar functions in kernels, functions on arrays.
-- ==
-- entry: in_kernels
-- input { [1i64, 2i64, 3i64, 40i64] 5i64 }
-- output { [-432i64, -480i64, 432i64, -800i64] }
-- input { [1i64, 2i64] 0i64 }
-- error: division by zero
-- ==
-- entry: in_reduction
-- input { [1i64, 2i64, 3i64, 40i64] 5i64 }
-- output { 32i64 [1i64, 3i64, 6i64, 46i64] }
-- ==
-- entry: in_loop
-- input { [1i64, 2i64, 3i64, 40i64] 5i64 }
-- output { [-29i64, -477i64, -670i64, -797i64] }
-- ==
-- entry: of_arrays
-- input { [1i64, 2i64, 3i64, 40i64] 5i64 }
-- output { [-5310451112889075165i64, 8913274115294257700i64, 4690255269768038949i64, -7880804104746659254i64] }
-- input { empty([0]i64) 5i64 }
-- output { empty([0]i64) }
-- ==
-- entry: of_unknown_size
-- input { [1i64, 2i64, 3i64, 40i64] 5i64 }
-- output { [-2559i64, -2558i64, -2557i64, -2520i64] }
-- ==
-- entry: overwriting
-- input { [1i64, 2i64, 3i64, 40i64] 5i64 }
-- output { [1i64, 2i64, 3i64, 40i64] [9601i64, 9586i64, 9587i64, 9616i64] [18433i64, 18422i64, 18423i64, 18424i64] }
-- input { [1i64, 2i64, 3i64] 5i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]

def table: [5]i64 = map (* 7) (iota 5)
def total: i64 = i64.sum table + 1
def checked: i64 = assert (total > 0) 3

def scalar0 (x: i64) (y: i64): i64 = (x * checked + total) ^ (y - x)
def scalar1 (x: i64) (y: i64): i64 = scalar0 (x + 1) y - scalar0 (x ^ 2) y
def scalar2 (x: i64) (y: i64): i64 = scalar1 (x + 2) y - scalar1 (x ^ 3) y
def scalar3 (x: i64) (y: i64): i64 = scalar2 (x + 3) y - scalar2 (x ^ 4) y
def scalar4 (x: i64) (y: i64): i64 = scalar3 (x + 4) y - scalar3 (x ^ 5) y
def scalar5 (x: i64) (y: i64): i64 = scalar4 (x + 5) y - scalar4 (x ^ 6) y
def scalar6 (x: i64) (y: i64): i64 = scalar5 (x + 6) y - scalar5 (x ^ 7) y
def scalar7 (x: i64) (y: i64): i64 = scalar6 (x + 7) y - scalar6 (x ^ 8) y
def scalar8 (x: i64) (y: i64): i64 = scalar7 (x / y) y - scalar7 (x ^ 5) y

def array0 [n] (xs: [n]i64) (k: i64): [n]i64 = map2 (\x i -> x * 3 + table[i % 5] - k) xs (rotate 1 (iota n))
def array1 [n] (xs: [n]i64) (k: i64): [n]i64 = array0 (array0 xs (k + 1)) (k * 2)
def array2 [n] (xs: [n]i64) (k: i64): [n]i64 = array1 (array1 xs (k + 2)) (k * 2)
def array3 [n] (xs: [n]i64) (k: i64): [n]i64 = array2 (array2 xs (k + 3)) (k * 2)
def array4 [n] (xs: [n]i64) (k: i64): [n]i64 = array3 (array3 xs (k + 4)) (k * 2)
def array5 [n] (xs: [n]i64) (k: i64): [n]i64 = array4 (array4 xs (k + 5)) (k * 2)
def array6 [n] (xs: [n]i64) (k: i64): [n]i64 = array5 (array5 xs (k + 6)) (k * 2)
def array7 [n] (xs: [n]i64) (k: i64): [n]i64 = array6 (array6 xs (k + 7)) (k * 2)
def array8 [n] (xs: [n]i64) (k: i64): [n]i64 = array7 (array7 xs (k + 8)) (k * 2)
def array9 [n] (xs: [n]i64) (k: i64): [n]i64 = array8 (array8 xs (k + 9)) (k * 2)

def sizes0 [n] (xs: [n]i64) (k: i64): []i64 = filter (\x -> x % 509 != k % 509) (map (+ k) xs)
def sizes1 [n] (xs: [n]i64) (k: i64): []i64 = sizes0 (sizes0 xs (k + 1)) (k - 1 * 2)
def sizes2 [n] (xs: [n]i64) (k: i64): []i64 = sizes1 (sizes1 xs (k + 2)) (k - 2 * 2)
def sizes3 [n] (xs: [n]i64) (k: i64): []i64 = sizes2 (sizes2 xs (k + 3)) (k - 3 * 2)
def sizes4 [n] (xs: [n]i64) (k: i64): []i64 = sizes3 (sizes3 xs (k + 4)) (k - 4 * 2)
def sizes5 [n] (xs: [n]i64) (k: i64): []i64 = sizes4 (sizes4 xs (k + 5)) (k - 5 * 2)
def sizes6 [n] (xs: [n]i64) (k: i64): []i64 = sizes5 (sizes5 xs (k + 6)) (k - 6 * 2)
def sizes7 [n] (xs: [n]i64) (k: i64): []i64 = sizes6 (sizes6 xs (k + 7)) (k - 7 * 2)

def write0 [n] (xs: *[n]i64) (k: i64): *[n]i64 = xs with [k % 4] = xs[0] + k
def write1 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write0 (write0 xs (k + 1)) (k + 1)
def write2 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write1 (write1 xs (k + 2)) (k + 1)
def write3 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write2 (write2 xs (k + 3)) (k + 1)
def write4 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write3 (write3 xs (k + 4)) (k + 1)
def write5 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write4 (write4 xs (k + 5)) (k + 1)
def write6 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write5 (write5 xs (k + 6)) (k + 1)
def write7 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write6 (write6 xs (k + 7)) (k + 1)
def write8 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write7 (write7 xs (k + 8)) (k + 1)
def write9 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write8 (write8 xs (k + 9)) (k + 1)
def write10 [n] (xs: *[n]i64) (k: i64): *[n]i64 = write9 (write9 xs (k + 10)) (k + 1)

entry in_kernels [n] (xs: [n]i64) (k: i64) = map (\x -> scalar8 x k - scalar8 k x) xs
entry in_reduction [n] (xs: [n]i64) (k: i64) = (i64.maximum (map (\x -> scalar8 (x + 1) k) xs), scan (\a b -> if scalar8 k 7 == 123 then a else a + b) 0 xs)
entry in_loop [n] (xs: [n]i64) (k: i64) = map (\x -> loop a = x for i < 3 do if a > i then scalar8 a k else a + i) xs
entry of_arrays [n] (xs: [n]i64) (k: i64) = array9 (array9 xs k) 3
entry of_unknown_size [n] (xs: [n]i64) (k: i64) = sizes7 (sizes7 xs k) 3
entry overwriting [n] (xs: [n]i64) (k: i64) = let ys = write10 (copy xs) k in (xs, ys, write10 (copy ys) 2)
