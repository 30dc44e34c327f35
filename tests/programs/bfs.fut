-- Breadth-first search in a graph of offsets and edges.
-- ==
-- input { [0i64,2i64,3i64,4i64,4i64,5i64] [1i64,2i64,3i64,3i64,0i64] 0i64 }
-- output { [0i64, 1i64, 1i64, 2i64, -1i64] }
-- input { [0i64,2i64,3i64,4i64,4i64,5i64] [1i64,2i64,3i64,3i64,0i64] 3i64 }
-- output { [-1i64, -1i64, -1i64, 0i64, -1i64] }

def main [n] [m] (offsets: [n]i64) (edges: [m]i64) (start: i64) : []i64 =
  let nodes = n - 1
  let levels = replicate nodes (-1) with [start] = 0
  let owner = map (\e -> i64.sum (map (\o -> i64.bool (o <= e)) offsets) - 1) (iota m)
  in (loop (levels, depth, more) = (levels, 0, true) while more do
        let reached = map2 (\from to -> if levels[from] == depth && levels[to] == -1 then to else -1) owner edges
        let levels' = reduce_by_index (copy levels) i64.max (-1) reached (map (const (depth + 1)) reached)
        in (levels', depth + 1, any (>= 0) reached)).0
