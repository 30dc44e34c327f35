-- Inside of a branch, its condition is known to hold.
entry main (x: i32) (y: i32) = if x == y then x - y else if x == y then 1 else 2
-- ---
-- before simplify (Anf)
entry main as main (x: i32, y: i32) : (result: i32) =
  let eq: bool = eq_i32(x, y)
  let branch: i32 = if eq then {
    let sub: i32 = sub_i32(x, y)
    in (sub)
  } else {
    let eq_2: bool = eq_i32(x, y)
    let branch_2: i32 = if eq_2 then {
      in (1i32)
    } else {
      in (2i32)
    }
    in (branch_2)
  }
  in (branch)

-- after simplify (Anf)
entry main as main (x: i32, y: i32) : (result: i32) =
  let eq: bool = eq_i32(x, y)
  let branch: i32 = if eq then {
    in (0i32)
  } else {
    let branch_2: i32 = if false then {
      in (1i32)
    } else {
      in (2i32)
    }
    in (branch_2)
  }
  in (branch)
