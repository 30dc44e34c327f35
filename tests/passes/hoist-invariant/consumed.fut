-- Each iteration overwrites an array, so each must make its own.
entry main [n] (xs: [n]i64) = map (\x -> (replicate 8 0i64) with [x % 8] = x) xs
-- ---
-- before hoist-invariant (Anf)
entry main as main (n: i64, xs: [n]i64) : (result: [n][8i64]i64) =
  let map: [n][8i64]i64 = map n [xs]
    \(x: i64) : ([8i64]i64) -> {
      let replicate: [8i64]i64 = replicate([8i64], 0i64)
      let mod: i64 = mod_i64(x, 8i64)
      let updated: [8i64]i64 = replicate with [mod] = x
      in (updated)
    }
  in (map)

-- after hoist-invariant (Anf)
the same
