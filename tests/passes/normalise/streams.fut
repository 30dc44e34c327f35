-- A write to an accumulator has the operator of its stream. One without an operator replaces the element.
entry main [n] (is: [n]i64) =
  let sums = intrinsics.hist_stream (replicate 10 0) (+) 0 (\acc i -> intrinsics.acc_write acc (i % 10) i) is
  in intrinsics.scatter_stream sums (\acc i -> if i > 5 then intrinsics.acc_write acc i 1 else acc) is
-- ---
-- before normalise (FirstOrder)
entry main [n] (is: [n]i64): [10]i64 =
  let sums: [10]i64 =
    let k: i64 = 10i64
    let n_2: i64 = n
    let dest: *[k]i64 = replicate 10i64 0i64
    let op: () = ()
    let ne: i64 = 0i64
    let f: () = ()
    let bs: [n_2]i64 = is
    let step: {k: i64, f: (), op: ()} = {k = k, f = f, op = op}
    let k_2: i64 = k
    let n_3: i64 = n_2
    let op_2: () = op
    let f_2: {k: i64, f: (), op: ()} = step
    let ne_2: i64 = ne
    let dest_2: *[k_2]i64 = dest
    let bs_2: [n_3]i64 = bs
    in intrinsics.hist_stream
         (\(x: i64) (x_2: i64): i64 ->
            let x_3: i64 = x
            let y: i64 = x_2
            in x_3 + y)
         (\(x_4: *[k_2]i64) (x_5: i64): *[k_2]i64 ->
            let k_3: i64 = f_2.k
            let f_3: () = f_2.f
            let op_3: () = f_2.op
            let array: *[k_3]i64 = x_4
            let b: i64 = x_5
            let acc: {array: [k_3]i64, combine: ()} =
              let d: i64 = k_3
              let d_2: i64 = k_3
              let x_6: {array: [d]i64, combine: ()} =
                let acc_2: {array: [10]i64, combine: ()} =
                  {array = array,
                   combine = let x_7: () = op_3
                   in x_7}
                let i: i64 = b
                let k_4: i64 = 10i64
                let acc_3: {array: [k_4]i64, combine: ()} = acc_2
                let i_2: i64 = i % 10i64
                let v: i64 = i
                let combine: () =
                  let x_8: () = acc_3.combine
                  in x_8
                in {array = let k_5: i64 = k_4
                    let op_4: () = combine
                    let dest_3: *[k_5]i64 = acc_3.array
                    let i_3: i64 = i_2
                    let v_2: i64 = v
                    in intrinsics.accumulate
                         (\(x_9: i64) (x_10: i64): i64 ->
                            let x_11: i64 = x_9
                            let y_2: i64 = x_10
                            in x_11 + y_2)
                         dest_3
                         i_3
                         v_2,
                    combine = acc_3.combine}
              in x_6
            in acc.array)
         ne_2
         dest_2
         bs_2
  let k_6: i64 = 10i64
  let n_4: i64 = n
  let dest_4: *[k_6]i64 = sums
  let f_4: () = ()
  let bs_3: [n_4]i64 = is
  let step_2: {k_6: i64, f_4: ()} = {k_6 = k_6, f_4 = f_4}
  let k_7: i64 = k_6
  let n_5: i64 = n_4
  let f_5: {k_6: i64, f_4: ()} = step_2
  let dest_5: *[k_7]i64 = dest_4
  let bs_4: [n_5]i64 = bs_3
  in intrinsics.scatter_stream
       (\(x_12: *[k_7]i64) (x_13: i64): *[k_7]i64 ->
          let k_8: i64 = f_5.k_6
          let f_6: () = f_5.f_4
          let array_2: *[k_8]i64 = x_12
          let b_2: i64 = x_13
          let acc_4: {array: [k_8]i64, combine: ()} =
            let d_3: i64 = k_8
            let d_4: i64 = k_8
            let x_14: {array: [d_3]i64, combine: ()} =
              let acc_5: {array: [10]i64, combine: ()} =
                {array = array_2,
                 combine = let x_15: () = ()
                 in x_15}
              let i_4: i64 = b_2
              in if i_4 > 5i64
                 then
                   let k_9: i64 = 10i64
                   let acc_6: {array: [k_9]i64, combine: ()} = acc_5
                   let i_5: i64 = i_4
                   let v_3: i64 = 1i64
                   let combine_2: () =
                     let x_16: () = acc_6.combine
                     in x_16
                   in {array = let k_10: i64 = k_9
                       let op_5: () = combine_2
                       let dest_6: *[k_10]i64 = acc_6.array
                       let i_6: i64 = i_5
                       let v_4: i64 = v_3
                       in intrinsics.accumulate
                            (\(x_17: i64) (x_18: i64): i64 ->
                               let _: i64 = x_17
                               let v_5: i64 = x_18
                               in v_5)
                            dest_6
                            i_6
                            v_4,
                       combine = acc_6.combine}
                 else acc_5
            in x_14
          in acc_4.array)
       dest_5
       bs_4

-- after normalise (Anf)
entry main as main (n: i64, is: [n]i64) : (result: [10i64]i64) =
  let result_2: [10i64]i64 = replicate(10i64, 0i64)
  let acc: [10i64]i64 = stream n [is] to [result_2]
    commutative \(x: i64, x_2: i64) : (i64) -> {
      let add: i64 = add_i64(x, x_2)
      in (add)
    } from (0i64)
    \(x_3: i64, x_4: [10i64]i64) : ([10i64]i64) -> {
      let mod: i64 = mod_i64(x_3, 10i64)
      let acc_2: [10i64]i64 = accumulate [x_4] at mod < 10i64 (x_3)
        \(x_5: i64, x_6: i64) : (i64) -> {
          let add_2: i64 = add_i64(x_5, x_6)
          in (add_2)
        }
      in (acc_2)
    }
  let acc_3: [10i64]i64 = stream n [is] to [acc]
    \(x_7: i64, x_8: [10i64]i64) : ([10i64]i64) -> {
      let gt: bool = gt_i64(x_7, 5i64)
      let branch: [10i64]i64, branch_2: bool = if gt then {
        let acc_4: [10i64]i64 = accumulate [x_8] at x_7 < 10i64 (1i64)
        in (acc_4, false)
      } else {
        in (x_8, false)
      }
      in (branch)
    }
  in (acc_3)
