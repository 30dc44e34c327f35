-- | Conversion between arrays of tuples and tuples of arrays. These functions cost nothing.

#[intrinsic(map)]
local def each 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = ???

-- | The array of pairs of elements at the same index.
#[intrinsic(zip)]
def zip [n] 'a 'b (as: [n]a) (bs: [n]b) : *[n](a, b) = ???

-- | The same as `zip`.
def zip2 [n] 'a 'b (as: [n]a) (bs: [n]b) : *[n](a, b) = zip as bs

-- | As `zip`, for three arrays.
def zip3 [n] 'a 'b 'c (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n](a, b, c) =
  each (\((a, b), c) -> (a, b, c)) (zip (zip as bs) cs)

-- | As `zip`, for four arrays.
def zip4 [n] 'a 'b 'c 'd (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n](a, b, c, d) =
  each (\((a, b), (c, d)) -> (a, b, c, d)) (zip (zip as bs) (zip cs ds))

-- | As `zip`, for five arrays.
def zip5 [n] 'a 'b 'c 'd 'e (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e) : *[n](a, b, c, d, e) =
  each (\((a, b), ((c, d), e)) -> (a, b, c, d, e)) (zip (zip as bs) (zip (zip cs ds) es))

-- | The array of first components, and the array of second components.
#[intrinsic(unzip)]
def unzip [n] 'a 'b (xs: [n](a, b)) : ([n]a, [n]b) = ???

-- | The same as `unzip`.
def unzip2 [n] 'a 'b (xs: [n](a, b)) : ([n]a, [n]b) = unzip xs

-- | As `unzip`, for triples.
def unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)) : ([n]a, [n]b, [n]c) =
  let (as, bcs) = unzip (each (\(a, b, c) -> (a, (b, c))) xs)
  let (bs, cs) = unzip bcs
  in (as, bs, cs)

-- | As `unzip`, for quadruples.
def unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)) : ([n]a, [n]b, [n]c, [n]d) =
  let (abs, cds) = unzip (each (\(a, b, c, d) -> ((a, b), (c, d))) xs)
  let (as, bs) = unzip abs
  let (cs, ds) = unzip cds
  in (as, bs, cs, ds)

-- | As `unzip`, for quintuples.
def unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)) : ([n]a, [n]b, [n]c, [n]d, [n]e) =
  let (abs, cdes) = unzip (each (\(a, b, c, d, e) -> ((a, b), (c, d, e))) xs)
  let (as, bs) = unzip abs
  let (cs, ds, es) = unzip3 cdes
  in (as, bs, cs, ds, es)
