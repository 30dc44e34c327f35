-- Shortest paths between all nodes of a graph; 1000000 stands for no edge.
-- ==
-- input { [[0,3,1000000,7],[8,0,2,1000000],[5,1000000,0,1],[2,1000000,1000000,0]] }
-- output { [[0i32, 3i32, 5i32, 6i32], [5i32, 0i32, 2i32, 3i32], [3i32, 6i32, 0i32, 1i32], [2i32, 5i32, 7i32, 0i32]] }
-- input { [[0]] }
-- output { [[0i32]] }
-- input { [[0,1000000],[1,0]] }
-- output { [[0i32, 1000000i32], [1i32, 0i32]] }

def main [n] (weights: [n][n]i32) : [n][n]i32 =
  loop d = weights for k < n do
    tabulate_2d n n (\i j -> i32.min d[i, j] (d[i, k] + d[k, j]))
