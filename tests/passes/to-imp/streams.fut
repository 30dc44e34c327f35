-- With an operator, a stream is a histogram; without, it is a kernel with conditional writes.
entry main [n] (is: [n]i64) (xss: *[n][n]i32) (ys: [n]i32) =
  let put (acc: *intrinsics.acc ([10]i64)) (i: i64) = if i > 1 then intrinsics.acc_write acc (i + 1) i else acc
  in (intrinsics.hist_stream (replicate 10 0) (+) 0 put is,
      intrinsics.scatter_stream xss (\acc i -> intrinsics.acc_write acc i ys) is)
-- ---
-- before to-imp (FunMem)
entry main as main (n: i64,
  is_mem: mem,
  is: [n]i64 @is_mem -> 0 + {(n : 1)},
  xss_mem: mem,
  xss: [n][n]i32 @xss_mem -> 0 + {(n : n) (n : 1)},
  ys_mem: mem,
  ys: [n]i32 @ys_mem -> 0 + {(n : 1)}) : (result_mem: mem,
  result: [10i64]i64 @result_mem -> 0 + {(10i64 : 1)},
  result_mem_2: mem,
  result_2: [n][n]i32 @result_mem_2 -> 0 + {(n : n) (n : 1)}) =
  let replicate_mem: mem = alloc_i64(10)
  let replicate: *[10i64]i64 @replicate_mem -> 0 + {(10i64 : 1)} = replicate([10i64], 0i64)
  let acc: [10i64]i64 @replicate_mem -> 0 + {(10i64 : 1)} = segstream (gid < n) [replicate] as (x: [10i64]i64 @replicate_mem -> 0 + {(10i64 : 1)})
    commutative \(x_2: i64, x_3: i64) : (i64) -> {
      let add: i64 = add_i64(x_2, x_3)
      in (add)
    } from (0i64) {
    let x_4: i64 = is[gid]
    let gt: bool = lt_i64(1i64, x_4)
    let branch: [10i64]i64 @replicate_mem -> 0 + {(10i64 : 1)} = if gt then {
      let add_2: i64 = add_i64(x_4, 1i64)
      let acc_2: [10i64]i64 @replicate_mem -> 0 + {(10i64 : 1)} = accumulate [x] at add_2 < 10i64 (x_4)
        \(x_5: i64, x_6: i64) : (i64) -> {
          let add_3: i64 = add_i64(x_5, x_6)
          in (add_3)
        }
      in (acc_2)
    } else {
      in (x)
    }
    return (branch)
  }
  let acc_3: [n][n]i32 @xss_mem -> 0 + {(n : n) (n : 1)} = segstream (gid_2 < n) [xss] as (x_7: [n][n]i32 @xss_mem -> 0 + {(n : n) (n : 1)}) {
    let x_8: i64 = is[gid_2]
    let acc_4: [n][n]i32 @xss_mem -> 0 + {(n : n) (n : 1)} = accumulate [x_7] at x_8 < n (ys)
    return (acc_4)
  }
  in (replicate_mem, acc, xss_mem, acc_3)

-- after to-imp (Imp)
entry main (is_mem: [n]i64, xss_mem: [= n][= n]i32, ys_mem: [= n]i32) do
  var replicate_mem: mem i64
  replicate_mem <- alloc i64 10i64
  kernel (i < 10i64) do
    replicate_mem[i] <- 0i64
  done
  hist gid < n bins 10i64 in (replicate_mem + 0i64) do
    var x: i64
    x <- is_mem[gid]
    var gt: bool
    gt <- lt_i64(1i64, x)
    if gt then
      var add: i64
      add <- add_i64(x, 1i64)
      combine (x) into add
    else
    fi
  by op (x_2: i64, x_3: i64)
    var add_2: i64
    add_2 <- add_i64(x_2, x_3)
  give (add_2)
  kernel (gid_2 < n) do
    var x_4: i64
    x_4 <- is_mem[gid_2]
    if logand_bool(le_i64(0i64, x_4), lt_i64(x_4, n)) then
      copy [n] xss_mem @ mul_i64(n, x_4) + {1i64} <- ys_mem @ 0i64 + {1i64}
    else
    fi
  done
return ([10i64]i64 @replicate_mem, [n][n]i32 @xss_mem)
