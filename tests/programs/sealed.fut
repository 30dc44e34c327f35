-- Types that are abstract outside of their modules: in modules, parametric modules and loops.
-- ==
-- input { 3i64 } output { 6i64 12i64 }

module type stack = {
  type~ stack
  val empty : () -> stack
  val push : i64 -> stack -> stack
  val sum : stack -> i64
}

module list : stack = {
  type~ stack = {elems: []i64}
  def empty () : stack = {elems = []}
  def push (x: i64) (s: stack) : stack = s with elems = [x] ++ s.elems
  def sum (s: stack) = i64.sum s.elems
}

module type scale = { val factor : i64 }

module scaled (S: stack) (F: scale) : stack = {
  type~ stack = S.stack
  def empty () = S.empty ()
  def push (x: i64) (s: stack) : stack = S.push (x * F.factor) s
  def sum (s: stack) = S.sum s
}

module double = scaled list { def factor = 2i64 }

def main (n: i64) =
  let a = loop s = list.empty () for i < n do list.push (i + 1) s
  let b = loop s = double.empty () for i < n do double.push (i + 1) s
  in (list.sum a, double.sum b)

-- No operand may need a size that an operand to its right makes. Sizes inside of an abstract type are no sizes.

-- ==
-- entry: piped
-- input { 3i64 } output { 10i64 20i64 6i64 }
entry piped (n: i64) =
  ( list.sum <| list.push (n + 3) <| list.push 4 <| list.empty ()
  , double.sum <| double.push (n + 3) (double.push 4 (double.empty ()))
  , list.empty () |> list.push n |> list.push n |> list.sum
  )
