-- Before the pass, tuples are compared by `==`.
entry main (x: (i32, i32)) (y: (i32, i32)) = x == y
-- ---
primitive-equality: equality of structured values
    (bin @1:94-100 (type-prim @1:94-100 bool) eq (var @1:94-95 (type-record @1:61-62 [(type-field @1:61-62 0 (type-prim @1:61-62 i32)) (type-field @1:61-62 1 (type-prim @1:61-62 i32))]) x#2) (var @1:99-10…
