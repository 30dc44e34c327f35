-- A branch that returns arrays of two sizes also returns the size.
entry main [n] (b: bool) (xs: [n]i32) = let ys = if b then xs else iota 3 |> map i32.i64 in length ys
-- ---
-- before normalise (FirstOrder)
entry main [n] (b: bool) (xs: [n]i32): i64 =
  let [k] ys: [k]i32 =
    if b
    then xs
    else
      let d: i64 = 3i64
      let d_2: i64 = 3i64
      let x: [d]i64 = iota 3i64
      let f: {n_2: i64, f_2: ()} =
        let n_2: i64 = 3i64
        let f_2: () = ()
        in {n_2 = n_2, f_2 = f_2}
      let n_3: i64 = f.n_2
      let f_3: () = f.f_2
      let as: [n_3]i64 = x
      in intrinsics.map
           (\(x_2: i64): i32 ->
              let x_3: i64 = x_2
              in i32.i64 x_3)
           as
  in length k ys

-- after normalise (Anf)
entry main as main (n: i64, b: bool, xs: [n]i32) : (result: i64) =
  let k: i64, branch: [k]i32 = if b then {
    in (n, xs)
  } else {
    let result_2: [3i64]i64 = iota(3i64)
    let map: [3i64]i32 = map 3i64 [result_2]
      \(x: i64) : (i32) -> {
        let conv: i32 = i32_of_i64(x)
        in (conv)
      }
    in (3i64, map)
  }
  let result_3: i64 = length(k, branch)
  in (result_3)
