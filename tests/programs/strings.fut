-- Programs on bytes of text.
-- ==
-- entry: palindrome
-- input { "racecar" }
-- output { true }
-- input { "race" }
-- output { false }

-- ==
-- entry: words
-- input { "the quick  brown fox " }
-- output { 4i64 }
-- input { "" }
-- output { 0i64 }

-- ==
-- entry: upper
-- input { "Hello, World!" }
-- output { [72u8, 69u8, 76u8, 76u8, 79u8, 44u8, 32u8, 87u8, 79u8, 82u8, 76u8, 68u8, 33u8] }

-- ==
-- entry: caesar
-- input { "hello" 3u8 }
-- output { [107u8, 104u8, 111u8, 111u8, 114u8] }

-- ==
-- entry: number
-- input { "12345" }
-- output { 12345i32 }

entry palindrome (s: []u8) : bool = and (map2 (==) s (reverse s))

def is_space (c: u8) : bool = c == ' ' || c == '\n'

entry words (s: []u8) : i64 =
  let starts = map (\i -> !(is_space s[i]) && (i == 0 || is_space s[i - 1])) (indices s)
  in i64.sum (map i64.bool starts)

entry upper (s: []u8) : []u8 = map (\c -> if c >= 'a' && c <= 'z' then c - 32 else c) s

entry caesar (s: []u8) (k: u8) : []u8 = map (\c -> (c - 'a' + k) % 26 + 'a') s

entry number (s: []u8) : i32 = foldl (\acc c -> acc * 10 + i32.u8 (c - '0')) 0 s
