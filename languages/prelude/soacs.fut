-- | Second-order array combinators (SOACs), and functions built from them.
--
-- The operator of `reduce`, `scan` or `hist` must be associative, with the neutral element `ne`. The order in which
-- elements are combined is unspecified.

import "zip"

#[intrinsic(scratch)]
local def scratch 't (n: i64) : *[n]t = ???

#[intrinsic(hist)]
local def update_bins 'a [k] [n] (op: a -> a -> a) (ne: a) (dest: *[k]a) (is: [n]i64) (as: [n]a) : *[k]a = ???

#[intrinsic(flatten)]
local def rows 't [n] [m] (xs: [n][m]t) : [n * m]t = ???

#[intrinsic(unflatten)]
local def into_rows 't [n] [m] (xs: [n * m]t) : [n][m]t = ???

#[intrinsic(iota)]
local def upto (n: i64) : *[n]i64 = ???

#[intrinsic(replicate)]
local def filled 't (n: i64) (x: t) : *[n]t = ???

-- | Applies `f` to all elements.
#[intrinsic(map)]
def map 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = ???

-- | The same as `map`.
def map1 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = map f as

-- | Applies `f` to the elements of two arrays at the same index.
def map2 'a 'b [n] 'x (f: a -> b -> x) (as: [n]a) (bs: [n]b) : *[n]x =
  map (\(a, b) -> f a b) (zip as bs)

-- | As `map2`, for three arrays.
def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n]x =
  map (\((a, b), c) -> f a b c) (zip (zip as bs) cs)

-- | As `map2`, for four arrays.
def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n]x =
  map (\((a, b), (c, d)) -> f a b c d) (zip (zip as bs) (zip cs ds))

-- | As `map2`, for five arrays.
def map5 'a 'b 'c 'd 'e [n] 'x
         (f: a -> b -> c -> d -> e -> x)
         (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e) : *[n]x =
  map (\((a, b), ((c, d), e)) -> f a b c d e) (zip (zip as bs) (zip (zip cs ds) es))

-- | Combines all elements by `op`. The result is `ne` if there are none.
#[intrinsic(reduce)]
def reduce [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : a = ???

-- | As `reduce`, for a commutative operator, which may be faster.
#[intrinsic(reduce_comm)]
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : a = ???

-- | For each index, the combination of the elements up to and including that index.
#[intrinsic(scan)]
def scan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a = ???

-- | For each index, the combination of the elements before that index.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a =
  let combined = scan op ne as
  in map (\i -> if i == 0 then ne else combined[i - 1]) (upto n)

-- | `dest` with the elements of `as` combined into bins `is`. Bins out of bounds are ignored.
def reduce_by_index 'a [k] [n] (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i64) (as: [n]a) : *[k]a =
  update_bins f ne dest is as

-- | As `reduce_by_index`, with two-dimensional bins.
def reduce_by_index_2d 'a [k] [n] [m]
                       (dest: *[k][m]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64)) (as: [n]a) : *[k][m]a =
  let bin (i: i64, j: i64) : i64 = if 0 <= i && i < k && 0 <= j && j < m then i * m + j else -1
  in into_rows (update_bins f ne (rows dest) (map bin is) as)

-- | As `reduce_by_index`, with three-dimensional bins.
def reduce_by_index_3d 'a [k] [n] [m] [l]
                       (dest: *[k][m][l]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (as: [n]a) : *[k][m][l]a =
  let bin (i: i64, j: i64, h: i64) : i64 =
    if 0 <= i && i < k && 0 <= j && j < m && 0 <= h && h < l then (i * m + j) * l + h else -1
  in into_rows (into_rows (update_bins f ne (rows (rows dest)) (map bin is) as))

-- | `k` bins. Each combines the elements of `as` for which `is` names it.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a) : *[k]a =
  update_bins op ne (filled k ne) is as

-- | Whether `f` holds for all elements.
def all [n] 'a (f: a -> bool) (as: [n]a) : bool =
  reduce_comm (\x y -> x && y) true (map f as)

-- | Whether `f` holds for some element.
def any [n] 'a (f: a -> bool) (as: [n]a) : bool =
  reduce_comm (\x y -> x || y) false (map f as)

-- | `dest` with the elements of `vs` at the indices `is`. Indices out of bounds are ignored. No check finds two
-- different elements for one index, which are an error.
#[intrinsic(scatter)]
def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t) : *[k]t = ???

