-- Sections and projections are functions.
-- form: sexp
def main = map (+ 1) (map (.0) [(1, true)])
-- ---
-- after parse (Source)
(value
  false
  main
  []
  []
  _
  (apply
    (var map)
    [(section-right (var +) (int-lit 1))
      (apply
        (var map)
        [(section-path [(step-field 0)])
          (array [(tuple [(int-lit 1) (const true)])])])]))
