-- Before the pass, a product is rounded before it is added.
entry main [n] (xs: [n]f32) (ys: [n]f32) : f32 = reduce (+) 0 (map2 (*) xs ys)
-- ---
no-added-products: in `main`: a reduction that rounds a product before it adds it
    (reduce (dim gid (var n)) [(decl x f32) (read x xs_mem f32 (var gid)) (decl x_2 f32) (read x_2 …
