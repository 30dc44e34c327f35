-- Operations on the bits of integers.
-- ==
-- entry: shifts
-- input { [1i32,-8i32,2147483647i32,-1i32] 3i32 }
-- output { [8i32, -64i32, -8i32, -8i32] [0i32, -1i32, 268435455i32, -1i32] [0i32, 536870911i32, 268435455i32, 536870911i32] [0u32, 536870911u32, 268435455u32, 536870911u32] }
-- input { [1i32,-8i32] 0i32 }
-- output { [1i32, -8i32] [1i32, -8i32] [1i32, -8i32] [1u32, 4294967288u32] }

-- ==
-- entry: counts
-- input { [0i32,1i32,-1i32,40i32] [0u8,128u8,255u8,3u8] }
-- output { [0i32, 1i32, 32i32, 2i32] [32i32, 31i32, 0i32, 26i32] [32i32, 0i32, 0i32, 3i32] [0i32, 1i32, 8i32, 2i32] [8i32, 0i32, 0i32, 6i32] [8i32, 7i32, 0i32, 0i32] }

-- ==
-- entry: single
-- input { 5i32 }
-- output { [1i32, 0i32, 1i32, 0i32] 7i32 4i32 32i32 8i32 }

-- ==
-- entry: products
-- input { [2147483647i32,-2147483648i32,100000i32] [4294967295u32,65536u32,3u32] }
-- output { [1i32, -2i32, 0i32] [4294967294u32, 1u32, 0u32] [1073741824i32, 1073741825i32, 3i32] }

entry shifts (xs: []i32) (n: i32) =
  (map (<< n) xs, map (>> n) xs, map (i32.>>> n) xs, map (u32.i32 >-> (>> u32.i32 n)) xs)

entry counts (xs: []i32) (ys: []u8) =
  (map i32.popc xs, map i32.clz xs, map i32.ctz xs, map u8.popc ys, map u8.clz ys, map u8.ctz ys)

entry single (x: i32) =
  (map (\b -> i32.get_bit b x) (map i32.i64 (iota 4)), i32.set_bit 1 x 1, i32.set_bit 0 x 0, i32.num_bits, u8.num_bits)

entry products (xs: []i32) (ys: []u32) =
  (map (\x -> i32.mul_hi x 3) xs, map (\y -> u32.mul_hi y y) ys, map (\x -> i32.mad_hi x x 1) xs)
