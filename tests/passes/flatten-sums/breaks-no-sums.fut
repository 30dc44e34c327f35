-- Before the pass there are values and types of sums.
type t = #a i32 | #b
entry main (x: i32) = let v: t = if x > 0 then #a x else #b in match v case #a y -> y case #b -> 0
-- ---
no-sums: a sum type is left
    (type-sum @1:102-103 [(type-case @1:102-103 a [(type-prim @1:102-103 i32)]) (type-case @1:102-103 b [])])
no-sums: a sum type is left
    (type-sum @1:123-127 [(type-case @1:123-127 a [(type-prim @1:123-127 i32)]) (type-case @1:123-127 b [])])
no-sums: a sum is left
    (con @1:123-127 (type-sum @1:123-127 [(type-case @1:123-127 a [(type-prim @1:123-127 i32)]) (type-case @1:123-127 b [])]) a [(var @1:126-127 (type-prim @1:88-89 i32) x#3)])
no-sums: a sum type is left
    (type-sum @1:123-127 [(type-case @1:123-127 a [(type-prim @1:123-127 i32)]) (type-case @1:123-127 b [])])
no-sums: a sum is left
    (con @1:133-135 (type-sum @1:123-127 [(type-case @1:123-127 a [(type-prim @1:123-127 i32)]) (type-case @1:123-127 b [])]) b [])
no-sums: a sum type is left
    (type-sum @1:123-127 [(type-case @1:123-127 a [(type-prim @1:123-127 i32)]) (type-case @1:123-127 b [])])
no-sums: a sum type is left
    (type-sum @1:145-146 [(type-case @1:145-146 a [(type-prim @1:145-146 i32)]) (type-case @1:145-146 b [])])
no-sums: a sum type is left
    (type-sum @1:145-146 [(type-case @1:145-146 a [(type-prim @1:145-146 i32)]) (type-case @1:145-146 b [])])
no-sums: a sum is left
    (test @1:152-156 (type-prim @1:152-156 bool) (var @1:145-146 (type-sum @1:145-146 [(type-case @1:145-146 a [(type-prim @1:145-146 i32)]) (type-case @1:145-146 b [])]) scrutinee#6) a)
no-sums: a sum type is left
    (type-sum @1:145-146 [(type-case @1:145-146 a [(type-prim @1:145-146 i32)]) (type-case @1:145-146 b [])])
no-sums: a sum is left
    (payload @1:155-156 (type-prim @1:98-174 i32) (var @1:145-146 (type-sum @1:145-146 [(type-case @1:145-146 a [(type-prim @1:145-146 i32)]) (type-case @1:145-146 b [])]) scrutinee#6) a 0)
no-sums: a sum type is left
    (type-sum @1:145-146 [(type-case @1:145-146 a [(type-prim @1:145-146 i32)]) (type-case @1:145-146 b [])])