-- | As `scatter`, for two dimensions.
def scatter_2d 't [k] [n] [l] (dest: *[k][n]t) (is: [l](i64, i64)) (vs: [l]t) : *[k][n]t =
  let place (i: i64, j: i64) : i64 = if 0 <= i && i < k && 0 <= j && j < n then i * n + j else -1
  in into_rows (scatter (rows dest) (map place is) vs)

-- | As `scatter`, for three dimensions.
def scatter_3d 't [k] [n] [o] [l] (dest: *[k][n][o]t) (is: [l](i64, i64, i64)) (vs: [l]t) : *[k][n][o]t =
  let place (i: i64, j: i64, h: i64) : i64 =
    if 0 <= i && i < k && 0 <= j && j < n && 0 <= h && h < o then (i * n + j) * o + h else -1
  in into_rows (into_rows (scatter (rows (rows dest)) (map place is) vs))

-- | An array of `k` times `x`, with the elements of `vs` at the indices `is`.
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t) : *[k]t =
  scatter (filled k x) is vs

-- | The elements for which `p` holds, in order.
def filter [n] 'a (p: a -> bool) (as: [n]a) : *[]a =
  let flags = map p as
  let counts = scan (+) 0i64 (map (\flag -> if flag then 1 else 0) flags)
  let count = if n == 0 then 0 else counts[n - 1]
  let places = map2 (\flag kept -> if flag then kept - 1 else -1) flags counts
  in scatter (scratch count) places as

-- | The elements for which `p` holds, and the others, both in order.
def partition [n] 'a (p: a -> bool) (as: [n]a) : ?[k].([k]a, [n - k]a) =
  let flags = map p as
  let counts = scan (+) 0i64 (map (\flag -> if flag then 1 else 0) flags)
  let count = if n == 0 then 0 else counts[n - 1]
  let place (flag: bool) (kept: i64) (i: i64) : i64 = if flag then kept - 1 else count + i - kept
  let parts: [n]a = scatter (scratch n) (map3 place flags counts (upto n)) as
  in (parts[0:count] :> [count]a, parts[count:n] :> [n - count]a)

-- | The elements for which `p1` holds, the others for which `p2` holds, and the rest, all in order.
def partition2 [n] 'a (p1: a -> bool) (p2: a -> bool) (as: [n]a) : ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let classes = map (\a -> if p1 a then 0i8 else if p2 a then 1 else 2) as
  let member (class: i8) : (i64, i64) = (if class == 0 then 1 else 0, if class == 1 then 1 else 0)
  let counts = scan (\(a, b) (c, d) -> (a + c, b + d)) (0i64, 0i64) (map member classes)
  let (k, l) = if n == 0 then (0, 0) else counts[n - 1]
  let place (class: i8) (firsts: i64, seconds: i64) (i: i64) : i64 =
    if class == 0
    then firsts - 1
    else if class == 1 then k + seconds - 1 else k + l + i - firsts - seconds
  let parts: [n]a = scatter (scratch n) (map3 place classes counts (upto n)) as
  in (parts[0:k] :> [k]a, parts[k:k + l] :> [l]a, parts[k + l:n] :> [n - k - l]a)

-- | The result arrays of `f`, one after the other; they may differ in size. The components of the result are: the size
-- of each array, whether each element is the first of its array, the index at which each array begins, the elements,
-- and the second components.
def flatmap [n] 'a 'b 'c
            (f: a -> ?[k].([k]b, c))
            (as: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) =
  let size ((parts, rest): ?[k].([k]b, c)) : (i64, c) = let [k] (_: [k]b) = parts in (k, rest)
  let (sizes, rests) = unzip (map (\a -> size (f a)) as)
  let offsets = exscan (+) 0 sizes
  let m = if n == 0 then 0 else offsets[n - 1] + sizes[n - 1]
  let starts = map2 (\offset size -> if size > 0 then offset else -1) offsets sizes
  let flags = scatter (filled m false) starts (filled n true)
  let elements: *[m]b =
    loop elements = scratch m for i < n do
      let (parts, _) = f as[i]
      in elements with [offsets[i]:offsets[i] + sizes[i]] = parts
  in (sizes, flags, offsets, elements, rests)

-- | As `flatmap`, for a function without a second component.
def flatmap' [n] 'a 'b (f: a -> ?[k].[k]b) (as: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (sizes, flags, offsets, elements, _) = flatmap (\a -> (f a, ())) as
  in (sizes, flags, offsets, elements)
