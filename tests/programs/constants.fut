-- Constants, and entry points without parameters.
-- ==
-- entry: table
-- input { }
-- output { [0i64, 1i64, 4i64, 9i64, 16i64] [0.250000f32, 0.500000f32, 0.250000f32] 1.000000f32 }

-- ==
-- entry: lookup
-- input { 3i64 }
-- output { 14i64 }

-- ==
-- entry: count
-- input { }
-- output { 5i64 }

-- ==
-- entry: total
-- input { 100i64 }
-- output { 3000i64 }

def size : i64 = 5
def squares : [size]i64 = map (** 2) (iota size)
def weights : [3]f32 = [0.25, 0.5, 0.25]

entry table = (squares, weights, f32.sum weights)
entry lookup (i: i64) : i64 = squares[i] + size
entry count : i64 = length squares
entry total (n: i64) : i64 = n * i64.sum squares
