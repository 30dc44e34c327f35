-- Accumulators are where the destinations are. Bins of a histogram are adjacent.
entry main [n] [m] (xss: *[n][2]i32) (yss: *[n][2]i32) (is: [m]i64) =
  let put (acc: *intrinsics.acc ([n]i32)) (i: i64) = loop acc for j < 3 do intrinsics.acc_write acc (i + j) 1
  in (intrinsics.hist_stream xss[:, 1] (+) 0 put is, intrinsics.scatter_stream yss[:, 1] put is)
-- ---
-- before introduce-memory (Seg)
entry main as main (n: i64,
  m: i64,
  xss: [n][2i64]i32,
  yss: [n][2i64]i32,
  is: [m]i64) : (result: [n]i32, result_2: [n]i32) =
  let slice: [n]i32 = xss[0i64:+n*1i64, 1i64]
  let acc: [n]i32 = segstream (gid < m) [slice] as (x: [n]i32)
    commutative \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32) {
    let x_4: i64 = is[gid]
    let acc_2: [n]i32 = loop (acc_3: [n]i32 = x) for j: i64 < 3i64 do {
      let add_2: i64 = add_i64(x_4, j)
      let acc_4: [n]i32 = accumulate [acc_3] at add_2 < n (1i32)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_5, x_6)
          in (add_3)
        }
      in (acc_4)
    }
    return (acc_2)
  }
  let slice_2: [n]i32 = yss[0i64:+n*1i64, 1i64]
  let acc_5: [n]i32 = segstream (gid_2 < m) [slice_2] as (x_7: [n]i32) {
    let x_8: i64 = is[gid_2]
    let acc_6: [n]i32 = loop (acc_7: [n]i32 = x_7) for j_2: i64 < 3i64 do {
      let add_4: i64 = add_i64(x_8, j_2)
      let acc_8: [n]i32 = accumulate [acc_7] at add_4 < n (1i32)
      in (acc_8)
    }
    return (acc_6)
  }
  in (acc, acc_5)

-- after introduce-memory (FunMem)
entry main as main (n: i64,
  m: i64,
  xss_mem: mem,
  xss: [n][2i64]i32 @xss_mem -> 0 + {(n : 2) (2i64 : 1)},
  yss_mem: mem,
  yss: [n][2i64]i32 @yss_mem -> 0 + {(n : 2) (2i64 : 1)},
  is_mem: mem,
  is: [m]i64 @is_mem -> 0 + {(m : 1)}) : (result_mem: mem,
  result: [n]i32 @result_mem -> 0 + {(n : 1)},
  result_mem_2: mem,
  result_2: [n]i32 @result_mem_2 -> 0 + {(n : 1)}) =
  let slice: [n]i32 @xss_mem -> 1 + {(n : 2)} = xss[0i64:+n*1i64, 1i64]
  let slice_mem: mem = alloc_i32(n)
  let slice_2: *[n]i32 @slice_mem -> 0 + {(n : 1)} = copy(slice)
  let acc: *[n]i32 @slice_mem -> 0 + {(n : 1)} = segstream (gid < m) [slice_2] as (x: [n]i32 @slice_mem -> 0 + {(n : 1)})
    commutative \(x_2: i32, x_3: i32) : (i32) -> {
      let add: i32 = add_i32(x_2, x_3)
      in (add)
    } from (0i32) {
    let x_4: i64 = is[gid]
    let acc_2: [n]i32 @slice_mem -> 0 + {(n : 1)} = loop (acc_3: [n]i32 @slice_mem -> 0 + {(n : 1)} = x) for j: i64 < 3i64 do {
      let add_2: i64 = add_i64(x_4, j)
      let acc_4: [n]i32 @slice_mem -> 0 + {(n : 1)} = accumulate [acc_3] at add_2 < n (1i32)
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_5, x_6)
          in (add_3)
        }
      in (acc_4)
    }
    return (acc_2)
  }
  let acc_5: [n]i32 @xss_mem -> 1 + {(n : 2)} = slice with [0i64:+n*1i64] = acc
  let slice_3: [n]i32 @yss_mem -> 1 + {(n : 2)} = yss[0i64:+n*1i64, 1i64]
  let acc_6: [n]i32 @yss_mem -> 1 + {(n : 2)} = segstream (gid_2 < m) [slice_3] as (x_7: [n]i32 @yss_mem -> 1 + {(n : 2)}) {
    let x_8: i64 = is[gid_2]
    let acc_7: [n]i32 @yss_mem -> 1 + {(n : 2)} = loop (acc_8: [n]i32 @yss_mem -> 1 + {(n : 2)} = x_7) for j_2: i64 < 3i64 do {
      let add_4: i64 = add_i64(x_8, j_2)
      let acc_9: [n]i32 @yss_mem -> 1 + {(n : 2)} = accumulate [acc_8] at add_4 < n (1i32)
      in (acc_9)
    }
    return (acc_7)
  }
  let acc_mem: mem = alloc_i32(n)
  let acc_10: *[n]i32 @acc_mem -> 0 + {(n : 1)} = copy(acc_5)
  let acc_mem_2: mem = alloc_i32(n)
  let acc_11: *[n]i32 @acc_mem_2 -> 0 + {(n : 1)} = copy(acc_6)
  in (acc_mem, acc_10, acc_mem_2, acc_11)
