-- Radix sort, a bit at a time, with a parametric module over the key.
-- ==
-- entry: unsigned
-- input { [5u32,3u32,9u32,0u32,4294967295u32,3u32] }
-- output { [0u32, 3u32, 3u32, 5u32, 9u32, 4294967295u32] }
-- input { empty([0]u32) }
-- output { empty([0]u32) }

-- ==
-- entry: signed
-- input { [5,-3,9,0,-2147483648,2147483647] }
-- output { [-2147483648i32, -3i32, 0i32, 5i32, 9i32, 2147483647i32] }

-- ==
-- entry: by_key
-- input { [3i32,1i32,3i32,1i32] [10i64,20i64,30i64,40i64] }
-- output { [1i32, 1i32, 3i32, 3i32] [20i64, 40i64, 10i64, 30i64] }

def step [n] 'a (bit: a -> i32) (xs: [n]a) : [n]a =
  let zeros = map (\x -> 1 - i64.i32 (bit x)) xs
  let ones = map (\x -> i64.i32 (bit x)) xs
  let zero_places = scan (+) 0 zeros
  let one_places = scan (+) 0 ones
  let zero_count = if n == 0 then 0 else zero_places[n - 1]
  let place z zp op = if z == 1 then zp - 1 else zero_count + op - 1
  in scatter (copy xs) (map3 place zeros zero_places one_places) xs

def sort [n] 'a (bits: i32) (get_bit: i32 -> a -> i32) (xs: [n]a) : [n]a =
  loop xs for b < bits do step (get_bit b) xs

entry unsigned [n] (xs: [n]u32) : [n]u32 = sort u32.num_bits u32.get_bit xs

def signed_bit (b: i32) (x: i32) : i32 =
  if b == 31 then 1 - i32.get_bit b x else i32.get_bit b x

entry signed [n] (xs: [n]i32) : [n]i32 = sort i32.num_bits signed_bit xs

entry by_key [n] (keys: [n]i32) (xs: [n]i64) : ([n]i32, [n]i64) =
  unzip (sort 32 (\b (k, _) -> signed_bit b k) (zip keys xs))
