-- Lanes that copy different numbers of elements, and that write small numbers at places of their own.

def padded 'a [n] (zero: a) (xs: [n]a) (offset: i64) (length: i64) : [12]a =
  let room = replicate 12 zero
  in room with [0:length] = xs[offset:offset + length]

-- ==
-- entry: bytes
-- input { [1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 250u8] }
-- output { [3u32, 170u32, 26u32, 29u32, 117u32, 59u32, 64u32, 150u32, 102u32, 120u32, 183u32, 168u32, 154u32, 46u32, 62u32, 147u32, 103u32, 123u32, 202u32, 178u32, 207u32, 270u32, 275u32] }
entry bytes [n] (xs: [n]u8) =
  map (\i -> let room = copy (padded 0u8 xs (i % 3) ((i * 7) % 11 %% (n - 2)))
             let room = room with [i % 12] = u8.i64 (i + 3)
             in loop s = 0 for k < 12 do s + u32.i64 (k + 1) * u32.u8 room[k])
      (iota 23)

-- ==
-- entry: shorts
-- input { [1i16, -2i16, 300i16, 4i16, -5i16, 6i16, 7000i16, 8i16, 9i16] }
-- output { [0i32, 1i32, 7i32, 7i32, 308i32, 303i32, 6i32, 13i32, 19i32, 334i32, 305i32, 7020i32, 11i32, 36i32, 54i32, 5i32, 318i32, 338i32, 33i32, 70i32, -1i32, 325i32, 48i32, 7075i32, 21i32, -2i32, 30i32, 54i32, 383i32, 420i32, 0i32, 31i32, 61i32, 400i32, 135i32, 7013i32, 36i32, 73i32, 115i32, 151i32] }
-- input { empty([0]i16) } error: Index
entry shorts [n] (xs: [n]i16) =
  map (\i -> let room = copy (padded 0i16 xs (i % 4) (i % 6))
             let places = loop room for k < i % 5 do room with [(i * k) % 12] = i16.i64 (i - k)
             in loop s = 0 for x in places do s + i32.i16 x)
      (iota 40)

-- ==
-- entry: truths
-- input { [true, false, true, true, false, true] }
-- output { [1i64, 0i64, 1i64, 9i64, 8i64, 0i64, 8i64, 2i64, 4i64, 15i64, 0i64, 0i64, 1i64, 5i64, 8i64, 4i64, 1i64, 2i64, 11i64, 5i64, 0i64, 10i64, 1i64, 5i64, 8i64, 0i64, 1i64, 6i64, 4i64, 5i64, 7i64, 0i64, 1i64, 15i64, 8i64] }
entry truths (xs: [6]bool) =
  map (\i -> let room = copy (padded false xs (i % 2) (i % 5))
             let room = if i % 3 == 0 then room with [(i * 5) % 12] = true else room
             in loop s = 0 for k < 12 do s + (k + 1) * i64.bool room[k])
      (iota 35)

-- ==
-- entry: wide
-- input { [1.5, 2.5, -3.5, 4.0, 5.25] [1i64, 0i64, 3i64, 2i64, 2i64, 0i64, 1i64, 3i64, 2i64, 1i64, 1i64, 2i64, 3i64, 0i64, 0i64, 1i64, 2i64, 3i64] }
-- output { [13.5f64, 13.0f64, 20.5f64, 18.5f64, 18.5f64, 13.0f64, 13.5f64, 20.5f64, 18.5f64, 13.5f64, 13.5f64, 18.5f64, 20.5f64, 13.0f64, 13.0f64, 13.5f64, 18.5f64, 20.5f64] }
-- input { [1.5, 2.5, -3.5, 4.0, 5.25] [1i64, 0i64, 3i64, 2i64, 2i64, 0i64, 1i64, 3i64, 2i64, 1i64, 1i64, 2i64, 3i64, 0i64, 0i64, 1i64, 2i64, 9i64] } error: Index
entry wide (xs: [5]f64) (lengths: []i64) =
  map (\l -> let room = copy (padded 1f64 xs (l / 2) l)
             let other = if l > 1 then padded 2f64 room 1 l else room
             in loop s = room[l] for x in other do s + x)
      lengths

-- ==
-- entry: first_long
-- input { [1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8] }
-- output { 8i64 }
entry first_long [n] (xs: [n]u8) =
  reduce_comm i64.min i64.highest
    (map (\i -> let room = copy (padded 0u8 xs (i % 3) (i % 10))
                let sum = loop s = 0u32 for x in room do s * 3 + u32.u8 x
                in if sum % 37 == 5 then i else i64.highest)
         (iota 64))
