-- Conway's Game of Life on a torus.
-- ==
-- input { 1i64 [[0i8,0i8,0i8,0i8,0i8],[0i8,0i8,1i8,0i8,0i8],[0i8,0i8,1i8,0i8,0i8],[0i8,0i8,1i8,0i8,0i8],[0i8,0i8,0i8,0i8,0i8]] }
-- output { [[0i8, 0i8, 0i8, 0i8, 0i8], [0i8, 0i8, 0i8, 0i8, 0i8], [0i8, 1i8, 1i8, 1i8, 0i8], [0i8, 0i8, 0i8, 0i8, 0i8], [0i8, 0i8, 0i8, 0i8, 0i8]] }
-- input { 4i64 [[0i8,1i8,0i8,0i8,0i8,0i8],[0i8,0i8,1i8,0i8,0i8,0i8],[1i8,1i8,1i8,0i8,0i8,0i8],[0i8,0i8,0i8,0i8,0i8,0i8],[0i8,0i8,0i8,0i8,0i8,0i8],[0i8,0i8,0i8,0i8,0i8,0i8]] }
-- output { [[0i8, 0i8, 0i8, 0i8, 0i8, 0i8], [0i8, 0i8, 1i8, 0i8, 0i8, 0i8], [0i8, 0i8, 0i8, 1i8, 0i8, 0i8], [0i8, 1i8, 1i8, 1i8, 0i8, 0i8], [0i8, 0i8, 0i8, 0i8, 0i8, 0i8], [0i8, 0i8, 0i8, 0i8, 0i8, 0i8]] }
-- input { 0i64 [[1i8]] }
-- output { [[1i8]] }

def neighbours [n] [m] (board: [n][m]i8) : [n][m]i8 =
  let sides (b: [n][m]i8) = map2 (map2 (+)) (map (rotate 1) b) (map (rotate (-1)) b)
  let rows = map2 (map2 (+)) board (sides board)
  in map2 (map2 (+)) (sides board) (map2 (map2 (+)) (rotate 1 rows) (rotate (-1) rows))

def step [n] [m] (board: [n][m]i8) : [n][m]i8 =
  let rule (cell: i8) (around: i8) : i8 =
    if around == 3 || (cell == 1 && around == 2) then 1 else 0
  in map2 (map2 rule) board (neighbours board)

def main [n] [m] (steps: i64) (board: [n][m]i8) : [n][m]i8 =
  loop board for _i < steps do step board
