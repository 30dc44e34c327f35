-- Counts how often each of 256 values occurs.
def main [n] (xs: [n]u8) : [256]i32 =
  reduce_by_index (replicate 256 0) (+) 0 (map i64.u8 xs) (replicate n 1)
