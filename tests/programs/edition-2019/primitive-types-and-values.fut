-- "Primitive Types and Values": suffixes, other bases, hexadecimal floats, defaults.
-- ==
-- input { } output { 42i8 1337e2f64 255 5 1.9375 7.75 7 2.5 1000 }

let main = (42i8, 1337e2f64, 0xff, 0b101, 0x1.fp0, 0x1.fp2, 7, 2.5, 1_000)
