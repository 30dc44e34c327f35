-- An operation consumes what its function consumes. The function gets a copy.
-- edition: 2017
-- show: all
let update (a: *[#n]i32) (x: i32): *[n]i32 = let a[0] = x in a

let by_lambda (a: *[][]i32) (b: []i32): [][]i32 = map (\(e: (*[]i32, i32)) -> let (r, x) = e in update r x) (zip a b)

let main (a: *[][]i32) (b: []i32): [][]i32 = map update a b
-- ---
-- after desugar-2017 (Source)
def update [n] (a: *[n]i32) (x: i32) : *[n]i32 =
  let a[0] = x
  in a

def by_lambda (a: *[][]i32) (b: []i32) : [][]i32 =
  map
    (\x'2017'1 ->
       let e: (*[]i32, i32) = copied' x'2017'1
       let (r, x) = e
       in update r x)
    (zip (consumed' a) b)

def main (a: *[][]i32) (b: []i32) : [][]i32 =
  map2 (\x'2017'2 x'2017'3 -> update (copied' x'2017'2) x'2017'3) (consumed' a) b
