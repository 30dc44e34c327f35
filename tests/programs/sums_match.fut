-- Sum types and pattern matching.
-- ==
-- entry: areas
-- input { [0i32,1i32,2i32,3i32] [2.0f32,3.0f32,4.0f32,5.0f32] }
-- output { [12.000000f32, 9.000000f32, 20.000000f32, 0.000000f32] }

-- ==
-- entry: numbers
-- input { [0,1,-1,7,42,100] }
-- output { [10i32, 1i32, 20i32, 7i32, 30i32, 40i32] }

-- ==
-- entry: nested
-- input { 1i32 2i32 }
-- output { 10i32 1i32 false true }
-- input { 0i32 5i32 }
-- output { 500i32 77i32 false true }
-- input { 3i32 3i32 }
-- output { 30i32 3i32 true true }

-- ==
-- entry: evaluate
-- input { [1,2,3,4] }
-- output { -16i32 }

type shape = #circle f32 | #square f32 | #rectangle {w: f32, h: f32} | #point

def area (s: shape) : f32 =
  match s
  case #circle r -> 3 * r * r
  case #square a -> a ** 2
  case #rectangle {w, h} -> w * h
  case #point -> 0

def shape_of (kind: i32) (size: f32) : shape =
  match kind
  case 0 -> #circle size
  case 1 -> #square size
  case 2 -> #rectangle {w = size, h = size + 1}
  case _ -> #point

entry areas [n] (kinds: [n]i32) (sizes: [n]f32) = map2 (\k s -> area (shape_of k s)) kinds sizes

entry numbers (xs: []i32) : []i32 =
  map (\x -> match x
             case 0 -> 10
             case -1 -> 20
             case 42 -> 30
             case n -> if n > 50 then 40 else n) xs

type option 'a = #some a | #none

def or_else 'a (o: option a) (default: a) : a =
  match o
  case #some x -> x
  case #none -> default

entry nested (a: i32) (b: i32) =
  let pair: (option i32, option i32) = (if a > 0 then #some a else #none, if b > 3 then #some b else #none)
  let sum = match pair
            case (#some x, #some y) -> x + y
            case (#some x, #none) -> x * 10
            case (#none, #some y) -> y * 100
            case (#none, #none) -> -1
  let flag = match (a, b == 3)
             case (3, true) -> true
             case (_, _) -> false
  in (sum, or_else pair.0 77, flag, (#some 1 : option i32) == #some 1)

type op = #add i32 | #mul i32 | #neg

entry evaluate (xs: []i32) : i32 =
  let ops: []op = map (\x -> if x % 3 == 0 then #neg else if x % 2 == 0 then #mul x else #add x) xs
  in loop acc = 1 for op in ops do
       match op
       case #add n -> acc + n
       case #mul n -> acc * n
       case #neg -> -acc
