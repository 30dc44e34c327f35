-- Before the pass, tuples are compared by `==`.
entry main (x: (i32, i32)) (y: (i32, i32)) = x == y
-- ---
primitive-equality: equality of structured values
    (bin (type-prim bool) eq (var (type-record [(type-field 0 (type-prim i32)) (type-field 1 (type-prim i32))]) x) (var…
