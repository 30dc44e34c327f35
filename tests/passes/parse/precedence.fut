-- Operators bind as the reference says; a pipe binds less than all of them.
def main (x: i32) = x + 2 * x ** 3 |> id
-- ---
-- after parse (Source)
def main (x: i32) = x + 2 * x ** 3 |> id
