-- Branches without sizes stay the same.
entry main (b: bool) (x: i32) = if b then x + 1 else x
-- ---
-- before simplify-shapes (Anf)
entry main as main (b: bool, x: i32) : (result: i32) =
  let branch: i32 = if b then {
    let add: i32 = add_i32(x, 1i32)
    in (add)
  } else {
    in (x)
  }
  in (branch)

-- after simplify-shapes (Anf)
the same
