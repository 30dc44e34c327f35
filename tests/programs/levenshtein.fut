-- The edit distance of two texts, by rows of the table.
-- ==
-- input { "kitten" "sitting" }
-- output { 3i64 }
-- input { "" "abc" }
-- output { 3i64 }
-- input { "same" "same" }
-- output { 0i64 }

def main [n] [m] (a: [n]u8) (b: [m]u8) : i64 =
  let first = iota (m + 1)
  let final =
    loop row = first for i < n do
      let next = replicate (m + 1) (i + 1)
      in loop next for j < m do
           let replaced = row[j] + (if a[i] == b[j] then 0 else 1)
           let next[j + 1] = i64.min replaced (1 + i64.min row[j + 1] next[j])
           in next
  in final[m]
