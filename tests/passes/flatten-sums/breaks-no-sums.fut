-- Before the pass, there are values and types of sums.
type t = #a i32 | #b
entry main (x: i32) = let v: t = #a x in x
-- ---
no-sums: a sum type is left
    (type-sum [(type-case a [(type-prim i32)]) (type-case b [])])
no-sums: a sum is left
    (con (type-sum [(type-case a [(type-prim i32)]) (type-case b [])]) a [(var (type-prim i32) x)])
no-sums: a sum type is left
    (type-sum [(type-case a [(type-prim i32)]) (type-case b [])])
