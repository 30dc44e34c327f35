entry add (x: i32) (y: i32) : i32 = x + y
entry total (xs: []f64) : f64 = f64.sum xs
entry scale (xs: []f64) (k: f64) : []f64 = map (* k) xs
