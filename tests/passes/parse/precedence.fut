-- Operators bind as in the reference; a pipe has the lowest precedence.
-- form: sexp
def main (x: i32) = x + 2 * x ** 3 |> id
-- ---
-- after parse (Source)
(value
  false
  main
  []
  [(pat-ascribe (pat-var x) (type-name i32))]
  _
  (infix
    (var |>)
    (infix
      (var +)
      (var x)
      (infix
        (var *)
        (int-lit 2)
        (infix (var **) (var x) (int-lit 3))))
    (var id)))
