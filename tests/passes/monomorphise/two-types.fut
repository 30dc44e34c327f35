-- Uses at two types need two copies.
-- show: all
def pair 't (x: t) = (x, x)
entry main (x: i32) (y: bool) = (pair x, pair y)
-- ---
-- before monomorphise (Typed)
def pair 't (x: t): (t, t) =
  (x, x)

entry main (x_2: i32) (y: bool): ((i32, i32), (bool, bool)) =
  (pair{i32} x_2, pair{bool} y)

-- after monomorphise (MonoMatch)
def pair (x: i32): (i32, i32) =
  (x, x)

def pair_2 (x_2: bool): (bool, bool) =
  (x_2, x_2)

entry main (x_3: i32) (y: bool): ((i32, i32), (bool, bool)) =
  (pair x_3, pair_2 y)
