-- The transitive closure of a graph, by repeated squaring of its relation.
-- ==
-- input { [[false,true,false],[false,false,true],[false,false,false]] }
-- output { [[false, true, true], [false, false, true], [false, false, false]] }
-- input { [[false]] }
-- output { [[false]] }

def main [n] (edges: [n][n]bool) : [n][n]bool =
  let compose (a: [n][n]bool) (b: [n][n]bool) : [n][n]bool =
    map (\row -> map (\col -> or (map2 (&&) row col)) (transpose b)) a
  in (loop (r, k) = (edges, 1) while k < n do
        (map2 (map2 (||)) r (compose r r), k * 2)).0
